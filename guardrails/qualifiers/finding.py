"""What a check of qualifiers found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["negation", "refusal", "question", "past", "condition", "exception", "hedge"]
GRAVEST_FIRST: tuple[Kind, ...] = (
    *("negation", "refusal", "question", "past", "condition", "exception", "hedge"),
)
"""A claim that fails by one of the first is not mended by putting back one of the last."""

RESTORED = "qualifier-restored"
"""Flag of a claim to which a condition or an exception was put back."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A qualifier of the evidence that the claim has lost."""

    kind: Kind
    said: str
    """The words that qualify, as they were said."""
    certain: bool
    """Plain enough to change the claim by it."""
    before: str = ""
    """The word that stands before them; empty at the beginning of a clause."""
    segment_id: str = ""
    """Of the segment that says it, where the claim need not cite it."""
    inside: bool = False
    """Words of the claim follow them in the same clause."""
    share: float = 1.0
    """0..1, how much of the claim the clause says that they stand in."""
