"""Figures for one of many: "20 euros per guest", "everyone pays 30 euros".

Such a figure is never the sum of what was said, and no copy of a figure for all: it is an amount, or all
amounts together, over a count. Which amounts are meant, only words like "together" say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from guardrails.arithmetic_templates import (
    EACH,
    Reading,
    amounts_for,
    difference,
    is_amount,
    unit_of_price,
)
from guardrails.figures_said import Said
from guardrails.numbers import Figure, figures_in
from guardrails.units import MONEY, SPANS

_EVERYONE = re.compile(
    r"\b(?:every(?:one|body)(?: of us)?|(?:each|every)(?: one)?(?: of (?:us|them|you))?|we each)"
    r"(?: \w+){0,2}? (?:pays?|paid|owes?|gives?|gets?|chips? in)\b",
    re.IGNORECASE,
)
# Right behind a figure: "20 euros a guest", "20 euros/guest", "20 euros p.p.".
_FOR_ONE = re.compile(
    r"\s*(?:/\s?|,? (?:for )?(?:an?|each|every|per|pro|je) (?!lot\b|bit\b)|p(?=\.?p\b))([^\W\d_]+)",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\b(?:together|altogether|in all|in total|total|combined|overall)\b", re.IGNORECASE)
_ENDS = re.compile(r"[,;:.!?()](?:\s|\Z)|\s(?:and|but|so|while)\s", re.IGNORECASE)
_PEOPLE = frozenset("people person head guest member participant attendee visitor p".split())
# Among more, some amount over the count always comes near.
_FEW = 4
_STEM = 4  # letters that "bakery" and "bakeries" share


def is_rate(one: Said) -> bool:
    """Whether its own words say that it is for one of many."""
    if one.figure.unit == "%":
        return False
    return is_plain_rate(one) or any(cue.search(_words(one)) for cue in (EACH, _EVERYONE))


def is_plain_rate(one: Said) -> bool:
    """Whether the very next words say so."""
    if unit_of_price(one) is not None:
        return True
    is_measure = one.figure.unit in MONEY | SPANS
    return is_measure and _FOR_ONE.match(one.text, one.figure.end) is not None


def _words(one: Said) -> str:
    """The part of a sentence around `one`, without what belongs to the figures beside it."""
    figures = [figure for figure in figures_in(one.text) if figure.firm]
    start = max((it.end for it in figures if it.end <= one.figure.start), default=0)
    end = min((it.start for it in figures if it.start >= one.figure.end), default=len(one.text))
    before = one.text[start : one.figure.start].lstrip(" ,")
    if start and (own := EACH.match(before)):  # "at 11 euros each cost 671"
        before = before[own.end() :]
    before = _ENDS.split(before)[-1]
    after = _ENDS.split(one.text[one.figure.end : end].lstrip(" ,"))[0]
    return f"{before[-40:]} {one.words} {after[:30]}"


def rates(one: Said, said: Sequence[Said]) -> Iterator[Reading]:
    """What one of many can be: an amount, or all together, over the count; sure only where it is plain."""
    unit = _unit(one)
    prices = [other for other in amounts_for(one.figure, said) if unit_of_price(other) == unit]
    if len(prices) > 1:
        whole = sum((other.figure.value for other in prices), Decimal(0))
        yield Reading(whole, " + ".join(other.words for other in prices), is_sure=False)
    count = _count(one, said)
    amounts = [
        other
        for other in amounts_for(one.figure, said)
        if unit_of_price(other) is None and other is not count and not other.is_part
    ]
    if one.figure.unit not in MONEY | SPANS or count is None or not 0 < len(amounts) <= _FEW:
        return
    # Beside a price for one, a bare figure may be another such price.
    is_sure = len(amounts) == 1 and all(unit_of_price(other) is None for other in said)
    per = count.figure.value
    for other in amounts:
        yield Reading(other.figure.value / per, f"{other.words} / {count.words}", is_sure)
    if len(amounts) > 1:
        whole = sum((other.figure.value for other in amounts), Decimal(0))
        how = f"({' + '.join(other.words for other in amounts)}) / {count.words}"
        yield Reading(whole / per, how, _TOGETHER.search(_words(one)) is not None)


def of_prices(target: Figure, said: Sequence[Said]) -> Reading | None:
    """The difference of the two prices for one."""
    return difference(target, [other for other in said if unit_of_price(other) is not None])


def _count(one: Said, said: Sequence[Said]) -> Said | None:
    """Over how many: the one count that can be meant by what `one` is for."""
    unit = _unit(one)
    counts = [
        other
        for other in said
        if other.figure.firm
        and other.figure.value > 0
        and other.figure.unit == (unit if unit in SPANS else "")
        and other.figure.unit != one.figure.unit
    ]
    named = [other for other in counts if unit and other.after[:_STEM] == unit[:_STEM]]
    if unit and unit not in SPANS | _PEOPLE:
        return named[0] if len(named) == 1 else None
    counts = named or [other for other in counts if not is_amount(other)] or counts
    return counts[0] if len(counts) == 1 else None


def _unit(one: Said) -> str:
    """What it is for one of: "week", "guest", "" for "each"."""
    unit = unit_of_price(one)
    if unit is None:
        found = _FOR_ONE.match(one.text, one.figure.end) or EACH.search(_words(one))
        unit = (found[1] or "").lower() if found else ""
    return unit
