"""Dates that are meant by way of other dates: parts, counts and steps. See `values` for the contract."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import Literal

from pipelines.due.arithmetic import (
    SATURDAY,
    Frame,
    add,
    add_business_days,
    add_months,
    last_day_of_month,
    on_or_after,
    on_or_before,
    week_of,
)
from pipelines.due.values import Expression, Span, day, week

PartName = Literal["start", "early", "mid", "late", "end", "first half", "second half"]

_ONE = timedelta(days=1)


def _inside(of: Expression, frame: Frame, pick: Callable[[Span], Span]) -> Span:
    """What `pick` finds inside `of`; inside its next occurrence where that is over or has no such day."""
    whole = of.resolve(frame)
    try:
        found = pick(whole)
        if not of.recurs or found.end >= frame.said_on:
            return found
    except ValueError:  # the 31st of a short month, the fifth Monday
        if not of.recurs:
            raise
    return pick(of.resolve(replace(frame, said_on=whole.end + _ONE)))


@dataclass(frozen=True, slots=True)
class Nth:
    """ "The first Monday of March", "the 15th of next month": n from 1, -1 for the last."""

    n: int
    what: int | Literal["day", "business day", "week"]
    """A weekday's number, or a unit."""
    of: Expression
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        def pick(whole: Span) -> Span:
            if self.what == "week":
                found = week(self._week(whole, frame), frame)
            elif self.what == "business day":
                found = day(self._business_day(whole))
            else:
                found = day(self._day(whole))
                if not whole.start <= found.end <= whole.end:
                    raise ValueError("no such day in that period")
            return found

        return _inside(self.of, frame, pick)

    def _day(self, whole: Span) -> date:
        last = self.n < 0
        if isinstance(self.what, int):
            first = on_or_before(whole.end, self.what) if last else on_or_after(whole.start, self.what)
            return first if last else first + timedelta(weeks=self.n - 1)
        return whole.end if last else whole.start + timedelta(days=self.n - 1)

    def _business_day(self, whole: Span) -> date:
        return add_business_days(whole.end + _ONE if self.n < 0 else whole.start - _ONE, self.n)

    def _week(self, whole: Span, frame: Frame) -> date:
        """A week belongs to the month or year that has its Thursday (ISO 8601)."""
        thursday = on_or_before(whole.end, 3) if self.n < 0 else on_or_after(whole.start, 3)
        return week_of(thursday + timedelta(weeks=0 if self.n < 0 else self.n - 1), frame)


@dataclass(frozen=True, slots=True)
class Part:
    """ "Mid-November", "end of next week": one day for start, mid and end, a stretch for the others."""

    part: PartName
    of: Expression

    @property
    def recurs(self) -> bool:
        return self.of.recurs

    def resolve(self, frame: Frame) -> Span:
        return _inside(self.of, frame, self._pick)

    def _pick(self, whole: Span) -> Span:
        if self.part == "start":
            return day(whole.start)
        if self.part == "end":
            return day(whole.end)
        days = (whole.end - whole.start).days + 1
        early, middle, late = self._marks(whole.start, whole.end, days)
        return {
            "early": Span(whole.start, early),
            "mid": day(middle),
            "late": Span(late, whole.end),
            "first half": Span(whole.start, middle),
            "second half": Span(min(middle + _ONE, whole.end), whole.end),
        }[self.part]

    @staticmethod
    def _marks(start: date, end: date, days: int) -> tuple[date, date, date]:
        """Last day of the early part, the middle day, first day of the late part."""
        if days <= 7:  # a week: Monday and Tuesday, Wednesday, Thursday and Friday
            middle = start + timedelta(days=min(2, days // 2))
            return max(start, middle - _ONE), middle, min(end, middle + _ONE)
        if days <= 31:
            return start + timedelta(days=9), start + timedelta(days=14), start + timedelta(days=20)
        if days <= 92:
            month = add_months(start, 1)
            return last_day_of_month(start), month + timedelta(days=14), add_months(start, 2)
        return add_months(start, 3) - _ONE, add_months(start, 6) - _ONE, add_months(start, 9)


@dataclass(frozen=True, slots=True)
class Shift:
    """ "Two weeks from Tuesday", "in three days", "the day before Christmas"."""

    base: Expression
    count: int
    unit: str
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        return day(add(self.base.resolve(frame).end, self.count, self.unit))


@dataclass(frozen=True, slots=True)
class Ahead:
    """ "The next three days", "within two weeks"; a negative count looks back."""

    count: int
    unit: str
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        far = add(frame.said_on, self.count, self.unit)
        if self.count < 0:
            return Span(far, frame.said_on - _ONE)
        return Span(min(frame.said_on + _ONE, far), far)


@dataclass(frozen=True, slots=True)
class WeekOf:
    """The working week that holds a day, or one some weeks from it."""

    base: Expression
    weeks: int = 0
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        start = week_of(self.base.resolve(frame).start, frame) + timedelta(weeks=self.weeks)
        return week(start, frame)


@dataclass(frozen=True, slots=True)
class WeekNumber:
    """The ISO 8601 week of this year or, where that is over, of the next."""

    number: int
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        for year in (frame.said_on.year, frame.said_on.year + 1):
            found = week(date.fromisocalendar(year, self.number, 1), frame)
            if found.end >= frame.said_on:
                return found
        raise ValueError("no such week")


@dataclass(frozen=True, slots=True)
class WeekdayIn:
    """ "Tuesday of next week"; with a base that is no week, the first such weekday from it on."""

    weekday: int
    base: Expression
    by_week: bool
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        start = self.base.resolve(frame).start
        return day(on_or_after(week_of(start, frame) if self.by_week else start, self.weekday))


@dataclass(frozen=True, slots=True)
class WeekdayBeside:
    """ "The Friday before Christmas", "the Monday after Easter"."""

    weekday: int
    base: Expression
    after: bool
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        whole = self.base.resolve(frame)
        if self.after:
            return day(on_or_after(whole.end + _ONE, self.weekday))
        return day(on_or_before(whole.start - _ONE, self.weekday))


@dataclass(frozen=True, slots=True)
class WeekendBeside:
    """ "The weekend before Easter", "the weekend after next Tuesday"."""

    base: Expression
    after: bool
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        saturday = WeekdayBeside(SATURDAY, self.base, self.after).resolve(frame).start
        return Span(saturday, saturday + _ONE)


@dataclass(frozen=True, slots=True)
class Event:
    """What is held on a day: before it there is still that day."""

    base: Expression
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        return self.base.resolve(frame)


@dataclass(frozen=True, slots=True)
class Before:
    """Up to the day before; before an event, tonight or the end of May there is still that day."""

    base: Expression
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        whole = self.base.resolve(frame)
        at_its_end = isinstance(self.base, Part) and self.base.part == "end"
        is_today = whole == day(frame.said_on)
        if whole.time or at_its_end or is_today or isinstance(self.base, Event):
            return whole
        return day(whole.start - _ONE)


@dataclass(frozen=True, slots=True)
class Between:
    """ "From Monday to Wednesday", "Tuesday or Wednesday": the second is looked for from the first on."""

    first: Expression
    second: Expression
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        first = self.first.resolve(frame)
        frame = replace(frame, before=first.end)
        second = self.second.resolve(frame)
        if second.end < first.start:
            second = self.second.resolve(replace(frame, said_on=first.start))
        return Span(min(first.start, second.start), max(first.end, second.end), second.time)


@dataclass(frozen=True, slots=True)
class Timed:
    """A day with a time of day."""

    base: Expression
    time: time
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        return replace(self.base.resolve(frame), time=self.time)
