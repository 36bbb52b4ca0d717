"""How long something lasts, from two times of day, or two days of a month, that were said."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from guardrails.arithmetic_templates import Reading, Template
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


def days(first: int) -> Template:
    """From one day of a month to another; `first` is 1 where the first day counts, too."""

    def make(target: Figure, said: Sequence[Said]) -> Reading | None:
        found = {int(one.figure.value): one for one in said if _may_be_day(one)}
        if target.unit != "day" or len(found) != 2:
            return None
        (start, one), (end, other) = sorted(found.items())
        return Reading(Decimal(end - start + first), f"from {one.words} to {other.words}")

    return make


def _may_be_day(said: Said) -> bool:
    return said.figure.unit == "th" and said.figure.value % 1 == 0


def _may_be_time(figure: Figure) -> bool:
    return figure.firm and not figure.unit and figure.value <= 24 and figure.value % 1 == 0
