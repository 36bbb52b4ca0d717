"""How long something lasts, from two times of day that were said."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from guardrails.arithmetic_templates import Reading
from guardrails.figures_said import Said
from guardrails.numbers import Figure
from guardrails.units import CLOCK


def span(target: Figure, said: Sequence[Said]) -> Reading | None:
    """Between two times of day, in minutes or hours; "from 9:30 to 11" says one of them without its unit."""
    times = [other for other in said if other.figure.unit in CLOCK]
    if len(times) == 1:
        times = [other for other in said if other in times or _may_be_time(other.figure)]
    if target.unit not in ("minute", "hour") or len(times) != 2:
        return None
    start, end = (int(time.figure.value) * 60 + int(time.figure.value % 1 * 100) for time in times)
    minutes = (end - start) % 720 or 720
    value = Decimal(minutes) / (60 if target.unit == "hour" else 1)
    return Reading(value, f"from {times[0].words} to {times[1].words}")


def _may_be_time(figure: Figure) -> bool:
    return figure.firm and not figure.unit and figure.value <= 24 and figure.value % 1 == 0
