"""Steps in the Gregorian calendar.

Every function may raise ValueError or OverflowError at the calendar's ends.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from pipelines.conventions import USUAL, Conventions

FRIDAY: Final = 4
SATURDAY: Final = 5
MONTHS_IN: Final = {"month": 1, "quarter": 3, "year": 12}
DAYS_IN: Final = {"day": 1, "week": 7, "fortnight": 14}


class MoreNeededError(ValueError):
    """Words name a day, but only with more than is known here: whose country, which day was named before."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a phrase is resolved against: the local day on which it was said, and the house's conventions."""

    said_on: date
    conventions: Conventions = USUAL
    day_first: bool = False
    """4/5 is the fourth of May in the language of the phrase, whatever the house's convention."""
    before: date | None = None
    """A day that was named just before, in the same phrase."""


@dataclass(frozen=True, slots=True)
class Span:
    """From the first to the last day meant, both included."""

    start: date
    end: date


def one(day: date) -> Span:
    return Span(day, day)


def last_day_of_month(day: date) -> date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def add_months(day: date, months: int) -> date:
    """The same day of another month, or its last one where the month is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    first = date(year, month + 1, 1)
    return first.replace(day=min(day.day, last_day_of_month(first).day))


def add_business_days(day: date, count: int) -> date:
    """Monday to Friday count; public holidays differ by place and count too."""
    step = 1 if count > 0 else -1
    while count:
        day += timedelta(days=step)
        if day.weekday() < SATURDAY:
            count -= step
    return day


def add(day: date, count: int, unit: str) -> date:
    if unit == "business":
        return add_business_days(day, count)
    if unit in MONTHS_IN:
        return add_months(day, count * MONTHS_IN[unit])
    return day + timedelta(days=count * DAYS_IN[unit])


def week_of(day: date, frame: Frame) -> date:
    """The first day of the week that holds `day`."""
    return day - timedelta(days=(day.weekday() - frame.conventions.week_start) % 7)


def first_day(day: date, unit: str, frame: Frame) -> date:
    """The first day of the week, month, quarter or year that holds `day`."""
    if unit in ("week", "fortnight"):
        return week_of(day, frame)
    if unit == "month":
        return day.replace(day=1)
    if unit == "quarter":
        return day.replace(month=day.month - (day.month - 1) % 3, day=1)
    return day.replace(month=1, day=1)


def on_or_after(day: date, weekday: int) -> date:
    return day + timedelta(days=(weekday - day.weekday()) % 7)


def on_or_before(day: date, weekday: int) -> date:
    return day - timedelta(days=(day.weekday() - weekday) % 7)
