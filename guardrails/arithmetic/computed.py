"""Does a claim's figure follow from the figures that were said: as their sum, difference, product, share,
span?

The words around a figure say how it came about ("in total", "left", "each", "percent of"); the values are
computed from what was said. One value that is not the claim's shows it to be wrong; several show nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from guardrails.arithmetic.figures import Mention, rounds_to
from guardrails.units import CLOCK, MONEY, SPANS

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
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.I)
_CHANGE = re.compile(
    r"\b(?:gr[eo]w\w*|r[io]s\w+|increas\w+|up|higher|f[ae]ll\w*|drop\w*|down|decreas\w+|lower|changed?)\b",
    re.I,
)
_SHARE = re.compile(r"(?:%|\bpercent\w*) of\b|\b(?:share|proportion)\b", re.I)
_DISCOUNT = re.compile(
    r"\b(?:after|with|less|minus|including|plus|discount|deposit|commission|tax|vat|fee|tip|saving)\b", re.I
)
_LASTS = re.compile(r"\b(?:lasts?|takes?|long|duration|runs?|goes on|open|for|from)\b", re.I)
_ONE = r"(?:head|piece|person|guest|day|week|month|year|hour|night|unit|item|seat)"
_PER = re.compile(rf"^[\s,]*(?:for )?(?:each|apiece|per (?!cent)(?P<per>\w+)|an? (?P<a>{_ONE}))\b", re.I)
_ONE_IS = re.compile(
    rf"\b(?:(?:one|each|every(?:one|body)?)(?: of them| \w+)?|an? (?P<a>{_ONE})) (?:is|costs?|pays?"
    rf"|owes?)(?: about)? \W?$",
    re.I,
)
# Among more figures, some two always come to the one that is looked for.
_FEW, _MANY = 4, 12
_DAY = 24 * 60


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
        for cue, is_of, make in _WAYS
        if is_of(claimed) and cue.search(around)
        for value in make(claimed, said)
    ]
    return tuple({reading.value: reading for reading in found}.values())


def fits(claimed: Mention, said: Sequence[Mention]) -> bool:
    """Whether the figure is one of the values that the words around it name."""
    values = (reading.value for reading in readings(claimed, said))
    return any(rounds_to(value, claimed.figure, loose=_is_loose(claimed)) for value in values)


def _is_loose(claimed: Mention) -> bool:
    return (
        re.search(r"(?:about|around|roughly|approximately|almost|nearly|[≈~])\s*\W?\s*$", claimed.before)
        is not None
    )


def _amounts(claimed: Mention, said: Sequence[Mention]) -> list[Mention]:
    """What adds up to `claimed`: its unit, and bare figures that count nothing."""
    unit = claimed.figure.unit
    units = MONEY if unit in MONEY else {unit}
    found = [one for one in said if one.figure.unit in units]
    if unit in MONEY | SPANS:
        found += [one for one in said if not one.figure.unit and not _counts(one)]
    return found if unit or len({one.noun for one in found} - {""}) < 2 else []


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


def _average(claimed: Mention, said: Sequence[Mention]) -> Iterator[Reading]:
    amounts = _amounts(claimed, said)
    if len(amounts) > 1:
        value = sum((one.figure.value for one in amounts), Decimal(0)) / len(amounts)
        yield Reading(value, f"({' + '.join(one.words for one in amounts)}) / {len(amounts)}")


def _each(claimed: Mention, said: Sequence[Mention]) -> Iterator[Reading]:
    """What is left for each: all amounts over the one count."""
    amounts, counts = _amounts(claimed, said), [one for one in said if not one.figure.unit and _counts(one)]
    if amounts and len(counts) == 1 and counts[0].figure.value:
        value = sum((one.figure.value for one in amounts), Decimal(0)) / counts[0].figure.value
        yield Reading(value, f"({' + '.join(one.words for one in amounts)}) / {counts[0].words}")


def _share(claimed: Mention, said: Sequence[Mention]) -> Iterator[Reading]:
    amounts = [one for one in said if one.figure.unit in MONEY or not one.figure.unit]
    if len(amounts) == 2 and all(one.figure.value > 0 for one in amounts):
        one, other = (amount.figure.value for amount in amounts)
        words = amounts[0].words, amounts[1].words
        yield Reading(100 * one / (one + other), f"{words[0]} of {words[0]} + {words[1]}")
        yield Reading(100 * other / (one + other), f"{words[1]} of {words[0]} + {words[1]}")
        yield Reading(100 * min(one, other) / max(one, other), f"{words[0]} of {words[1]}")


def _change(claimed: Mention, said: Sequence[Mention]) -> Iterator[Reading]:
    amounts = [one for one in said if one.figure.unit != "%"]
    if len(amounts) == 2 and amounts[0].figure.value:
        one, other = (amount.figure.value for amount in amounts)
        yield Reading(abs(other - one) * 100 / one, f"from {amounts[0].words} to {amounts[1].words}")


def _part(claimed: Mention, said: Sequence[Mention]) -> Iterator[Reading]:
    percents = [one for one in said if one.figure.unit == "%"]
    amounts = [one for one in said if one.figure.unit in MONEY]
    if len(percents) == 1 and len(amounts) == 1:
        percent, amount = percents[0].figure.value, amounts[0].figure.value
        around = f"{claimed.before} {claimed.after}".lower()
        is_more = re.search(r"\b(?:plus|including|with)\b.*\b(?:tax|vat|tip|fee|commission)", around)
        is_rest = re.search(r"\b(?:after|with|less|minus|including) (?:the|a|our) ", around)
        times = 100 + percent if is_more else 100 - percent if is_rest else percent
        yield Reading(amount * times / 100, f"{amounts[0].words} and {percents[0].words}")


def _span(claimed: Mention, said: Sequence[Mention]) -> Iterator[Reading]:
    times = [one for one in said if one.figure.unit in CLOCK]
    if len(times) == 2:
        start, end = (_minutes(one) for one in times)
        value = Decimal((end - start) % (_DAY if max(start, end) > _DAY // 2 else _DAY // 2))
        how = f"from {times[0].words} to {times[1].words}"
        yield Reading(value / 60 if claimed.figure.unit == "hour" else value, how)


def _minutes(time: Mention) -> int:
    value = time.figure.value
    half = 12 * (time.figure.unit == "pm" and value < 12)
    return (int(value) + half) * 60 + int(value % 1 * 100)


_Make = Callable[[Mention, Sequence[Mention]], Iterator[Reading]]
_ANY = re.compile("")


def _is(*units: str, each: bool = False) -> Callable[[Mention], bool]:
    return lambda one: one.figure.unit in units and (_unit_of_price(one) is not None) == each


_WAYS: tuple[tuple[re.Pattern[str], Callable[[Mention], bool], _Make], ...] = (
    (_TOTAL, _is(*MONEY, *SPANS, ""), _total),
    (_COST, _is(*MONEY), _total),
    (_DIFFERENCE, lambda one: one.figure.unit in {*MONEY, *SPANS, "", "%"}, _difference),
    (_AVERAGE, _is(*MONEY, *SPANS, "", "%"), _average),
    (_ANY, _is(*MONEY, *SPANS, each=True), _each),
    (_SHARE, _is("%"), _share),
    (_CHANGE, _is("%"), _change),
    (_DISCOUNT, _is(*MONEY), _part),
    (_LASTS, _is("minute", "hour"), _span),
)
