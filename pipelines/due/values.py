"""Dates as they are meant, before anybody asks on which day it was said.

Each expression resolves to a `Span` against a `Frame`. ValueError and OverflowError leave here for days that
do not exist (30 February, the year 9999 and a week); the public functions turn them into None. `recurs` marks
expressions that come again ("March", "the month"): something inside them that is over by the day it was said
means the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Literal, Protocol

from pipelines.due.arithmetic import (
    SATURDAY,
    Frame,
    MoreNeededError,
    add,
    add_months,
    first_day,
    last_day_of_month,
    on_or_after,
    on_or_before,
    week_of,
)

Which = Literal["bare", "this", "coming", "next", "last"]


@dataclass(frozen=True, slots=True)
class Span:
    """From the first to the last day meant, both included; `time` is a time of day that was said with it."""

    start: date
    end: date
    time: time | None = None


class Expression(Protocol):
    @property
    def recurs(self) -> bool: ...
    def resolve(self, frame: Frame) -> Span: ...


def day(value: date) -> Span:
    return Span(value, value)


@dataclass(frozen=True, slots=True)
class Today:
    """Today and its neighbours, by their distance in days."""

    offset: int
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        return day(frame.said_on + timedelta(days=self.offset))


@dataclass(frozen=True, slots=True)
class Weekday:
    weekday: int
    which: Which = "bare"
    weeks_more: int = 0
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        said = frame.said_on
        if self.which == "this":
            found = on_or_after(said, self.weekday)
        elif self.which == "next":
            found = on_or_after(week_of(said, frame) + timedelta(weeks=1), self.weekday)
        elif self.which == "last":
            found = on_or_after(week_of(said, frame) - timedelta(weeks=1), self.weekday)
        else:
            found = on_or_after(said + timedelta(days=1), self.weekday)
        return day(found + timedelta(weeks=self.weeks_more))


@dataclass(frozen=True, slots=True)
class YearRef:
    """A year as it was said: in full, in two figures, or by its distance from this one."""

    value: int
    kind: Literal["full", "short", "offset"] = "full"

    def year(self, frame: Frame) -> int:
        this = frame.said_on.year
        if self.kind == "offset":
            return this + self.value
        if self.kind == "short":  # within fifty years of the day it was said
            return this - 50 + (self.value - (this - 50)) % 100
        return self.value


def _coming(
    frame: Frame, year: YearRef | None, in_year: Callable[[int], Span], which: Which = "bare"
) -> Span:
    """The first occurrence that is not over, or the one in the year that was said."""
    if year:
        return in_year(year.year(frame))
    this = frame.said_on.year
    if which == "last":
        return next(span for y in (this, this - 1) if (span := in_year(y)).end < frame.said_on)
    for y in range(this, this + 9):  # 29 February: eight years pass between 2096 and 2104
        try:
            span = in_year(y)
        except MoreNeededError:
            raise
        except ValueError:
            continue
        if span.start > frame.said_on or (which != "next" and span.end >= frame.said_on):
            return span
    raise ValueError("no such day in any year")


@dataclass(frozen=True, slots=True)
class MonthDay:
    month: int
    day: int
    year: YearRef | None = None
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        return _coming(frame, self.year, lambda y: day(date(y, self.month, self.day)))


@dataclass(frozen=True, slots=True)
class NumericDay:
    """Two figures without a name: 4/5 is the month first or the day first, by the house's convention."""

    first: int
    second: int
    year: YearRef | None = None
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        day_first = frame.conventions.reads_day_first
        month, number = (self.second, self.first) if day_first else (self.first, self.second)
        if month > 12:
            month, number = number, month
        return MonthDay(month, number, self.year).resolve(frame)


@dataclass(frozen=True, slots=True)
class Named:
    """A holiday: `rule` gives its day in a year, `elsewhere` those of countries that keep it on another."""

    rule: Callable[[int], date]
    elsewhere: Mapping[str, Callable[[int], date]]
    year: YearRef | None = None
    which: Which = "bare"
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        rule = self.elsewhere.get(frame.conventions.country or "", self.rule)
        return _coming(frame, self.year, lambda y: day(rule(y)), self.which)


@dataclass(frozen=True, slots=True)
class Month:
    month: int
    year: YearRef | None = None
    which: Which = "bare"

    @property
    def recurs(self) -> bool:
        return self.year is None and self.which == "bare"

    def resolve(self, frame: Frame) -> Span:
        def in_year(y: int) -> Span:
            first = date(y, self.month, 1)
            return Span(first, last_day_of_month(first))

        return _coming(frame, self.year, in_year, self.which)


@dataclass(frozen=True, slots=True)
class Quarter:
    number: int
    year: YearRef | None = None

    @property
    def recurs(self) -> bool:
        return self.year is None

    def resolve(self, frame: Frame) -> Span:
        def in_year(y: int) -> Span:
            first = date(y, 3 * self.number - 2, 1)
            return Span(first, add_months(first, 3) - timedelta(days=1))

        return _coming(frame, self.year, in_year)


@dataclass(frozen=True, slots=True)
class Year:
    ref: YearRef
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        y = self.ref.year(frame)
        return Span(date(y, 1, 1), date(y, 12, 31))


@dataclass(frozen=True, slots=True)
class DayOfMonth:
    """ "The 4th": the next month's where this month's is over, or where this month is too short."""

    day: int
    weekday: int | None = None
    """With a weekday the first month in which both agree: "Friday the 13th"."""
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        first = frame.said_on.replace(day=1)
        for months in range(12 * 28 if self.weekday is not None else 3):
            month = add_months(first, months)
            if self.day > last_day_of_month(month).day:
                continue
            found = month.replace(day=self.day)
            if found >= frame.said_on and self.weekday in (None, found.weekday()):
                return day(found)
        raise ValueError("no such day")


@dataclass(frozen=True, slots=True)
class Period:
    """This, the next or the last week, month, quarter or year: `offset` counts from this one."""

    unit: str
    offset: int
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        start = add(first_day(frame.said_on, self.unit, frame), self.offset, self.unit)
        end = add(start, 1, self.unit) - timedelta(days=1)
        if self.unit == "week":
            return week(start, frame)
        return Span(start, end)


def week(start: date, frame: Frame) -> Span:
    """The working week: it ends on its Friday, on a weekend on the week's last day."""
    end = start + timedelta(days=6)
    friday = on_or_before(end, 4)
    return Span(start, end if friday < frame.said_on <= end else friday)


@dataclass(frozen=True, slots=True)
class Weekend:
    offset: int
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        monday = frame.said_on - timedelta(days=frame.said_on.weekday())
        saturday = monday + timedelta(days=SATURDAY, weeks=self.offset)
        return Span(saturday, saturday + timedelta(days=1))
