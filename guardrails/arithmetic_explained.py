"""Does a figure come of the few that were said? Then it is not called wrong, whatever its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from guardrails.arithmetic_equations import rounds_to
from guardrails.figures_said import Said
from guardrails.numbers import Figure
from guardrails.units import CLOCK, MONEY

# Among more, some two always come to the one that is looked for.
_FEW = 5


def explains(claimed: Said, said: Sequence[Said], few: int = _FEW) -> bool:
    """Whether two of a few said figures, or all together, come to `claimed`: then it is not called wrong."""
    figures = [
        one.figure
        for one in said
        if (one.figure.firm or 0 < one.figure.value < 1) and one.figure.unit not in CLOCK | {"th", "label"}
    ]
    if len(figures) > few:
        return False
    values = [
        value for one, other in permutations(figures, 2) for value in _together(one, other, claimed.figure)
    ]
    if len(figures) > 1 and len({figure.unit for figure in figures if figure.unit}) <= 1:
        values.append(sum((figure.value for figure in figures), Decimal(0)))
    return any(rounds_to(value, claimed.figure, claimed.text) for value in values)


def _together(one: Figure, other: Figure, target: Figure) -> Iterator[Decimal]:
    """What two figures come to by one operation that suits their units and that of the target."""
    if other.unit == "%":
        if target.unit != "%":
            for times in (other.value, 100 - other.value, 100 + other.value):
                yield one.value * times / 100
    elif one.unit == other.unit and target.unit == "%":
        if other.value:
            yield 100 * one.value / other.value
    elif one.unit == other.unit or ({one.unit, other.unit} - MONEY == {""}):
        yield one.value + other.value
        yield one.value - other.value
    if not other.unit and target.unit != "%":
        yield one.value * other.value
        if other.value:
            yield one.value / other.value
