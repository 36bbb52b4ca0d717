"""How long something lasts, from two times of day, or two days of a month, that were said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from guardrails.arithmetic_templates import Reading, Template, noun_follows
from guardrails.figures_said import Said
from guardrails.numbers import Figure
from guardrails.units import CLOCK, MINUTES

_HALF_DAY = 720
_MANY = 4
# Behind these stands a time: "at nine", "from two to half past three".
_AT = re.compile(r"\b(?:at|from|to|until|till|til|between|and|by)(?: about| around)?\s\Z", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:ends?|close[sd]?|finish(?:es)?|over|until|till|stops?)\b", re.IGNORECASE)


def span(target: Figure, said: Sequence[Said]) -> Reading | None:
    """Between two times of day, in minutes or hours; "from 9:30 to 11" says one of them without its unit."""
    times = [other for other in said if other.figure.unit in CLOCK]
    if len(times) == 1:
        times = [other for other in said if other in times or _may_be_time(other.figure)]
    if target.unit not in ("minute", "hour") or len(times) != 2:
        return None
    is_sure = _UNTIL.search(times[0].text[: times[0].figure.start][-_MANY * 10 :]) is None
    return _between(times[0], times[1], target, is_sure)


def spans(one: Said, said: Sequence[Said]) -> Iterator[Reading]:
    """Every time between two of the few times that were said, also in bare words: "at nine"."""
    times = [other for other in said if other.figure.unit in CLOCK or is_time(other)]
    if one.figure.unit not in ("minute", "hour") or len(times) > _MANY:
        return
    for start in times:
        for end in times:
            if start is not end:
                yield _between(start, end, one.figure, is_sure=False)
                yield _between(start, end, one.figure, is_sure=False, later=_HALF_DAY)


def is_end(one: Said, said: Sequence[Said]) -> bool:
    """Whether it is a said time of day and a said while later, or before: an hour and a half from 3 pm."""
    if one.figure.unit not in CLOCK or (at := _time_of(one.figure)) is None:
        return False
    times = [_time_of(other.figure) for other in said if other.figure.unit in CLOCK or is_time(other)]
    lasting = [other.figure.value * MINUTES.get(other.figure.unit, 0) for other in said]
    return any(
        (time + sign * minutes - at) % _HALF_DAY == 0
        for time in times
        if time is not None
        for minutes in lasting
        if minutes
        for sign in (1, -1)
    )


def is_time(said: Said) -> bool:
    """Whether a bare figure is a time of day: the word before it is said of times, and it counts nothing."""
    if said.figure.unit in CLOCK:
        return True
    if not said.figure.firm and said.words.lower() != "one":
        return False
    is_bare = not said.figure.unit and _time_of(said.figure) is not None
    return is_bare and not noun_follows(said) and _AT.search(said.text[: said.figure.start]) is not None


def _between(start: Said, end: Said, target: Figure, is_sure: bool, later: int = 0) -> Reading:
    first, last = (_time_of(time.figure) or 0 for time in (start, end))
    whole = 2 * _HALF_DAY if _tells_half(start.figure, end.figure) else _HALF_DAY
    minutes = ((last - first) % whole or whole) + later
    value = Decimal(minutes) / (60 if target.unit == "hour" else 1)
    return Reading(value, f"from {start.words} to {end.words}", is_sure)


def _time_of(figure: Figure) -> int | None:
    """Minutes from midnight; of "seven thirty", that is also 730, the two numbers are taken."""
    value = figure.value
    if not figure.unit and len(figure.parts) == 2 and figure.parts[1] < 60:
        value = figure.parts[0] + figure.parts[1] / 100
    if not 0 <= value <= 24 or value % 1 >= Decimal("0.6"):
        return None
    half = 12 * (figure.unit == "pm" and value < 12) - 12 * (figure.unit == "am" and value >= 12)
    return (int(value) + half) * 60 + int(value % 1 * 100)


def _tells_half(*times: Figure) -> bool:
    """Whether morning and evening are told apart: "14:00", or "am" and "pm"."""
    return any(13 <= time.value <= 24 for time in times) or {time.unit for time in times} <= {"am", "pm"}


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
