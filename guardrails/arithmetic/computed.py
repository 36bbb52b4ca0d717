"""Does a claim's figure follow from the figures that were said: as their sum, difference or product?

The words around a figure say how it came about ("in total", "left"); the values are
computed from what was said. One value that is not the claim's shows it to be wrong; several show nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from guardrails.arithmetic.equations import is_result
from guardrails.arithmetic.figures import Mention
from guardrails.language.units import MONEY, SPANS

_TOTAL = re.compile(
    r"\b(?:totals?|sums?|altogether|together|in all|combined|overall|both|adds? up to|(?:comes?|came"
    r"|amounts) to)\b",
    re.I,
)
_COST = re.compile(r"\b(?:costs?|price|pays?|paid|spend|spent|bill|invoice)\b", re.I)
_DIFFERENCE = re.compile(
    r"\b(?:profit|loss|margin|surplus|deficit|difference|cheaper|(?:more|less|fewer|longer|higher|lower)"
    r" than|saves?|savings?|left|remain\w*|(?:over|under|above|below)(?: the)? budget|outstanding|unsold"
    r"|unpaid|to go|(?:up|down|\w+s) by)\b",
    re.I,
)
_ONE = r"(?:head|piece|person|guest|day|week|month|year|hour|night|unit|item|seat)"
_PER = re.compile(rf"^[\s,]*(?:for )?(?:each|apiece|per (?!cent)(?P<per>\w+)|an? (?P<a>{_ONE}))\b", re.I)
_ONE_IS = re.compile(
    rf"\b(?:(?:one|each|every(?:one|body)?)(?: of them| \w+)?|an? (?P<a>{_ONE})) (?:is|costs?|pays?"
    rf"|owes?)(?: about)? \W?$",
    re.I,
)
# Among more figures, some two always come to the one that is looked for.
_MANY = 12


@dataclass(frozen=True, slots=True)
class Reading:
    """A value, and where it comes from ("1,200 + 800 + 450")."""

    value: Decimal
    how: str


def readings(claimed: Mention, said: Sequence[Mention]) -> tuple[Reading, ...]:
    """Every value that the words around `claimed` name, computed from what was said."""
    if claimed.is_name:
        return ()
    said = [one for one in said if one.figure.firm][:_MANY]
    around = f"{claimed.before} {claimed.after}"
    found = [
        value
        for cue, units, make in _WAYS
        if claimed.figure.unit in units
        and (make is _difference or _unit_of_price(claimed) is None)
        and cue.search(around)
        for value in make(claimed, said)
    ]
    return tuple({reading.value: reading for reading in found}.values())


def fits(claimed: Mention, said: Sequence[Mention]) -> bool:
    """Whether the figure is one of the values that the words around it name."""
    values = (reading.value for reading in readings(claimed, said))
    return any(is_result(value, claimed.figure, claimed.text) for value in values)


def _amounts(claimed: Mention, said: Sequence[Mention]) -> list[Mention]:
    """What adds up to `claimed`: its unit, and bare figures that count nothing."""
    unit = claimed.figure.unit
    units = MONEY if unit in MONEY else {unit}
    found = [one for one in said if one.figure.unit in units]
    if unit in MONEY | SPANS:
        found += [one for one in said if not one.figure.unit and not _counts(one)]
    return found


def _counts(one: Mention) -> bool:
    """Whether a bare figure counts things: "twelve people", not "800 for the band"."""
    rest = one.text[one.figure.end :].lstrip()
    return (
        bool(rest)
        and rest[0].isalpha()
        and not rest.lower().startswith(("for ", "and ", "on ", "of ", "so "))
    )


def _unit_of_price(one: Mention) -> str | None:
    """What a price is for: "month", "" for "each"; None where it is for all."""
    if found := _PER.match(one.after):
        return (found["per"] or found["a"] or "").lower()
    found = _ONE_IS.search(one.before)
    return (found["a"] or "").lower() if found else None


def _total(claimed: Mention, said: Sequence[Mention]) -> Iterator[Reading]:
    amounts = _amounts(claimed, said)
    prices = [one for one in amounts if _unit_of_price(one) is not None]
    if not prices and len(amounts) > 1 and not any(_is_sum(one, amounts) for one in amounts):
        value = sum((one.figure.value for one in amounts), Decimal(0))
        yield Reading(value, " + ".join(one.words for one in amounts))
    if len(prices) == len(amounts) == 1:
        unit = _unit_of_price(prices[0])
        counts = [one for one in said if one.figure.unit == unit or (not one.figure.unit and _counts(one))]
        if len(counts) == 1:
            value = prices[0].figure.value * counts[0].figure.value
            yield Reading(value, f"{counts[0].words} x {prices[0].words}")


def _is_sum(one: Mention, amounts: Sequence[Mention]) -> bool:
    return len(amounts) > 2 and 2 * one.figure.value == sum(
        (other.figure.value for other in amounts), Decimal(0)
    )


def _difference(claimed: Mention, said: Sequence[Mention]) -> Iterator[Reading]:
    amounts = _amounts(claimed, said)
    if len(amounts) == 2:
        low, high = sorted(amounts, key=lambda one: one.figure.value)
        yield Reading(high.figure.value - low.figure.value, f"{high.words} - {low.words}")


_Make = Callable[[Mention, Sequence[Mention]], Iterator[Reading]]
_WAYS: tuple[tuple[re.Pattern[str], frozenset[str], _Make], ...] = (
    (_TOTAL, MONEY | SPANS | {""}, _total),
    (_COST, MONEY, _total),
    (_DIFFERENCE, MONEY | SPANS | {"", "%"}, _difference),
)
