"""When a nightly job is due: once for each local time that it names, whatever the clocks do.

APScheduler's CronTrigger is right about fields, months and weekdays, but it counts in instants: half past
two comes twice in the night when clocks go back, and when they go forward, whoever asks between three o'clock
and half past misses it. So it is asked about the clock on the wall, which knows no such nights, and what it
says is made an instant here (PEP 495): of a time that comes twice the first, and one that is skipped is as
long after midnight as in any other night.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from apscheduler.triggers.base import BaseTrigger

from daemon.base.timetable import cron_trigger

_LARGEST_CHANGE = timedelta(hours=3)
"""No place changes its clocks by more, but for the islands that once moved across the date line."""
LOOK_BACK = timedelta(days=62)
"""A job that was missed before that is not made up for: a wrong clock may claim that years have passed."""


def due_runs(last_run: datetime, now: datetime, expression: str, timezone: tzinfo) -> tuple[datetime, ...]:
    """The times of a line of cron after `last_run`, up to and including `now`, as instants in UTC.

    A caller runs the job once if there are any. None if the last run lies in the future: the clock was
    wrong then or is now. ValueError as `cron_trigger`.
    """
    # In UTC, because Python compares and subtracts local times of one zone by what is on the wall.
    last_run, now = last_run.astimezone(UTC), now.astimezone(UTC)
    since = max(last_run, now - LOOK_BACK)
    until = _wall(now, timezone) + _LARGEST_CHANGE
    found = set()
    for wall, instant in _times(since, expression, timezone):
        if wall > until:
            break
        if since < instant <= now:
            found.add(instant)
    return tuple(sorted(found))


def last_due(now: datetime, expression: str, timezone: tzinfo) -> datetime | None:
    """The latest time of a line of cron that is over or is now, in UTC: what a late run is late for."""
    return max(due_runs(now.astimezone(UTC) - LOOK_BACK, now, expression, timezone), default=None)


def next_run(after: datetime, expression: str, timezone: tzinfo) -> datetime | None:
    """The first time of a line of cron after an instant, in UTC; None if there is none, as on 30 February."""
    after = after.astimezone(UTC)
    best: tuple[datetime, datetime] | None = None
    for wall, instant in _times(after, expression, timezone):
        if best and wall > best[0] + _LARGEST_CHANGE:
            break
        if instant > after and (best is None or instant < best[1]):
            best = (wall, instant)
    return best and best[1]


class LocalTrigger(BaseTrigger):  # type: ignore[misc]  # APScheduler has no types
    """`next_run` as a trigger of APScheduler."""

    def __init__(self, expression: str, timezone: tzinfo) -> None:
        """ValueError as `cron_trigger`."""
        cron_trigger(expression, UTC)
        self._expression, self._timezone = expression, timezone

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime | None:
        after = previous_fire_time or now.astimezone(UTC) - timedelta(microseconds=1)
        found = next_run(after, self._expression, self._timezone)
        return found and found.astimezone(self._timezone)


def _times(after: datetime, expression: str, timezone: tzinfo) -> Iterator[tuple[datetime, datetime]]:
    """Times on the wall, in UTC's clothes, and the instants they are; from a little before `after` on."""
    trigger: Any = cron_trigger(expression, UTC)
    wall = _wall(after, timezone) - _LARGEST_CHANGE
    while (wall := trigger.get_next_fire_time(None, wall + timedelta(microseconds=1))) is not None:
        yield wall, wall.replace(tzinfo=timezone, fold=0).astimezone(UTC)


def _wall(instant: datetime, timezone: tzinfo) -> datetime:
    return instant.astimezone(timezone).replace(tzinfo=UTC, fold=0)
