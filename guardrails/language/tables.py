"""What belongs to one language: one TOML file beside this module for each, read once.

A new language is one more file; `docs/architecture.md` says what its lists are for. A language without a
file is read with empty lists: words and figures are found, and nothing is taken for a promise, a no or a
day.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from guardrails.language.phrases import Phrases, compile_phrases

_FOLDER = Path(__file__).parent
_SHORT = 4
_NAMED = re.compile(r"(?<!P)<([a-z_ ]+)>")
FALLBACK = "en"
"""What a meeting of unknown language is read as."""


@dataclass(frozen=True, eq=False)
class Language:
    """The tables of one language; see english.toml for what each list holds."""

    code: str
    lists: Mapping[str, Sequence[str]]
    """Lists of phrases by name."""
    settings: Mapping[str, str]
    days: Mapping[str, Any]
    """The words and rules of its day phrases; see `guardrails.language.days`."""
    form: Mapping[str, str] = field(default_factory=dict)
    """Alternatives of regular expressions by name; see `filled`."""

    def phrases(self, name: str) -> Phrases:
        """The phrases of one list, compiled when they are first asked for."""
        if name not in self._compiled:
            self._compiled[name] = compile_phrases(self.lists.get(name, ()), self.lists)
        return self._compiled[name]

    def words(self, name: str) -> frozenset[str]:
        """A list of single words."""
        if name not in self._sets:
            self._sets[name] = frozenset(
                word for phrase in self.lists.get(name, ()) for word in phrase.split()
            )
        return self._sets[name]

    def lemma(self, word: str) -> str:
        """`word`, in lower case, without its endings; irregular forms are brought to their first form."""
        ending = self.settings.get("verb_ending", "")  # that the stemmer leaves: "repariert"
        base = self.irregular.get(word, word)
        return self._stem(base.removesuffix(ending) if len(base) > _SHORT else base)

    def day_words(self, name: str, value: str) -> tuple[str, ...]:
        """The phrases of a class of day words that have one value."""
        return _entries(self.days.get("words", {}).get(name, {}).get(value, ""))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Number words and their parts."""
        pairs = (pair.partition("=") for pair in self.lists.get("number", ()))
        return {word: int(value) for word, _, value in pairs}

    @cached_property
    def irregular(self) -> Mapping[str, str]:
        rows = (row.split() for row in self.lists.get("irregular", ()))
        return {form: base for base, *forms in rows for form in forms}

    @cached_property
    def alike(self) -> Mapping[str, str]:
        """Lemmas that speech and notes swap for one another, to one of them; number words to figures."""
        listed = (*self.lists.get("alike_beside", ()), *self.lists.get("alike", ()))
        rows = ([self.lemma(word) for word in row.split()] for row in listed)
        words = {word: first for first, *others in rows for word in (first, *others)}
        return {**words, **{self.lemma(word): str(number) for word, number in self.numbers.items()}}

    @cached_property
    def everyday(self) -> Mapping[str, str]:
        """Lemmas of everyday verbs that speech and notes swap for one another, to one form that begins with
        "~"."""
        rows = self.lists.get("alike", ())
        return {self.lemma(word): f"~{row.split()[0]}" for row in rows for word in row.split()}

    @cached_property
    def contractions(self) -> Mapping[str, str]:
        rows = (row.partition(" = ") for row in self.lists.get("contractions", ()))
        return {short: whole for short, _, whole in rows}

    @cached_property
    def _compiled(self) -> dict[str, Phrases]:
        return {}

    @cached_property
    def _sets(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        name = self.settings.get("stemmer")
        if name is None:
            return lambda word: word
        import snowballstemmer  # 2 MB of modules, of which one is read

        return lru_cache(maxsize=32_768)(snowballstemmer.stemmer(name).stemWord)


@cache
def codes() -> tuple[str, ...]:
    """The languages that have a file, by their ISO 639-1 codes."""
    return tuple(sorted(_files()))


def alternatives(*names: str) -> str:
    """The words of `[form]` by those names, of all languages, as alternatives of a regular expression."""
    forms = [language(code).form for code in codes()]
    return "|".join(form[name] for name in names for form in forms if name in form)


def filled(pattern: str) -> str:
    """`pattern` with `<name>` for the words of that name."""
    while _NAMED.search(pattern):
        pattern = _NAMED.sub(lambda found: f"(?:{alternatives(*found[1].split())})", pattern)
    return pattern


@cache
def language(code: str | None) -> Language:
    """The tables of the language; empty ones where it has no file."""
    file = _files().get((code or FALLBACK).lower().split("-")[0])
    if file is None:
        return Language(code or "", {}, {}, {})
    table = tomllib.loads(file.read_text("utf-8"))
    lists = {name: _entries(value) for name, value in table["lists"].items()}
    contractions = Language("", lists, {}, {}).contractions
    for name, entries in lists.items():
        if name != "contractions":
            whole = (each for entry in entries for each in _named(entry, lists))
            lists[name] = tuple(as_read(entry, contractions) for entry in whole)
    function = frozenset(lists.get("function", ()))
    forms = (form for row in lists.get("irregular", ()) for form in row.split()[1:])
    lists["inflected"] = tuple(form for form in forms if form not in function)
    days = table.get("days", {})
    for name, classes in days.get("words", {}).items():  # other lists have them in their phrases
        each_value = classes.values() if isinstance(classes, dict) else (classes,)
        phrases = (as_read(entry, contractions) for each in each_value for entry in _entries(each))
        lists.setdefault(name, tuple(phrase for phrase in phrases if "<" not in phrase))
    return Language(table["settings"]["code"], lists, table["settings"], days, table.get("form", {}))


def _named(entry: str, lists: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return lists.get(entry[1:-1], (entry,)) if entry.startswith("<") else (entry,)


def as_read(entry: str, contractions: Mapping[str, str]) -> str:
    """A phrase in the words that the tokenizer makes of it: "d'ici" is "de ici", "peut-être" two words."""
    words = []
    for word in entry.replace("-", " ").split():
        first, mark, rest = word.partition("'")
        whole = contractions.get(first + mark) if mark and rest and word not in contractions else None
        words += [whole, rest] if whole is not None and "|" not in word else [word]
    return " ".join(words)


def _entries(value: str | list[str]) -> tuple[str, ...]:
    """A list of phrases; a text is a list of single words. Case-folded, as tokens are ("ß" is "ss")."""
    return tuple(entry.casefold() for entry in (value.split() if isinstance(value, str) else value))


@cache
def _files() -> Mapping[str, Path]:
    return {
        tomllib.loads(path.read_text("utf-8"))["settings"]["code"]: path
        for path in sorted(_FOLDER.glob("*.toml"))
    }
