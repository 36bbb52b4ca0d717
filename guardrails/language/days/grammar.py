"""The words and rules of days of one language, from the `[days]` of its file.

`words` are classes: phrases by what they mean (`weekday = {0 = "monday mon"}`; a text is single words, a list
phrases). `rules` are patterns by the kind of day that they give, in the form of `guardrails.language.phrases`
without `~` and `*`: `a|b`, `word?`, and `<class>` for a phrase of a class, a number, or another rule. What
is written behind `->` is added to the parts of the day: `"<weekday> after next -> which=next weeks=1"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Protocol

from guardrails.language.numbers import number_parts
from guardrails.language.tables import Language, as_read

Value = int | str
_CLASS = re.compile(r"<(\w+)>")
_NUMERIC = frozenset("n hour nth day day_last day_late nth_last year short time figures".split())
_NUMBER, _ANY_DAY = "#", "##"
_OF_DAYS = frozenset(
    "weekday weekdays month unit few period today close holiday meeting clock daypart vague season".split()
)
PARTIAL = frozenset("amount clock in_year head tail earlier_day".split())
"""Rules that other rules name; alone they are no day."""
DAYS_INSIDE = frozenset(
    "point stretch holder week far near weeks again which_year which_month yearly".split()
)
"""Classes that are other days; so are those that end in "_day"."""
_TEN, _TWENTY = 10, 20
_FEW, _HOURS = 4, 12
"""Spoken ordinals below the one are often places in a list, and spoken numbers up to the other hours."""


class Word(Protocol):
    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Element:
    """One place of a pattern: any of these words or classes."""

    words: frozenset[str]
    classes: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class Rule:
    kind: str
    elements: tuple[Element, ...]
    numbers: Mapping[str, int]
    words: Mapping[str, str]


class Grammar:
    """The day words and rules of one language, indexed by what they begin with."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._phrases: dict[str, dict[str, list[tuple[tuple[str, ...], Value]]]] = {}
        for name, table in language.days["words"].items():
            for value, phrases in (table if isinstance(table, dict) else {"0": table}).items():
                for phrase in _entries(phrases, language):
                    self._add(name, phrase, int(value) if value.lstrip("-").isdecimal() else value)
        endings = language.days.get("ordinal_endings", "").split() or [""]
        self.ordinals = {
            word + ending: int(value)
            for word, rows in self._phrases["nth"].items()
            for (_, value), ending in product(rows, endings)
        }
        self.ordinal_endings = frozenset(language.days.get("ordinal_marks", "").split())
        self.abbreviations = frozenset(language.days.get("abbreviation", "").split())
        rows = [(kind, row) for kind, rows in language.days["rules"].items() for row in rows]
        self._rules: dict[tuple[str, str], list[Rule]] = {}
        self._index([_rule(kind, row, language) for kind, row in rows])
        function = language.words("function")
        names = [name for name in self._phrases if name.partition("_")[0] in _OF_DAYS]
        phrases = [said.split() for name in names for said, _ in self._all(name)]
        self._of_days = {*self.ordinals}.union(
            *(said if len(said) == 1 else set(said) - function for said in phrases)
        )

    def first_words(self, name: str) -> frozenset[str]:
        """What the phrases of a class begin with."""
        return frozenset(self._phrases.get(name, ()))

    def look_up(self, name: str, atoms: Sequence[Word], place: int) -> Iterator[tuple[Value, int]]:
        """The phrases of a class at a place: what each means, and the place behind it."""
        if place >= len(atoms):
            return
        for words, value in self._phrases.get(name, {}).get(atoms[place].text, ()):
            end = place + len(words)
            if tuple(atom.text for atom in atoms[place:end]) == words:
                yield value, end

    def rules_at(self, word: str, group: str) -> Sequence[Rule]:
        """The rules of a group ("plain", "nested" or one kind) that may begin with a word, in their order."""
        if not word.isdecimal() and (group, word) in self._rules:
            return self._rules[group, word]
        is_number = word.isdecimal() or number_parts(word, self.language) or self.compound(word)
        return self._rules.get((group, _NUMBER), ()) if is_number else ()

    def tells(self, word: str) -> bool:
        """Whether a word names a day or a time: every phrase has one near its beginning."""
        return any(map(str.isdecimal, word)) or word in self._of_days

    def is_definite(self, word: str) -> bool:
        """Whether a word is a figure or the name of a day or month, and hardly anything else."""
        named = any(word in self.first_words(name) for name in ("weekday", "month"))
        return (
            any(map(str.isdecimal, word))
            or self.ordinals.get(word, 0) >= _FEW
            or self.language.numbers.get(word, 0) > _HOURS
            or (named and word not in self.first_words("as_verb"))
            or self.compound(word) is not None
        )

    def compound(self, word: str) -> int | None:
        """The ordinal that is written as one word with its unit: "einundzwanzigsten"."""
        for join, cut in product(self.language.words("number_join"), range(2, len(word))):
            tens = self.ordinals.get(word[cut:].removeprefix(join), 0)
            unit = number_parts(word[:cut], self.language) if tens >= _TWENTY else None
            if unit is not None and len(unit) == 1 and unit[0] < _TEN:
                return tens + unit[0]
        return None

    def _add(self, name: str, phrase: str, value: Value) -> None:
        """`<class>rest` is a phrase for each word of a class, with its value."""
        inner = _CLASS.search(phrase)
        for word, of in self._all(inner[1]) if inner else [("", value)]:
            words = tuple(_CLASS.sub(word, phrase).split())
            self._phrases.setdefault(name, {}).setdefault(words[0], []).append((words, of))

    def _all(self, name: str) -> list[tuple[str, Value]]:
        return [(" ".join(words), of) for rows in self._phrases[name].values() for words, of in rows]

    def _index(self, rules: Sequence[Rule]) -> None:
        """By kind and nesting, and by each word that they may begin with; one that begins with a day begins
        as any rule may."""
        firsts = [frozenset[str]().union(*map(self._first, _opening(rule))) for rule in rules]
        every = frozenset[str]().union(*firsts) - {_ANY_DAY}
        for rule, first in zip(rules, firsts, strict=True):
            names = {name for element in rule.elements for name in element.classes}
            nested = any(name in DAYS_INSIDE or name.endswith("_day") for name in names - {"earlier_day"})
            groups = [rule.kind] if rule.kind in PARTIAL else [rule.kind, "nested" if nested else "plain"]
            words = every if _ANY_DAY in first else first
            for word, group in product({_NUMBER if word.isdecimal() else word for word in words}, groups):
                self._rules.setdefault((group, word), []).append(rule)

    def _first(self, element: Element) -> frozenset[str]:
        """What an element begins with."""
        words = set(element.words)
        for name in element.classes:
            words |= self.first_words(name)
            if name in _NUMERIC:
                words |= {_NUMBER, *self.language.numbers, *self.ordinals}
            elif name not in self._phrases:
                words.add(_ANY_DAY)
        return frozenset(words)


def _opening(rule: Rule) -> Iterator[Element]:
    for element in rule.elements:
        yield element
        if not element.optional:
            return


def _rule(kind: str, row: str, language: Language) -> Rule:
    pattern, _, constants = row.partition(" -> ")
    pairs = [pair.split("=") for pair in constants.split()]
    return Rule(
        kind,
        tuple(_element(word) for word in as_read(pattern.casefold(), language.contractions).split()),
        {name: int(value) for name, value in pairs if value.lstrip("-").isdecimal()},
        {name: value for name, value in pairs if not value.lstrip("-").isdecimal()},
    )


def _element(word: str) -> Element:
    optional = word.endswith("?") and len(word) > 1
    choices = word.removesuffix("?").split("|") if optional else word.split("|")
    classes = tuple(choice[1:-1] for choice in choices if choice.startswith("<"))
    return Element(frozenset(choices) - {f"<{name}>" for name in classes}, classes, optional)


def _entries(phrases: str | Sequence[str], language: Language) -> Iterator[str]:
    """A text is single words, a list phrases; both in the words that the tokenizer makes of them."""
    for phrase in phrases.split() if isinstance(phrases, str) else phrases:
        yield as_read(phrase.casefold(), language.contractions)


@cache
def grammar_of(language: Language) -> Grammar | None:
    """None for a language without a grammar of days."""
    return Grammar(language) if language.days else None
