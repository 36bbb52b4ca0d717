"""The hours in which a recording may begin, as in "mon-fri 7-20"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SPAN = re.compile(r"([a-z, -]+?) +(\d{1,2})(?::(\d\d))?\s*-\s*(\d{1,2})(?::(\d\d))?")
_HELP = 'write days and hours as in "mon-fri 7-20" or "sat 9:30-12"'


@dataclass(frozen=True, slots=True)
class Hours:
    """Some days of the week, and a span of the local day on each."""

    days: frozenset[int]
    """0 is Monday."""
    begin: int
    """Minutes after midnight."""
    end: int
    """Minutes after midnight, up to 1440; not included."""

    def contain(self, local: datetime) -> bool:
        """Whether the moment, in the room's own time, lies inside."""
        return local.weekday() in self.days and self.begin <= 60 * local.hour + local.minute < self.end


def parse_hours(text: str) -> Hours:
    """Read "mon-fri 7-20"; ValueError with what to write instead."""
    match = _SPAN.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(f'"{text}": {_HELP}')
    begin = 60 * int(match[2]) + int(match[3] or 0)
    end = 60 * int(match[4]) + int(match[5] or 0)
    minutes = (int(match[3] or 0), int(match[5] or 0))
    if not (begin < end <= 24 * 60 and max(minutes) < 60):
        raise ValueError(f'"{text}": the hours must begin before they end, on the same day; {_HELP}')
    return Hours(frozenset(_days(match[1], text)), begin, end)


def _days(listed: str, text: str) -> set[int]:
    found: set[int] = set()
    for part in listed.split(","):
        first, _, last = part.strip().partition("-")
        try:
            start, end = DAYS.index(first.strip()), DAYS.index((last or first).strip())
        except ValueError:
            raise ValueError(f'"{text}": days are {", ".join(DAYS)}; {_HELP}') from None
        found.update((start + step) % 7 for step in range((end - start) % 7 + 1))
    return found


def is_allowed(hours: Iterable[Hours], local: datetime) -> bool:
    """Whether a recording may begin at this moment, in the room's own time."""
    return any(span.contain(local) for span in hours)
