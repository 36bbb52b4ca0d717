"""Times that come again, in the room's time zone: cron's five fields, hours as in "mon-fri 7-20", and a time
of day.

APScheduler parses cron's fields and handles daylight saving; only its numbers for the days of the week
differ from cron's (its 0 is Monday, cron's is Sunday) and are translated here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Any

_CRON_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")
_CRON_HELP = 'write five fields, minute hour day month weekday, as in "0 10 * * mon-fri"'


@lru_cache(64)
def cron_trigger(expression: str, timezone: tzinfo) -> Any:
    """APScheduler's trigger for a cron expression, which keeps nothing of what it is asked; ValueError with
    what to write instead."""
    from apscheduler.triggers.cron import CronTrigger

    fields = expression.split()
    if len(fields) != 5:
        raise ValueError(f'"{expression}": {_CRON_HELP}')
    weekdays = re.sub(r"(?<![/\w])[0-7](?!\w)", lambda day: _CRON_DAYS[int(day[0])], fields[4].lower())
    # A range that ends on Sunday, as in 5-7, is fine; one that starts there wraps around APScheduler's week.
    weekdays = re.sub(r"\bsun-(\w{3})\b", r"sun,mon-\1", weekdays)
    try:
        return CronTrigger.from_crontab(" ".join([*fields[:4], weekdays]), timezone)
    except ValueError as error:
        raise ValueError(f'"{expression}": {str(error).rstrip(".").lower()}; {_CRON_HELP}') from None


class Schedule:
    """Reports each time of some cron expressions once when it comes."""

    GRACE = timedelta(minutes=5)
    """A time that was missed by more (the machine was off, its clock jumped ahead) is skipped."""

    def __init__(self, expressions: tuple[str, ...], timezone: tzinfo, now: datetime) -> None:
        """`now`: aware; times before it are over."""
        self._triggers = [cron_trigger(expression, timezone) for expression in expressions]
        self._checked = now

    def is_due(self, now: datetime) -> bool:
        """Whether one of the times lies between the last call and now; a clock set back repeats none."""
        since = max(self._checked, now - self.GRACE)
        due = any(self._fires(trigger, since, now) for trigger in self._triggers)
        if now > self._checked or self._checked - now > timedelta(hours=1, minutes=5):
            self._checked = now
        return due

    @staticmethod
    def _fires(trigger: Any, since: datetime, now: datetime) -> bool:
        next_time = trigger.get_next_fire_time(None, since + timedelta(microseconds=1))
        return next_time is not None and next_time <= now


DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SPAN = re.compile(r"([a-z, -]+?) +(\d{1,2})(?::(\d\d))?\s*-\s*(\d{1,2})(?::(\d\d))?")
_HOURS_HELP = 'write days and hours as in "mon-fri 7-20" or "sat 9:30-12"'


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
        raise ValueError(f'"{text}": {_HOURS_HELP}')
    begin = 60 * int(match[2]) + int(match[3] or 0)
    end = 60 * int(match[4]) + int(match[5] or 0)
    minutes = (int(match[3] or 0), int(match[5] or 0))
    if not (begin < end <= 24 * 60 and max(minutes) < 60):
        raise ValueError(f'"{text}": the hours must begin before they end, on the same day; {_HOURS_HELP}')
    return Hours(frozenset(_days(match[1], text)), begin, end)


def _days(listed: str, text: str) -> set[int]:
    found: set[int] = set()
    for part in listed.split(","):
        first, _, last = part.strip().partition("-")
        try:
            start, end = DAYS.index(first.strip()), DAYS.index((last or first).strip())
        except ValueError:
            raise ValueError(f'"{text}": days are {", ".join(DAYS)}; {_HOURS_HELP}') from None
        found.update((start + step) % 7 for step in range((end - start) % 7 + 1))
    return found


def is_allowed(hours: Iterable[Hours], local: datetime) -> bool:
    """Whether a recording may begin at this moment, in the room's own time."""
    return any(span.contain(local) for span in hours)


NIGHT_H = 12
"""Hours that the model has from a time of day on: what is not done by then continues the next night."""


def has_time(when: str, local: datetime) -> bool:
    """Whether [llm] draft ("auto", "after" or a time of day such as "18:00") lets the model work now."""
    if ":" not in when:
        return True
    begins = time.fromisoformat(when)
    since_min = (local.hour - begins.hour) * 60 + local.minute - begins.minute
    return since_min % (24 * 60) < NIGHT_H * 60
