"""Can a said figure stand in the place of a claim's: a price for a price, but no time of day for hours?"""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.arithmetic_rates import is_rate
from guardrails.arithmetic_span import is_time
from guardrails.arithmetic_templates import unit_of_price
from guardrails.figures_joined import parts_of
from guardrails.figures_rival import beside, is_slip
from guardrails.figures_said import Said, follows
from guardrails.numbers import alike, figures_in
from guardrails.units import SPANS


def fitting(other: Said | None, one: Said) -> Said | None:
    """`other`, where it is a figure of the same kind as `one`."""
    if other is None:
        return None
    if one.figure.unit in SPANS and is_time(other):
        return None  # "open at nine" is no "nine hours"
    if parts_of(one.words) and not parts_of(other.words):
        return None
    if one.figure.unit != "%" and is_rate(one) and not is_rate(other):
        return None
    return other


def unlike_price(other: Said | None, one: Said) -> Said | None:
    """`other`, unless it is a price for one, or for a time, and `one` is for all, or another time."""
    other = fitting(other, one)
    unit = unit_of_price(other) if other is not None else None
    if other is None or unit is None or unit == unit_of_price(one):
        return other
    return other if beside(one, other) and unit_of_price(one) is None else None


def no_part(other: Said | None, one: Said, said: Sequence[Said]) -> Said | None:
    """`other`, unless it is one of several amounts and `one` is more than each: a wrong total then."""
    amounts = [it.figure.value for it in said if it.figure.firm and it.figure.unit in ("", one.figure.unit)]
    in_range = other is not None and one.phrases[0] == other.phrases[0] and figures_in(one.phrases[0])
    if other is None or in_range or is_slip(one.figure, other.figure) or len(amounts) < 2:
        return other  # "fifteen to twenty percent"
    return None if one.figure.unit and one.figure.value > max(amounts) else other


def is_of_same(one: Said, other: Said) -> bool:
    """Whether both count the same thing, or are the price of one: then it is a copy and no result."""
    if follows(one) and follows(other) and one.after == other.after and not one.figure.unit:
        return True
    price = unit_of_price(one)
    return price is not None and price == unit_of_price(other)


def is_in_place(one: Said, other: Said) -> bool:
    in_unit = alike(one.figure, other.figure) and one.figure.unit not in ("", "label")
    return in_unit or beside(one, other)
