"""Percentages: which share one amount is of another or of both, and by how much it went up or down."""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.arithmetic_templates import Reading, Template, is_count
from guardrails.figures_said import Said
from guardrails.numbers import Figure
from guardrails.units import MONEY

# Before the amount that parts are taken of: "the budget is 1,200". Of two prices neither is the whole.
_WHOLE = re.compile(
    r"\b(?:budget|total|funds?|grant|income|revenue|raised|collected|limit|goal|target|had|there (?:are|were)"
    r"|of|from)\b",
    re.IGNORECASE,
)
_NEAR = 40


def share(target: Figure, said: Sequence[Said]) -> Reading | None:
    """Which percentage one amount is of the other; that this is the whole, its words have to say."""
    amounts = _two(target, said)
    if not amounts:
        return None
    part, whole = sorted(amounts, key=lambda amount: amount.figure.value)
    before = whole.text[max(0, whole.figure.start - _NEAR) : whole.figure.start]
    value = 100 * part.figure.value / whole.figure.value
    is_sure = part.is_part or _WHOLE.search(before) is not None
    return Reading(value, f"{part.words} of {whole.words}", is_sure)


def share_of_both(place: int) -> Template:
    """Which percentage the lower (0) or the higher (1) amount is of both together."""

    def make(target: Figure, said: Sequence[Said]) -> Reading | None:
        amounts = sorted(_two(target, said), key=lambda amount: amount.figure.value)
        if not amounts:
            return None
        low, high = amounts
        value = 100 * amounts[place].figure.value / (low.figure.value + high.figure.value)
        how = f"{amounts[place].words} of {low.words} + {high.words}"
        return Reading(value, how, is_sure=False)

    return make


def changed(direction: int) -> Template:
    """By how many percent it went up (1), down (-1), or from the one said first to the other (0)."""

    def make(target: Figure, said: Sequence[Said]) -> Reading | None:
        amounts = _two(target, said)
        if not amounts:
            return None
        if direction:
            amounts.sort(key=lambda amount: direction * amount.figure.value)
        before, after = (amount.figure.value for amount in amounts)
        how = f"from {amounts[0].words} to {amounts[1].words}"
        return Reading(abs(100 * (after - before) / before), how)

    return make


def _two(target: Figure, said: Sequence[Said]) -> list[Said]:
    """The only two amounts, or counts, that were said; nothing where `target` is no percentage."""
    amounts = [other for other in said if other.figure.unit in MONEY or is_count(other)]
    is_plain = target.unit == "%" and len(amounts) == 2
    return amounts if is_plain and all(amount.figure.value > 0 for amount in amounts) else []
