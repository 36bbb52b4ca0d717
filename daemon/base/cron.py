"""Recurring times in cron's five fields, in the room's time zone.

APScheduler parses them and handles daylight saving; only its numbers for the days of the week differ from
cron's (its 0 is Monday, cron's is Sunday) and are translated here.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any

_CRON_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HELP = 'write five fields, minute hour day month weekday, as in "0 10 * * mon-fri"'


@lru_cache(64)
def cron_trigger(expression: str, timezone: tzinfo) -> Any:
    """APScheduler's trigger for a cron expression, which keeps nothing of what it is asked; ValueError with
    what to write instead."""
    from apscheduler.triggers.cron import CronTrigger

    fields = expression.split()
    if len(fields) != 5:
        raise ValueError(f'"{expression}": {_HELP}')
    weekdays = re.sub(r"(?<![/\w])[0-7](?!\w)", lambda day: _CRON_DAYS[int(day[0])], fields[4].lower())
    # A range that ends on Sunday, as in 5-7, is fine; one that starts there wraps around APScheduler's week.
    weekdays = re.sub(r"\bsun-(\w{3})\b", r"sun,mon-\1", weekdays)
    try:
        return CronTrigger.from_crontab(" ".join([*fields[:4], weekdays]), timezone)
    except ValueError as error:
        raise ValueError(f'"{expression}": {str(error).rstrip(".").lower()}; {_HELP}') from None


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
