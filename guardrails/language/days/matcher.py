"""The rules of days applied to the atoms of a text: every day that begins at a place.

Days may be inside days ("the Friday of the week after next") up to a depth, and what was read at a place is
kept, so that time grows linearly with the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from guardrails.language.days.atoms import Atom
from guardrails.language.days.grammar import Element, Grammar, Rule
from guardrails.language.days.numbers import Numbers

_DEPTH = 2
_OTHER = frozenset({"amount", "in_year", "weeks", "which_year", "which_month"})
"""Parts of a rule beside the day that it counts from."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day or a period as it was said. `kind` names the rule that read it; the others are its parts."""

    kind: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    base: Day | None = None
    """The day from which, or inside which, it is counted."""
    other: Day | None = None
    """The amount that is counted, the year it is in, or the second day of a range."""

    @property
    def innermost(self) -> Day:
        """The day inside "before" and a range, which it takes its meaning from."""
        inside = self.base if self.kind in ("before", "between") else None
        return inside.innermost if inside else self


def _is_weekly(day: Day) -> bool:
    """Whether a weekday may be picked in it: "Tuesday of next week", "the Thursday two years from now"."""
    return (
        day.words.get("period", day.words.get("unit")) == "week" and day.kind in ("period", "nth", "earlier")
    ) or day.kind in ("week_of", "week_number")


def _is_far(day: Day) -> bool:
    unit = (day.other or day).words.get("unit")
    return day.kind == "shift" and unit in ("week", "fortnight", "month", "quarter", "year")


_ONE_DAY = frozenset("today weekday date figures monthday holiday nth event part weekday_in shift".split())
_YEARLY = frozenset("month date holiday quarter".split())
_HOLDERS = frozenset("month quarter year period current part week_of holiday earlier".split())
_FITS: Mapping[str, Callable[[Day], bool]] = {
    "point": lambda day: day.kind != "none" and day.words.get("needs") != "never",
    "stretch": lambda day: _FITS["point"](day) and day.kind not in ("monthday", "ahead"),
    "one_day": lambda day: day.kind in _ONE_DAY,
    "holder": lambda day: day.kind in _HOLDERS,
    "week": _is_weekly,
    "far": _is_far,
    "today_day": lambda day: day.kind == "today",
    "near": lambda day: day.kind in ("today", "weekday"),
    "weekday_day": lambda day: day.kind == "weekday",
    "weeks": lambda day: day.words["unit"] in ("week", "fortnight"),
    "again": lambda day: day.kind == "period",
    "which_year": lambda day: day.kind == "period" and day.words["period"] == "year",
    "which_month": lambda day: day.kind == "period" and day.words["period"] == "month",
    "yearly": lambda day: day.kind in _YEARLY and day.other is None,
}
"""Days that rules name by what they are."""

_CLOSING = {"day_last": ("day", 1), "day_late": ("day", 13), "nth_last": ("nth", 1)}
"""Classes of numbers behind which no noun follows; a late day is no hour."""
Value = int | str | Day
Read = tuple[Value, int]


Reading = tuple[Day, int]
"""A day, and the place behind it."""


class Matcher:
    """What the rules find in the atoms of one text."""

    def __init__(self, atoms: Sequence[Atom], grammar: Grammar) -> None:
        self._atoms, self._grammar = atoms, grammar
        self._numbers = Numbers(atoms, grammar)
        self.at = self._numbers.at
        self._kept: dict[tuple[str, int, int], list[Reading]] = {}

    def longest(self, place: int) -> Reading | None:
        """The day that covers most; the first of equals, one that can be known before one that cannot."""
        return max(
            self._days(place, _DEPTH), key=lambda read: (read[1], read[0].kind != "none"), default=None
        )

    def named(self, kind: str, place: int) -> list[Reading]:
        """What the rules of one kind find."""
        return self._read(kind, place, 0)

    def ends(self, place: int, but: str = "") -> bool:
        """Whether what follows is no noun: a mark, or one of the language's function words."""
        atom, language = self.at(place), self._grammar.language
        if not atom.text.isalpha():
            return True
        goes_on = language.settings.get("nouns") == "capital" and not atom.is_capital
        return atom.text in language.words("function") - language.words(but) or (goes_on and not but)

    def _days(self, place: int, depth: int) -> list[Reading]:
        if depth < 0:
            return []
        plain = self._read("plain", place, 0)
        return plain + self._read("nested", place, depth) if depth else plain

    def _read(self, group: str, place: int, depth: int) -> list[Reading]:
        key = (group, place, depth)
        if key not in self._kept:
            rules = self._grammar.rules_at(self.at(place).text, group)
            self._kept[key] = [read for rule in rules for read in self._apply(rule, place, depth)]
        return self._kept[key]

    def _apply(self, rule: Rule, place: int, depth: int) -> Iterator[tuple[Day, int]]:
        for values, end in self._match(rule.elements, 0, place, depth):
            if end > place:
                yield _build(rule, values), end

    def _match(
        self, elements: Sequence[Element], number: int, place: int, depth: int
    ) -> Iterator[tuple[dict[str, Value], int]]:
        if number == len(elements):
            yield {}, place
            return
        element = elements[number]
        if self.at(place).text in element.words:
            yield from self._match(elements, number + 1, place + 1, depth)
        for name in element.classes:
            for value, end in self._values(name, place, depth):
                for rest, last in self._match(elements, number + 1, end, depth):
                    yield {name: value, **rest}, last
        if element.optional:
            yield from self._match(elements, number + 1, place, depth)

    def _values(self, name: str, place: int, depth: int) -> Iterator[Read]:
        """What the class of that name has at a place."""
        said = self._grammar.look_up(name, self._atoms, place)
        yield from (read for read in said if not (name.endswith("_then") and self.at(read[1]).text.isalpha()))
        if name in self._numbers.readers:
            yield from self._numbers.readers[name](place)
        elif name in _CLOSING:  # "Monday 21", and not "Monday 3 people come" or "Monday 9 am"
            reader, least = _CLOSING[name]
            read = () if self.named("clock", place) else self._numbers.readers[reader](place)
            yield from (each for each in read if each[0] >= least and self.ends(each[1]))
        elif name == "figures":
            for numbers, needs, end in self._numbers.figures(place):
                if self.at(end).text not in self._grammar.first_words("clock_word"):  # "12.30 Uhr"
                    yield Day("figures", numbers, {"needs": needs}), end
        elif name == "earlier_day":  # "after that I'm away" begins another sentence
            yield from (read for read in self.named(name, place) if self.ends(read[1], "subject"))
        elif name in _FITS:
            days = self.named("amount", place) if name == "weeks" else self._days(place, depth - 1)
            fitting = [read for read in days if _FITS[name](read[0])]
            if fitting:
                yield max(fitting, key=lambda read: read[1])
        elif not self._grammar.first_words(name):
            yield from self.named(name, place)


def _build(rule: Rule, values: Mapping[str, Value]) -> Day:
    numbers, words = dict(rule.numbers), dict(rule.words)
    base = other = None
    for name, value in values.items():
        if isinstance(value, Day) and name in _OTHER:
            other = value
        elif isinstance(value, Day):
            base = value
        elif isinstance(value, int):
            numbers[name.partition("_")[0]] = value
        else:
            words[name.partition("_")[0]] = value
    if base is not None and rule.kind in ("same", "figures"):  # a rule that only adds words
        return base
    return Day(rule.kind, numbers, words, base, other)
