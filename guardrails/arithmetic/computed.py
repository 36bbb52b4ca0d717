"""Does a claim's figure follow from the figures that were said: as their sum, difference or product?

The words around a figure say how it came about ("in total", "left"); the values are
computed from what was said. One value that is not the claim's shows it to be wrong; several show nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from guardrails.arithmetic.equations import is_result
from guardrails.arithmetic.figures import Mention
from guardrails.language import Language, tokens_of
from guardrails.language.phrases import line_of
from guardrails.language.units import MONEY, SPANS

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
    around = line_of(_words(f"{claimed.before} {claimed.after}", claimed.tables))
    found = [
        value
        for cue, units, make in _WAYS
        if claimed.figure.unit in units
        and (make is _difference or _unit_of_price(claimed) is None)
        and around in claimed.tables.phrases(cue)
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


def _words(text: str, tables: Language) -> list[str]:
    return [token.text for token in tokens_of(text, tables) if token.text != ","]


def _counts(one: Mention) -> bool:
    """Whether a bare figure counts things: "twelve people", not "800 for the band"."""
    return one.beside[1] != ""


def _unit_of_price(one: Mention) -> str | None:
    """What a price is for: "month", "each"; None where it is for all."""
    before, after = _words(one.before, one.tables), _words(one.after, one.tables)
    for first, last in one.tables.phrases("price_for").find(line_of(after)):
        if first == 0:
            return after[last - 1]
    for first, last in one.tables.phrases("price_of").find(line_of(before)):
        if last == len(before):
            return before[first + 1]
    return None


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
_WAYS: tuple[tuple[str, frozenset[str], _Make], ...] = (
    ("total", MONEY | SPANS | {""}, _total),
    ("cost", MONEY, _total),
    ("difference", MONEY | SPANS | {"", "%"}, _difference),
)
"""The list of words that say how a figure came about, the units of such a figure, and how it is made."""
