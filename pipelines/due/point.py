"""Any day or period: the longest of all the ways to say one.

Depth is bounded ("a week after a week after ...") and what was read at a place is kept with the tokens, so
that reading a text takes time in proportion to its length.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, cast

from pipelines.due.arithmetic import MONTHS_IN
from pipelines.due.composed import Nth, Shift, WeekdayIn, WeekOf
from pipelines.due.earlier import Earlier, pointed_at
from pipelines.due.events import event
from pipelines.due.inside import nth, part, week_of
from pipelines.due.numbers import at
from pipelines.due.reading import Inner, Parsed, longest, skip
from pipelines.due.relative import ahead, neighbour, same_day, shift, weekdays_from
from pipelines.due.simple import simple
from pipelines.due.tokens import Tokens
from pipelines.due.values import (
    DayOfMonth,
    Expression,
    Month,
    MonthDay,
    Named,
    Period,
    Quarter,
    YearRef,
)
from pipelines.due.words import UNITS, WEEKDAYS

_DEPTH: Final = 3


def point(tokens: Tokens, index: int, depth: int = _DEPTH) -> Parsed:
    """A day or a period, however it is said."""
    if depth == 0 or index >= len(tokens):
        return None
    if (index, depth) not in tokens.memo:
        tokens.memo[index, depth] = _read(tokens, index, partial(point, tokens, depth=depth - 1))
    return cast(Parsed, tokens.memo[index, depth])


def _read(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    whole = longest(
        (
            simple(tokens, index),
            shift(tokens, index, inner),
            weekdays_from(tokens, index, inner),
            neighbour(tokens, index, inner),
            nth(tokens, index, inner),
            part(tokens, index, inner),
            ahead(tokens, index),
            week_of(tokens, index, inner),
            pointed_at(tokens, index),
            same_day(tokens, index, inner),
            event(tokens, index),
        )
    )
    return longest(
        (
            _with_weekday(tokens, whole),
            _with_date(tokens, whole, inner),
            _weekday_of(tokens, index, inner),
            whole,
        )
    )


def _weekday_of(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    """ "Tuesday of next week", "the Thursday two years from now"."""
    place = skip(tokens, skip(tokens, index, "on"), "the")
    number = WEEKDAYS.get(at(tokens, place).word)
    if number is None:
        return None
    base = inner(skip(tokens, skip(tokens, place + 1, ","), "of", "on"))
    return (_in_week(number, base[0]), base[1]) if base and _can_hold_weekday(base[0]) else None


def _with_weekday(tokens: Tokens, whole: Parsed) -> Parsed:
    """ "Next week, on Wednesday"."""
    if whole is None or not _can_hold_weekday(whole[0]):
        return None
    place = skip(tokens, skip(tokens, skip(tokens, whole[1], ","), "on"), "the")
    number = WEEKDAYS.get(at(tokens, place).word)
    return (_in_week(number, whole[0]), place + 1) if number is not None else None


def _with_date(tokens: Tokens, whole: Parsed, inner: Inner) -> Parsed:
    """ "Next year in March", "next month on the 5th"."""
    if whole is None or not isinstance(period := whole[0], Period) or period.recurs:
        return None
    found = inner(skip(tokens, skip(tokens, whole[1], ","), "on", "in", "at"))
    if found is None or at(tokens, found[1]).word in UNITS:  # "in the first week" is no first
        return None
    date, end = found
    if period.unit == "month" and isinstance(date, DayOfMonth) and date.weekday is None:
        return Nth(date.day, "day", period), end
    if period.unit == "year" and isinstance(date, (Month, MonthDay, Named, Quarter)) and date.year is None:
        return replace(date, year=YearRef(period.offset, "offset")), end
    return None


def _can_hold_weekday(expression: Expression) -> bool:
    if isinstance(expression, Period):
        return expression.unit == "week" and not expression.recurs
    if isinstance(expression, Nth):
        return expression.what == "week"
    return isinstance(expression, (WeekOf, Earlier)) or (
        isinstance(expression, Shift) and expression.unit in ("week", "fortnight", *MONTHS_IN)
    )


def _in_week(number: int, base: Expression) -> WeekdayIn:
    return WeekdayIn(number, base, by_week=not (isinstance(base, Shift) and base.unit in MONTHS_IN))
