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
    def week(cls, day: date) -> Period:
        """The week from Monday to Sunday that holds `day`, as it looks on its Friday.

        It ends on Sunday so that a meeting at the weekend belongs to some week: the digest is made on Friday,
        and made again when such a meeting turns up.
        """
        monday = day - timedelta(days=day.weekday())
        return cls("week", monday, monday + timedelta(days=6), monday + timedelta(days=4))

    @property
    def id(self) -> str:
        """ "2026-11-16" or "2026-W47" (ISO 8601): sorts by time within its kind."""
        if self.kind == "day":
            return self.first.isoformat()
        year, week, _ = self.first.isocalendar()
        return f"{year}-W{week:02}"
