"""Days that have a name, computed for any year from the rules in the data of a language.

A rule is "12-25" (a day), "5 sun 2" (the second Sunday of May, "-1" the last one; with "+1" behind it the
day after), "sun<=12-24" (the last Sunday up to a day), "easter+39", or "?" for a day that differs from place
to place; "; GB easter-21" is another country's. Days of lunar calendars are left out: they are announced, not
computed.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from pipelines.due.arithmetic import MoreNeededError, last_day_of_month, on_or_after, on_or_before

_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ONE = timedelta(days=1)


def easter(year: int) -> date:
    """Easter Sunday of the western churches (Gregorian computus, Meeus/Jones/Butcher)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7  # noqa: E741 - the letters are those of the published method
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return date(year, month, day + 1)


def holiday(rules: str, year: int, country: str | None) -> date:
    """The day of that year; MoreNeededError where it depends on a country that is not known."""
    usual, *others = (rule.strip() for rule in rules.split(";"))
    own = (rule.removeprefix(f"{country} ") for rule in others if rule.startswith(f"{country} "))
    return _day(next(own, usual), year)


def _day(rule: str, year: int) -> date:
    if rule == "?":
        raise MoreNeededError("nobody said in which country")
    first, *rest = rule.split()
    if first.startswith("easter"):
        return easter(year) + timedelta(days=int(first.removeprefix("easter") or 0))
    if "-" in first:
        weekday, _, until = first.rpartition("<=")
        found = date(year, *map(int, until.split("-")))
        return on_or_before(found, _WEEKDAYS.index(weekday)) if weekday else found
    weekday, number, *more = rest
    found = _nth(date(year, int(first), 1), _WEEKDAYS.index(weekday), int(number))
    return found + timedelta(days=int(more[0]) if more else 0)


def _nth(first: date, weekday: int, number: int) -> date:
    """Of the month that begins on `first`; -1 is the last one."""
    if number < 0:
        return on_or_before(last_day_of_month(first), weekday)
    return on_or_after(first, weekday) + timedelta(weeks=number - 1)


_BANK_HOLIDAYS: Final = {
    "GB": ("1-1", "easter-2", "easter+1", "5 mon 1", "5 mon -1", "8 mon -1", "12-25", "12-26"),
    "IE": (
        "1-1", "2 mon 1", "3-17", "easter+1", "5 mon 1", "6 mon 1", "8 mon 1", "10 mon -1", "12-25", "12-26",
    ),
}  # fmt: skip
"""Of England and Wales, and of Ireland; days that are proclaimed once are not known, nor that Ireland's in
February is the first where that is a Friday."""


def bank_holidays(year: int, country: str | None) -> tuple[date, ...]:
    """In their order; one on a weekend is kept on the next working day."""
    if country not in _BANK_HOLIDAYS:
        raise MoreNeededError("nobody said whose")
    found = [_day(rule, year) for rule in _BANK_HOLIDAYS[country]]
    kept = [day for day in found if day.weekday() < 5]
    for day in found:
        if day.weekday() >= 5:
            while day in kept or day.weekday() >= 5:
                day += _ONE
            kept.append(day)
    return tuple(sorted(kept))
