"""Requirements on a text, as values that code can verify.

Divide-Verify-Refine (Zhang et al., 2024): a small model keeps each of several constraints, and loses them
together. So an instruction is divided into requirements, each is verified by itself, and each failure names
the unit that fails (which sentence, which bullet), because only that unit needs to be written again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from guardrails.constraint.units import SPANS, Unit, plural, units
from guardrails.language.detecting import LATIN, NAMES, UNKNOWN_LATIN, language_of

SIGNS = {
    "comma": r",+(?=\s|$)",
    "exclamation mark": "!+",
    "question mark": r"\?",
    "emoji": "[\U0001f300-\U0001faff\u2600-\u27bf]",
    "Markdown sign": r"[*_`]|^#{1,6}\s",
}
"""What can be forbidden, and how it looks."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One unit that does not keep a requirement."""

    reason: str
    """What is wrong with it, for the model and the reader: "has 14 words; required: at most 12"."""
    unit: Unit | None = None
    """The unit that fails; None for the text as a whole."""

    def __str__(self) -> str:
        return f"{self.unit.name if self.unit else 'the text'} {self.reason}"


class Requirement(Protocol):
    """What a text must be; `str()` says it in plain words."""

    def failures(self, text: str) -> tuple[Failure, ...]:
        """The units of `text` that do not keep it, in order; empty when it holds."""
        ...


def _whole(holds: bool, reason: str) -> tuple[Failure, ...]:
    return () if holds else (Failure(reason),)


@dataclass(frozen=True, slots=True)
class Count:
    """So many units of one kind, both bounds included, in the text or in `each` unit of another kind."""

    kind: str
    low: int = 0
    high: int | None = None
    each: str | None = None

    def failures(self, text: str) -> tuple[Failure, ...]:
        found = []
        for unit in units(text, self.each) if self.each else (None,):
            count = len(SPANS[self.kind](unit.text if unit else text))
            if count < self.low or (self.high is not None and count > self.high):
                found.append(Failure(f"has {plural(count, self.kind)}; required: {self._bounds()}", unit))
        return tuple(found)

    def _bounds(self) -> str:
        if self.high is None:
            return f"at least {self.low}"
        if self.low == self.high:
            return f"exactly {self.low}"
        return f"{self.low} to {self.high}" if self.low else f"at most {self.high}"

    def __str__(self) -> str:
        noun = self.kind if (self.low if self.high is None else self.high) == 1 else f"{self.kind}s"
        return f"{self._bounds()} {noun}" + (f" in each {self.each}" if self.each else "")


@dataclass(frozen=True, slots=True)
class Excludes:
    """None of the words, in any case; a longer word that holds one is another word."""

    words: tuple[str, ...]

    def failures(self, text: str) -> tuple[Failure, ...]:
        pattern = re.compile(rf"\b(?:{'|'.join(re.escape(word) for word in self.words)})\b", re.IGNORECASE)
        found = ((unit, pattern.search(unit.text)) for unit in units(text, "sentence"))
        return tuple(Failure(f'has the word "{match.group()}"', unit) for unit, match in found if match)

    def __str__(self) -> str:
        return "without " + ", ".join(f'"{word}"' for word in self.words)


@dataclass(frozen=True, slots=True)
class NoSign:
    """None of some sign, such as an exclamation mark: one of SIGNS."""

    noun: str

    def failures(self, text: str) -> tuple[Failure, ...]:
        pattern = re.compile(SIGNS[self.noun], re.MULTILINE)
        found = (unit for unit in units(text, "sentence") if pattern.search(unit.text))
        return tuple(Failure(f"has {self.noun}s", unit) for unit in found)

    def __str__(self) -> str:
        return f"no {self.noun}s"


@dataclass(frozen=True, slots=True)
class Language:
    """Written in one language (ISO 639-1); too short a text to tell passes."""

    code: str

    def failures(self, text: str) -> tuple[Failure, ...]:
        found = language_of(text)
        holds = found in (None, self.code) or (found == UNKNOWN_LATIN and self.code in LATIN)
        names = NAMES.get(found or "", found), NAMES.get(self.code, self.code)
        return _whole(holds, f"is written in {names[0]}; required: {names[1]}")

    def __str__(self) -> str:
        return f"in {NAMES.get(self.code, self.code)}"
