"""The next bank holiday: the days on which banks are closed in England and Wales, or in Ireland.

Scotland and Northern Ireland have further ones, which are not known here, and neither are days that are
proclaimed once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from pipelines.due.arithmetic import SATURDAY, Frame, MoreNeededError
from pipelines.due.holidays import Rule, fixed, from_easter, weekday_of
from pipelines.due.values import Span, Which, day

_MONDAY: Final = 0
_FIRST_OF_MAY: Final = weekday_of(5, _MONDAY, 1)


def _brigid(year: int) -> date:
    """The first Monday of February, or its first day where that is a Friday."""
    first = date(year, 2, 1)
    return first if first.weekday() == 4 else weekday_of(2, _MONDAY, 1)(year)


_DAYS: Final[dict[str, tuple[Rule, ...]]] = {
    "GB": (
        fixed(1, 1), from_easter(-2), from_easter(1), _FIRST_OF_MAY, weekday_of(5, _MONDAY, -1),
        weekday_of(8, _MONDAY, -1), fixed(12, 25), fixed(12, 26),
    ),
    "IE": (
        fixed(1, 1), _brigid, fixed(3, 17), from_easter(1), _FIRST_OF_MAY, weekday_of(6, _MONDAY, 1),
        weekday_of(8, _MONDAY, 1), weekday_of(10, _MONDAY, -1), fixed(12, 25), fixed(12, 26),
    ),
}  # fmt: skip


def bank_holidays(year: int, country: str) -> tuple[date, ...]:
    """In their order; one on a weekend is kept on the next working day. KeyError for another country."""
    days: list[date] = []
    on_weekends: list[date] = []
    for rule in _DAYS[country]:
        found = rule(year)
        (on_weekends if found.weekday() >= SATURDAY else days).append(found)
    for found in on_weekends:
        while found in days or found.weekday() >= SATURDAY:
            found += timedelta(days=1)
        days.append(found)
    return tuple(sorted(days))


@dataclass(frozen=True, slots=True)
class BankHoliday:
    """ "The bank holiday", "next bank holiday", "bank holiday Monday"."""

    which: Which = "bare"
    weekday: int | None = None
    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        country = frame.conventions.country or ""
        if country not in _DAYS or self.which == "last":
            raise MoreNeededError("nobody said whose")
        year = frame.said_on.year
        first = frame.said_on + timedelta(days=self.which == "next")
        for found in (*bank_holidays(year, country), *bank_holidays(year + 1, country)):
            if found >= first and self.weekday in (None, found.weekday()):
                return day(found)
        raise ValueError("none falls on that weekday")
