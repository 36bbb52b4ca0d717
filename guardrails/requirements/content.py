"""Which words and signs a text must have, and which it must not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from rapidfuzz import fuzz

from guardrails.language import LATIN, NAMES, UNKNOWN_LATIN, language_of
from guardrails.requirements.days import days_in
from guardrails.requirements.requirement import Failure, whole
from guardrails.requirements.units import units

ALIKE = 92.0
"""Share of matching characters from which two items of one list say the same."""


@dataclass(frozen=True, slots=True)
class Includes:
    """Each of the phrases, in any case; as part of a longer word too, as in IFEval."""

    phrases: tuple[str, ...]

    def failures(self, text: str) -> tuple[Failure, ...]:
        folded = text.casefold()
        missing = [phrase for phrase in self.phrases if phrase.casefold() not in folded]
        return whole(f"does not have {_quoted(missing)}") if missing else ()

    def __str__(self) -> str:
        return f"has {_quoted(self.phrases)}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the answers, as written."""

    answers: tuple[str, ...]

    def failures(self, text: str) -> tuple[Failure, ...]:
        if any(answer in text for answer in self.answers):
            return ()
        return whole(f"is none of {_quoted(self.answers)}")

    def __str__(self) -> str:
        return f"one of {_quoted(self.answers)}"


@dataclass(frozen=True, slots=True)
class Excludes:
    """None of the words, in any case; a longer word that holds one is another word."""

    words: tuple[str, ...]

    def failures(self, text: str) -> tuple[Failure, ...]:
        pattern = self.pattern()
        return tuple(
            Failure(f'has the word "{found.group()}"', unit)
            for unit in units(text, "sentence")
            if (found := pattern.search(unit.text)) is not None
        )

    def pattern(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{'|'.join(re.escape(word) for word in self.words)})\b", re.IGNORECASE)

    def __str__(self) -> str:
        return f"without {_quoted(self.words)}"


@dataclass(frozen=True, slots=True)
class NoSign:
    """None of some signs, such as a comma."""

    signs: str
    """A regular expression for one of them."""
    noun: str

    def failures(self, text: str) -> tuple[Failure, ...]:
        pattern = re.compile(self.signs, re.MULTILINE)
        return tuple(
            Failure(f"has {self.noun}s", unit)
            for unit in units(text, "sentence")
            if pattern.search(unit.text) is not None
        )

    def __str__(self) -> str:
        return f"no {self.noun}s"


@dataclass(frozen=True, slots=True)
class Topic:
    """The first line, or the last one, is about something: it has its word, in any form."""

    word: str
    last: bool = False

    def failures(self, text: str) -> tuple[Failure, ...]:
        lines = units(text, "line")
        stem = self.word.casefold().rstrip("s")
        if lines and stem in lines[-1 if self.last else 0].text.casefold():
            return ()
        return whole(f"does not {'end' if self.last else 'start'} with the {self.word}")

    def __str__(self) -> str:
        return f"{'ends' if self.last else 'starts'} with the {self.word}"


@dataclass(frozen=True, slots=True)
class Language:
    """Written in one language (ISO 639-1); too short a text to tell passes."""

    code: str

    def failures(self, text: str) -> tuple[Failure, ...]:
        found = language_of(text)
        if found is None or found == self.code or (found == UNKNOWN_LATIN and self.code in LATIN):
            return ()
        return whole(f"is written in {NAMES.get(found, found)}; required: {NAMES.get(self.code, self.code)}")

    def __str__(self) -> str:
        return f"in {NAMES.get(self.code, self.code)}"


@dataclass(frozen=True, slots=True)
class NoDuplicates:
    """No item that says what one before it says."""

    def failures(self, text: str) -> tuple[Failure, ...]:
        found: list[Failure] = []
        before: list[str] = []
        for unit in units(text, "item")[:500]:  # each is compared with each; no list is longer
            plain = " ".join(re.findall(r"\w+", unit.text.casefold()))
            twin = next((n for n, one in enumerate(before, 1) if fuzz.ratio(one, plain) >= ALIKE), None)
            if twin is not None:
                found.append(Failure(f"says the same as item {twin}", unit))
            before.append(plain)
        return tuple(found)

    def __str__(self) -> str:
        return "no item twice"


@dataclass(frozen=True, slots=True)
class OneOwner:
    """No item with two owners before its colon: "Ann and Bob: ..."."""

    def failures(self, text: str) -> tuple[Failure, ...]:
        return tuple(
            Failure(f'has two owners, "{found[1]}"', unit)
            for unit in units(text, "item")
            if (
                found := re.match(
                    r"\W{0,4}([^\W\d_][^:\n]{0,60}?(?:\sand\s|\s?[&,/]\s?)[^:\n]{1,60}):", unit.text
                )
            )
        )

    def __str__(self) -> str:
        return "one owner an item"


@dataclass(frozen=True, slots=True)
class NotBefore:
    """No day with its year (2026-11-20, 20 November 2026) before a day."""

    day: date

    def failures(self, text: str) -> tuple[Failure, ...]:
        return tuple(
            Failure(f"has the date {early[0]}; required: not before {self.day.isoformat()}", unit)
            for unit in units(text, "line")
            if (early := [written for written, day in days_in(unit.text) if day < self.day])
        )

    def __str__(self) -> str:
        return f"no date before {self.day.isoformat()}"


def _quoted(phrases: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f'"{phrase}"' for phrase in phrases)
