"""Days that have a name, computed for any year.

Fixed days, days counted by weekday, and days that hang on Easter (Gregorian computus, Meeus/Jones/Butcher).
Where countries differ the United States' day is taken. Days of lunar calendars are left out: their date is
announced, not computed, and differs between countries.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from pipelines.due.arithmetic import last_day_of_month, on_or_after, on_or_before


def easter(year: int) -> date:
    """Easter Sunday of the western churches."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7  # noqa: E741 - the letters are those of the published method
    m = (a + 11 * h + 22 * l) // 451
    month, day = divmod(h + l - 7 * m + 114, 31)
    return date(year, month, day + 1)


def _nth_weekday(year: int, month: int, weekday: int, n: int) -> date:
    """n from 1; -1 is the last one."""
    if n < 0:
        return on_or_before(last_day_of_month(date(year, month, 1)), weekday)
    return on_or_after(date(year, month, 1), weekday) + timedelta(weeks=n - 1)


def _fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _weekday(month: int, weekday: int, n: int) -> Callable[[int], date]:
    return lambda year: _nth_weekday(year, month, weekday, n)


def _from_easter(days: int) -> Callable[[int], date]:
    return lambda year: easter(year) + timedelta(days=days)


def _from_thanksgiving(days: int) -> Callable[[int], date]:
    return lambda year: _nth_weekday(year, 11, 3, 4) + timedelta(days=days)


_MONDAY, _THURSDAY, _SUNDAY = 0, 3, 6
_TABLE: Final = (
    ("new year; new year's; new years; new year day; new year's day; new years day", _fixed(1, 1)),
    ("martin luther king day; martin luther king jr day; mlk day", _weekday(1, _MONDAY, 3)),
    ("groundhog day", _fixed(2, 2)),
    ("valentine's; valentine's day; valentines day; st valentine's day", _fixed(2, 14)),
    ("presidents day; president's day; washington's birthday", _weekday(2, _MONDAY, 3)),
    ("women's day; international women's day", _fixed(3, 8)),
    ("saint patrick; saint patrick's; saint patrick's day; saint patrick day", _fixed(3, 17)),
    ("st patrick; st patrick day; st patrick's; st patrick's day; st patricks day", _fixed(3, 17)),
    ("april fools; april fool's day; april fools day", _fixed(4, 1)),
    ("earth day", _fixed(4, 22)),
    ("mardi gras; shrove tuesday; fat tuesday; pancake day", _from_easter(-47)),
    ("ash wednesday", _from_easter(-46)),
    ("palm sunday", _from_easter(-7)),
    ("maundy thursday", _from_easter(-3)),
    ("good friday", _from_easter(-2)),
    ("easter; easter sunday; easter day", _from_easter(0)),
    ("easter monday", _from_easter(1)),
    ("ascension day", _from_easter(39)),
    ("pentecost; whit sunday", _from_easter(49)),
    ("whit monday; pentecost monday", _from_easter(50)),
    ("may day; workers day; international workers day; international labour day", _fixed(5, 1)),
    ("cinco de mayo", _fixed(5, 5)),
    ("mother's day; mothers day", _weekday(5, _SUNDAY, 2)),
    ("memorial day", _weekday(5, _MONDAY, -1)),
    ("juneteenth", _fixed(6, 19)),
    ("father's day; fathers day", _weekday(6, _SUNDAY, 3)),
    ("independence day", _fixed(7, 4)),
    ("bastille day", _fixed(7, 14)),
    ("labor day; labour day", _weekday(9, _MONDAY, 1)),
    ("columbus day; indigenous peoples day", _weekday(10, _MONDAY, 2)),
    ("halloween; hallowe'en", _fixed(10, 31)),
    ("all saints day; all saint's day", _fixed(11, 1)),
    ("all souls day", _fixed(11, 2)),
    ("guy fawkes night; guy fawkes day; bonfire night", _fixed(11, 5)),
    ("veterans day; veteran's day; armistice day; remembrance day; singles day", _fixed(11, 11)),
    ("thanksgiving; thanksgiving day", _from_thanksgiving(0)),
    ("black friday", _from_thanksgiving(1)),
    ("cyber monday", _from_thanksgiving(4)),
    ("christmas eve; xmas eve", _fixed(12, 24)),
    ("christmas; christmas day; xmas; xmas day", _fixed(12, 25)),
    ("boxing day", _fixed(12, 26)),
    ("new year's eve; new years eve; new year eve", _fixed(12, 31)),
)

HOLIDAYS: Final = {tuple(name.split()): rule for names, rule in _TABLE for name in names.split("; ")}
"""Names, as tuples of words without apostrophes at their end, and the rule that gives their day in a year."""
LONGEST_NAME: Final = max(map(len, HOLIDAYS))
