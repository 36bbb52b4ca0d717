"""The days that a `Day` means, as it was said on a local day: one function for each kind.

ValueError and OverflowError leave here for days that do not exist (30 February, the year 9999 and a week).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from guardrails.language.days import Day
from pipelines.due.arithmetic import (
    FRIDAY,
    MONTHS_IN,
    SATURDAY,
    Frame,
    MoreNeededError,
    Span,
    add,
    add_business_days,
    add_months,
    first_day,
    last_day_of_month,
    on_or_after,
    on_or_before,
    one,
    week_of,
)
from pipelines.due.holidays import bank_holidays, holiday

_ONE: Final = timedelta(days=1)
_TODAY: Final = Day("today", {"today": 0})
_OFFSET: Final = {"this": 0, "coming": 1, "next": 1, "last": -1}
"""How many periods away; "the coming week" begins after this one."""
_HALF: Final = {"day": (1, "day"), "week": (4, "day"), "month": (15, "day"), "year": (6, "month")}
"""Half a unit, rounded up to whole days."""
_HOURS_WITHIN_DAY: Final = 8
"""Only the day is known: so many hours are still in it."""
_DAY_H: Final = 24
_SEARCHED_YEARS: Final = 9
"""29 February: eight years pass between 2096 and 2104."""


def resolve(day: Day, frame: Frame) -> Span:
    """The first and the last day meant. ValueError where it is no day, or none that can be known."""
    return _KINDS[day.kind](day, frame)


def _base(day: Day, frame: Frame) -> Span:
    return resolve(Day("earlier") if "earlier" in day.numbers else day.base or _TODAY, frame)


def _recurs(day: Day) -> bool:
    """Whether it comes again ("March", "the month"): in one that is over the next one's is meant."""
    if day.kind == "part" and day.base:
        return _recurs(day.base)
    if day.kind in ("month", "quarter"):
        return day.other is None and "which" not in day.words
    return day.kind == "current" or "current" in day.numbers


def _year(day: Day, frame: Frame) -> int | None:
    """The year that was said: in full, in two figures, or by its distance from this one."""
    said, this = day.other or day, frame.said_on.year
    if "year" in said.numbers:
        return said.numbers["year"]
    if "short" in said.numbers:  # within fifty years of the day it was said
        return this - 50 + (said.numbers["short"] - (this - 50)) % 100
    return this + _OFFSET[said.words["which"]] if said.kind == "in_year" else None


def _coming(day: Day, frame: Frame, in_year: Callable[[int], Span]) -> Span:
    """The first occurrence that is not over, or the one in the year that was said."""
    year, which, this = _year(day, frame), day.words.get("which"), frame.said_on.year
    if year is not None:
        return in_year(year)
    if which == "last":
        return next(span for y in (this, this - 1) if (span := in_year(y)).end < frame.said_on)
    for y in range(this, this + _SEARCHED_YEARS):
        try:
            span = in_year(y)
        except MoreNeededError:
            raise
        except ValueError:
            continue
        if span.start > frame.said_on or (which != "next" and span.end >= frame.said_on):
            return span
    raise ValueError("no such day in any year")


def _inside(day: Day, frame: Frame, pick: Callable[[Span], Span]) -> Span:
    """What `pick` finds inside a period; inside its next occurrence where that is over or has no such day."""
    usual = Day("month", day.numbers) if "month" in day.numbers else Day("current", {}, day.words)
    of = day.base or day.other or usual
    whole = resolve(of, frame)
    try:
        found = pick(whole)
        if not _recurs(of) or found.end >= frame.said_on:
            return found
    except ValueError:  # the 31st of a short month, the fifth Monday
        if not _recurs(of):
            raise
    return pick(resolve(of, replace(frame, said_on=whole.end + _ONE)))


def _today(day: Day, frame: Frame) -> Span:
    return one(frame.said_on + timedelta(days=day.numbers["today"]))


def _weekday(day: Day, frame: Frame) -> Span:
    said, weekday, which = frame.said_on, day.numbers["weekday"], day.words.get("which")
    if which == "this":
        found = on_or_after(said, weekday)
    elif which in ("next", "last"):
        found = on_or_after(week_of(said, frame) + timedelta(weeks=_OFFSET[which]), weekday)
    else:
        found = on_or_after(said + _ONE, weekday)
    if which == "either" and found < week_of(said, frame) + timedelta(weeks=1):
        raise ValueError("this week's or the next one's")
    return one(found + timedelta(weeks=day.numbers.get("weeks", 0)))


def _date(day: Day, frame: Frame) -> Span:
    number = day.numbers.get("day", day.numbers.get("nth", 0))
    return _coming(day, frame, lambda y: one(date(y, day.numbers["month"], number)))


def _named(day: Day, frame: Frame) -> Span:
    """ "This Friday, 5/12": one of both is wrong where they disagree."""
    found = _base(day, frame)
    if found.end.weekday() != day.numbers["weekday"]:
        raise ValueError("no such day")
    return found


def _figures(day: Day, frame: Frame) -> Span:
    """4/5 is the month first or the day first, by the language or else the house's convention."""
    numbers = day.numbers
    if "first" in numbers:
        day_first = frame.day_first or frame.conventions.reads_day_first
        month, number = numbers["second"], numbers["first"]
        if (not day_first and number <= 12) or month > 12:
            month, number = number, month
        numbers = {**numbers, "month": month, "day": number}
    return _date(replace(day, numbers=numbers), frame)


def _holiday(day: Day, frame: Frame) -> Span:
    rules, country = day.words.get("holiday", "?"), frame.conventions.country
    if "calendar" in day.numbers:
        raise MoreNeededError("announced, not computed")
    return _coming(day, frame, lambda y: one(holiday(rules, y, country)))


def _bank_holiday(day: Day, frame: Frame) -> Span:
    """The next day on which banks are closed."""
    year, weekday, which = frame.said_on.year, day.numbers.get("weekday"), day.words.get("which")
    first = frame.said_on + timedelta(days=which == "next")
    days = [found for y in (year, year + 1) for found in bank_holidays(y, frame.conventions.country)]
    fitting = (found for found in days if found >= first and weekday in (None, found.weekday()))
    found = None if which == "last" else next(fitting, None)
    if found is None:
        raise ValueError("no such bank holiday")
    return one(found)


def _month(day: Day, frame: Frame) -> Span:
    return _coming(day, frame, lambda y: _months(y, day.numbers["month"], 1))


def _quarter(day: Day, frame: Frame) -> Span:
    number = day.numbers.get("n", day.numbers.get("nth", 0))
    return _coming(day, frame, lambda y: _months(y, 3 * number - 2, 3))


def _months(year: int, first: int, count: int) -> Span:
    start = date(year, first, 1)
    return Span(start, add_months(start, count) - _ONE)


def _calendar_year(day: Day, frame: Frame) -> Span:
    return _months(day.numbers["year"], 1, 12)


def _monthday(day: Day, frame: Frame) -> Span:
    """The next month's where this month's is over or too short; with a weekday where both agree."""
    number = day.numbers.get("day", day.numbers.get("nth", day.numbers.get("short", 0)))
    weekday = day.numbers.get("weekday")
    for months in range(12 * 28 if weekday is not None else 3):
        month = add_months(frame.said_on.replace(day=1), months)
        if 1 <= number <= last_day_of_month(month).day:
            found = month.replace(day=number)
            if found >= frame.said_on and weekday in (None, found.weekday()):
                return one(found)
    raise ValueError("no such day")


def _period(day: Day, frame: Frame) -> Span:
    unit = day.words["period"]
    offset = day.numbers.get("offset", _OFFSET[day.words.get("which", "this")])
    if unit == "weekend":
        monday = frame.said_on - timedelta(days=frame.said_on.weekday())
        weeks = 0 if day.words.get("which") == "coming" else offset
        saturday = monday + timedelta(days=SATURDAY, weeks=weeks)
        return Span(saturday, saturday + _ONE)
    if unit == "day":
        return one(frame.said_on + timedelta(days=offset))
    start = add(first_day(frame.said_on, unit, frame), offset, unit)
    return _week(start, frame) if unit == "week" else Span(start, add(start, 1, unit) - _ONE)


def _week(start: date, frame: Frame) -> Span:
    """The working week: it ends on its Friday, on a weekend on the week's last day."""
    end = start + timedelta(days=6)
    friday = on_or_before(end, FRIDAY)
    return Span(start, end if friday < frame.said_on <= end else friday)


def _in_period(day: Day, frame: Frame) -> Span:
    """ "Next year in March", "next month on the 5th"."""
    base, period = day.base or _TODAY, day.other or _TODAY
    if base.kind == "monthday":
        return _nth(replace(base, base=period), frame)
    return resolve(replace(base, other=Day("in_year", {}, period.words)), frame)


def _nth(day: Day, frame: Frame) -> Span:
    """ "The first Monday of March", "the 15th of next month"; -1 is the last one."""
    number = day.numbers.get("nth", day.numbers.get("day", 0))
    weekday, unit = day.numbers.get("weekday"), day.words.get("unit", "day")

    def pick(whole: Span) -> Span:
        if unit == "week":  # a week belongs to the month or year that has its Thursday (ISO 8601)
            thursday = _counted(whole, 3, number)
            return _week(week_of(thursday, frame), frame)
        if unit == "business":
            found = add_business_days(whole.end + _ONE if number < 0 else whole.start - _ONE, number)
        elif weekday is not None:
            found = _counted(whole, weekday, number)
        else:
            found = whole.end if number < 0 else whole.start + timedelta(days=number - 1)
        if not whole.start <= found <= whole.end:
            raise ValueError("no such day in that period")
        return one(found)

    return _inside(day, frame, pick)


def _counted(whole: Span, weekday: int, number: int) -> date:
    if number < 0:
        return on_or_before(whole.end, weekday)
    return on_or_after(whole.start, weekday) + timedelta(weeks=number - 1)


def _part(day: Day, frame: Frame) -> Span:
    return _inside(day, frame, lambda whole: _pick_part(day.words["part"], whole))


def _pick_part(part: str, whole: Span) -> Span:
    """One day for start, mid and end, a stretch for the others."""
    start, end = whole.start, whole.end
    days = (end - start).days + 1
    if days <= 7:  # a week: Monday and Tuesday, Wednesday, Thursday and Friday
        middle = start + timedelta(days=min(2, days // 2))
        early, late = max(start, middle - _ONE), min(end, middle + _ONE)
    elif days <= 31:
        early, middle, late = (start + timedelta(days=number) for number in (9, 14, 20))
    elif days <= 92:
        early, middle = last_day_of_month(start), add_months(start, 1) + timedelta(days=14)
        late = add_months(start, 2)
    else:
        early, middle, late = add_months(start, 3) - _ONE, add_months(start, 6) - _ONE, add_months(start, 9)
    return {
        "start": one(start), "end": one(end), "mid": one(middle), "early": Span(start, early),
        "late": Span(late, end), "first half": Span(start, middle),
        "second half": Span(min(middle + _ONE, end), end),
    }[part]  # fmt: skip


def _steps(day: Day) -> list[tuple[int, str]]:
    """Counts with their units, the larger unit first; ValueError for what is no whole number of days."""
    numbers, unit = day.numbers, day.words["unit"]
    count = numbers.get("n", 0)
    if unit == "hour":
        if not count or count % _DAY_H or "half" in numbers:
            raise ValueError("no whole days")
        count, unit = count // _DAY_H, "day"
    steps = [(count, unit)] if count else []
    if "half" in numbers:
        if unit not in _HALF:
            raise ValueError("no whole days")
        steps.append(_HALF[unit])
    smaller = day.other if day.other and day.other.words["unit"] != "hour" else None
    return [*steps, *(_steps(smaller) if smaller else [])]


def _shift(day: Day, frame: Frame) -> Span:
    """ "In two weeks", "two weeks from Tuesday", "three days before Christmas"."""
    amount, sign = day.other or day, day.numbers.get("sign", day.numbers.get("side", 1))
    hours = amount.words["unit"] == "hour" and amount.numbers.get("n", 0) <= _HOURS_WITHIN_DAY
    if hours and day.base is None and sign > 0 and "earlier" not in day.numbers:
        return one(frame.said_on)
    base = _base(day, frame)
    found = base.start if sign < 0 else base.end
    for count, unit in _steps(amount):
        found = add(found, sign * count, unit)
    return one(found)


def _same_day(day: Day, frame: Frame) -> Span:
    """ "This time next week", "the same day next month"."""
    period = day.base or _TODAY
    return one(add(frame.said_on, _OFFSET[period.words.get("which", "this")], period.words["period"]))


def _weekdays_from(day: Day, frame: Frame) -> Span:
    first = on_or_after(_base(day, frame).end + _ONE, day.numbers["weekdays"])
    return one(first + timedelta(weeks=day.numbers["n"] - 1))


def _ahead(day: Day, frame: Frame) -> Span:
    """ "The next three days", "within two weeks"."""
    sign = day.numbers.get("sign", 1)
    far = _shift(day, frame).end
    return Span(far, frame.said_on - _ONE) if sign < 0 else Span(min(frame.said_on + _ONE, far), far)


def _next_business(day: Day, frame: Frame) -> Span:
    return one(add_business_days(frame.said_on, 1))


def _week_of(day: Day, frame: Frame) -> Span:
    return _week(week_of(_base(day, frame).start, frame), frame)


def _week_number(day: Day, frame: Frame) -> Span:
    """The ISO 8601 week of this year or, where that is over, of the next."""
    for year in (frame.said_on.year, frame.said_on.year + 1):
        found = _week(date.fromisocalendar(year, day.numbers["n"], 1), frame)
        if found.end >= frame.said_on:
            return found
    raise ValueError("no such week")


def _weekday_in(day: Day, frame: Frame) -> Span:
    """ "Tuesday of next week"; with months or years the first such weekday from there on."""
    base, start = day.base or _TODAY, _base(day, frame).start
    by_week = (base.other or base).words.get("unit") not in MONTHS_IN or base.kind != "shift"
    return one(on_or_after(week_of(start, frame) if by_week else start, day.numbers["weekday"]))


def _beside(day: Day, frame: Frame) -> Span:
    """ "The Friday before Christmas", "the week after Easter"."""
    whole, side = _base(day, frame), day.numbers["side"]
    unit = day.words.get("unit", "")
    if unit == "week":
        return _week(week_of(whole.start, frame) + timedelta(weeks=side), frame)
    weekday = SATURDAY if unit == "weekend" else day.numbers.get("weekday")
    if weekday is None:
        return one(add(whole.end if side > 0 else whole.start, side, unit))
    found = on_or_after(whole.end + _ONE, weekday) if side > 0 else on_or_before(whole.start - _ONE, weekday)
    return Span(found, found + _ONE) if unit == "weekend" else one(found)


def _earlier(day: Day, frame: Frame) -> Span:
    if frame.before is None:
        raise MoreNeededError("counted from a day that was named before")
    return one(frame.before)


def _event(day: Day, frame: Frame) -> Span:
    return (_weekday if "weekday" in day.numbers else _today)(day, frame)


def _before(day: Day, frame: Frame) -> Span:
    """Up to the day before; before an event, tonight or the end of May there is still that day."""
    whole, base = _base(day, frame), day.base or _TODAY
    if (
        base.kind == "event"
        or "timed" in base.numbers
        or base.words.get("part") == "end"
        or whole == one(frame.said_on)
    ):
        return whole
    return one(whole.start - _ONE)


def _between(day: Day, frame: Frame) -> Span:
    """ "From Monday to Wednesday", "Tuesday or Wednesday": the second is looked for from the first on."""
    first, other = _base(day, frame), day.other or _TODAY
    frame = replace(frame, before=first.end)
    second = resolve(other, frame)
    if second.end < first.start:
        second = resolve(other, replace(frame, said_on=first.start))
    return Span(min(first.start, second.start), max(first.end, second.end))


def _no_day(day: Day, frame: Frame) -> Span:
    raise ValueError("no day that can be known")


_KINDS: Final[Mapping[str, Callable[[Day, Frame], Span]]] = {
    "today": _today, "weekday": _weekday, "date": _date, "named": _named, "figures": _figures,
    "holiday": _holiday, "bank_holiday": _bank_holiday, "month": _month, "quarter": _quarter, "year":
    _calendar_year, "monthday": _monthday, "period": _period, "current": _period, "in_period": _in_period,
    "nth": _nth, "part": _part, "shift": _shift, "weekdays_from": _weekdays_from, "same_day": _same_day,
    "ahead": _ahead, "next_business": _next_business, "week_of": _week_of, "week_number": _week_number,
    "weekday_in": _weekday_in, "beside": _beside, "earlier": _earlier, "earlier_day": _earlier, "event":
    _event, "before": _before, "between": _between, "none": _no_day,
}  # fmt: skip
