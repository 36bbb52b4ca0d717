"""The day or the week that a digest is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

Kind = Literal["day", "week"]


@dataclass(frozen=True, slots=True)
class Period:
    """What a digest is about, in local days."""

    kind: Kind
    first: date
    last: date
    as_of: date
    """The day it is read on: what is due counts from here."""

    @classmethod
    def day(cls, day: date) -> Period:
        return cls("day", day, day, day)

    @classmethod
    def week(cls, day: date, made_on: date | None = None) -> Period:
        """The week from Monday to Sunday of `day`, as it looks on its Friday or, before that, on `made_on`.

        It ends on Sunday so that a meeting at the weekend belongs to some week: the digest is made on Friday,
        and made again when such a meeting turns up. Made earlier, it calls nothing late that is to come.
        """
        monday = day - timedelta(days=day.weekday())
        friday = monday + timedelta(days=4)
        return cls("week", monday, monday + timedelta(days=6), min(friday, made_on or friday))

    @property
    def id(self) -> str:
        """ "2026-11-16" or "2026-W47" (ISO 8601): sorts by time within its kind."""
        if self.kind == "day":
            return self.first.isoformat()
        year, week, _ = self.first.isocalendar()
        return f"{year}-W{week:02}"
