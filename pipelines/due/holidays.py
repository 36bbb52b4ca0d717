"""Days that have a name, computed for any year.

Fixed days, days counted by weekday, and days that hang on Easter (Gregorian computus, Meeus/Jones/Butcher).
Where countries differ the house's country decides; without one, and in countries that have no table here, the
United States' day is taken. Days of lunar calendars are left out: their date is announced, not computed, and
differs between countries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from typing import Final

from pipelines.due.arithmetic import MoreNeededError, last_day_of_month, on_or_after, on_or_before

Rule = Callable[[int], date]
"""Gives the day in a year; ValueError where it has none."""


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


def fixed(month: int, day: int) -> Rule:
    return lambda year: date(year, month, day)


def weekday_of(month: int, weekday: int, n: int) -> Rule:
    return lambda year: _nth_weekday(year, month, weekday, n)


def from_easter(days: int) -> Rule:
    return lambda year: easter(year) + timedelta(days=days)


def _from_thanksgiving(days: int) -> Rule:
    return lambda year: _nth_weekday(year, 11, 3, 4) + timedelta(days=days)


def elsewhere(year: int) -> date:
    """The rule of a day that only some countries have."""
    raise MoreNeededError(f"nobody can tell which day of {year} is meant")


def _before(month: int, number: int, weekday: int) -> Rule:
    """The last such weekday before a day."""
    return lambda year: on_or_before(date(year, month, number) - timedelta(days=1), weekday)


_MONDAY, _THURSDAY, _SUNDAY = 0, 3, 6
_TABLE: Final = (
    ("new year; new year's; new years; new year day; new year's day; new years day", fixed(1, 1)),
    ("martin luther king day; martin luther king jr day; mlk day", weekday_of(1, _MONDAY, 3)),
    ("groundhog day", fixed(2, 2)),
    ("valentine's; valentine's day; valentines day; st valentine's day", fixed(2, 14)),
    ("presidents day; president's day; washington's birthday", weekday_of(2, _MONDAY, 3)),
    ("women's day; international women's day", fixed(3, 8)),
    ("saint patrick; saint patrick's; saint patrick's day; saint patrick day", fixed(3, 17)),
    ("st patrick; st patrick day; st patrick's; st patrick's day; st patricks day", fixed(3, 17)),
    ("april fools; april fool's day; april fools day", fixed(4, 1)),
    ("earth day", fixed(4, 22)),
    ("mardi gras; shrove tuesday; fat tuesday; pancake day", from_easter(-47)),
    ("ash wednesday", from_easter(-46)),
    ("palm sunday", from_easter(-7)),
    ("maundy thursday", from_easter(-3)),
    ("good friday", from_easter(-2)),
    ("easter; easter sunday; easter day", from_easter(0)),
    ("easter monday", from_easter(1)),
    ("mothering sunday", from_easter(-21)),
    ("anzac day", fixed(4, 25)),
    ("ascension day", from_easter(39)),
    ("pentecost; whit sunday", from_easter(49)),
    ("whit monday; pentecost monday", from_easter(50)),
    ("corpus christi", from_easter(60)),
    ("may day; workers day; international workers day; international labour day", fixed(5, 1)),
    ("early may bank holiday; may day bank holiday", weekday_of(5, _MONDAY, 1)),
    ("spring bank holiday; late may bank holiday; whitsun bank holiday", weekday_of(5, _MONDAY, -1)),
    ("victoria day", _before(5, 25, _MONDAY)),
    ("cinco de mayo", fixed(5, 5)),
    ("mother's day; mothers day", weekday_of(5, _SUNDAY, 2)),
    ("memorial day", weekday_of(5, _MONDAY, -1)),
    ("juneteenth", fixed(6, 19)),
    ("father's day; fathers day", weekday_of(6, _SUNDAY, 3)),
    ("canada day", fixed(7, 1)),
    ("independence day", fixed(7, 4)),
    ("bastille day", fixed(7, 14)),
    ("summer bank holiday; late summer bank holiday; august bank holiday", weekday_of(8, _MONDAY, -1)),
    ("labor day; labour day", weekday_of(9, _MONDAY, 1)),
    ("german unity day", fixed(10, 3)),
    ("columbus day; indigenous peoples day", weekday_of(10, _MONDAY, 2)),
    ("halloween; hallowe'en", fixed(10, 31)),
    ("all saints day; all saint's day", fixed(11, 1)),
    ("all souls day", fixed(11, 2)),
    ("guy fawkes night; guy fawkes day; bonfire night", fixed(11, 5)),
    ("veterans day; veteran's day; armistice day; remembrance day; singles day", fixed(11, 11)),
    ("remembrance sunday", weekday_of(11, _SUNDAY, 2)),
    ("canadian thanksgiving", weekday_of(10, _MONDAY, 2)),
    ("thanksgiving; thanksgiving day", _from_thanksgiving(0)),
    ("black friday", _from_thanksgiving(1)),
    ("cyber monday", _from_thanksgiving(4)),
    ("christmas eve; xmas eve", fixed(12, 24)),
    ("christmas; christmas day; xmas; xmas day", fixed(12, 25)),
    ("boxing day; st stephen's day; saint stephen's day", fixed(12, 26)),
    ("new year's eve; new years eve; new year eve", fixed(12, 31)),
)

_ELSEWHERE: Final = {
    "GB": (("mother's day; mothers day", from_easter(-21)),),
    "IE": (
        ("mother's day; mothers day", from_easter(-21)),
        ("may bank holiday", weekday_of(5, _MONDAY, 1)),
        ("june bank holiday", weekday_of(6, _MONDAY, 1)),
        ("summer bank holiday; august bank holiday", weekday_of(8, _MONDAY, 1)),
        ("october bank holiday", weekday_of(10, _MONDAY, -1)),
    ),
    "CA": (("thanksgiving; thanksgiving day", weekday_of(10, _MONDAY, 2)),),
    "AU": (("father's day; fathers day", weekday_of(9, _SUNDAY, 1)), ("labor day; labour day", elsewhere)),
    "NZ": (
        ("father's day; fathers day", weekday_of(9, _SUNDAY, 1)),
        ("labor day; labour day", weekday_of(10, _MONDAY, 4)),
    ),
    "IN": (("independence day", fixed(8, 15)), ("labor day; labour day", fixed(5, 1))),
    "DE": (("father's day; fathers day", from_easter(39)), ("labor day; labour day", fixed(5, 1))),
    "AT": (
        ("father's day; fathers day", weekday_of(6, _SUNDAY, 2)),
        ("labor day; labour day", fixed(5, 1)),
        ("national day", fixed(10, 26)),
    ),
    "CH": (
        ("father's day; fathers day", weekday_of(6, _SUNDAY, 1)),
        ("labor day; labour day", fixed(5, 1)),
        ("national day; swiss national day", fixed(8, 1)),
    ),
}  # fmt: skip
"""By country, where its day is another one or nobody else has it. Australia's Labour Day differs by state."""


def _by_name(table: tuple[tuple[str, Rule], ...]) -> dict[tuple[str, ...], Rule]:
    return {tuple(name.split()): rule for names, rule in table for name in names.split("; ")}


_CALENDARS: Final = (
    "balinese bengali cambodian chinese coptic ethiopian greek hebrew hijri hindu iranian islamic jewish "
    "khmer korean lao lunar mongolian muslim nepali orthodox persian russian serbian sikh sinhalese tamil "
    "thai tibetan ukrainian vietnamese"
).split()


def _of_other_calendars(names: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], Rule]:
    """ "Chinese New Year", "Orthodox Easter": feasts of one name, and no day that is computed here."""
    feasts = [name for name in names if name[0] in ("new", "easter", "christmas")]
    return {(calendar, *name): elsewhere for calendar in _CALENDARS for name in feasts}


_EVERYWHERE: Final = _by_name(_TABLE)
_COMMON: Final = _EVERYWHERE | _of_other_calendars(_EVERYWHERE)
_LOCAL: Final = {country: _by_name(table) for country, table in _ELSEWHERE.items()}

HOLIDAYS: Final[Mapping[tuple[str, ...], tuple[Rule, Mapping[str, Rule]]]] = {
    name: (
        _COMMON.get(name, elsewhere),
        {country: rules[name] for country, rules in _LOCAL.items() if name in rules},
    )
    for name in (*_COMMON, *(name for rules in _LOCAL.values() for name in rules))
}
"""Names, as tuples of words without apostrophes at their end; the rule, and those of other countries."""
LONGEST_NAME: Final = max(map(len, HOLIDAYS))
