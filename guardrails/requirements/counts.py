"""How many: words, sentences, bullets, letters, in the text or in each of its units."""

from __future__ import annotations

from dataclasses import dataclass

from guardrails.requirements.requirement import Failure, whole
from guardrails.requirements.units import SPANS, plural, units


@dataclass(frozen=True, slots=True)
class Count:
    """So many units of one kind, both bounds included, in the text or in `each` unit of another kind."""

    kind: str
    low: int = 0
    high: int | None = None
    each: str | None = None

    def failures(self, text: str) -> tuple[Failure, ...]:
        if self.each is None:
            reason = self._reason(len(SPANS[self.kind](text)))
            return whole(reason) if reason else ()
        found = []
        for unit in units(text, self.each):
            reason = self._reason(len(SPANS[self.kind](unit.text)))
            if reason:
                found.append(Failure(reason, unit))
        return tuple(found)

    def _reason(self, count: int) -> str:
        if self.low <= count and (self.high is None or count <= self.high):
            return ""
        return f"has {plural(count, self.kind)}; required: {self._bounds()}"

    def _bounds(self) -> str:
        if self.high is None:
            return f"at least {self.low}"
        if self.low == self.high:
            return f"exactly {self.low}"
        return f"{self.low} to {self.high}" if self.low else f"at most {self.high}"

    def __str__(self) -> str:
        bound = self.low if self.high is None else self.high
        noun = self.kind if bound == 1 else f"{self.kind}s"
        return f"{self._bounds()} {noun}" + (f" in each {self.each}" if self.each else "")


@dataclass(frozen=True, slots=True)
class Frequency:
    """So many times a phrase or a character, in any case; part of a longer word counts, as in IFEval."""

    phrase: str
    low: int = 0
    high: int | None = None

    def failures(self, text: str) -> tuple[Failure, ...]:
        count = text.casefold().count(self.phrase.casefold())
        if count >= self.low and (self.high is None or count <= self.high):
            return ()
        return whole(f'has "{self.phrase}" {count} times; required: {self._bounds()}')

    def _bounds(self) -> str:
        return f"at least {self.low}" if self.high is None else f"at most {self.high}"

    def __str__(self) -> str:
        return f'"{self.phrase}" {self._bounds()} times'
