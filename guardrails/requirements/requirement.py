"""A requirement on a text, as a value that code can verify.

Divide-Verify-Refine (Zhang et al., 2024): a small model keeps each of several constraints, and loses them
together. So an instruction is divided into requirements, each is verified by itself, and each failure names
the unit that fails (which sentence, which bullet), because only that unit needs to be written again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from guardrails.requirements.units import Unit


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


def whole(reason: str) -> tuple[Failure, ...]:
    """The text as a whole fails."""
    return (Failure(reason),)
