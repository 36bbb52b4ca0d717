"""What the tape says of how a claim was drafted, beside what guardrails did to it."""

from __future__ import annotations

from collections.abc import Iterable

from guardrails.core.types import Claim, Tape, TapeEntry

AGREED = "both-engines"
"""Flag of a claim that language model and rules engine found, each by itself."""
CONFIRMED = "second-opinion"
"""Flag of a claim that the rules engine found and the model, asked, confirmed."""

_TOLD = {
    AGREED: "the language model and the rules engine found it, each by itself",
    CONFIRMED: "the rules engine found it, and the language model confirmed it when asked",
}


def opinions(claims: Iterable[Claim]) -> Tape:
    """One entry for each claim on which two engines agree."""
    return tuple(
        TapeEntry("second opinion", claim.id, "verified", claim.text, claim.text, _TOLD[flag])
        for claim in claims
        for flag in claim.flags
        if flag in _TOLD
    )
