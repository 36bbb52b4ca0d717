"""Runs the nightly jobs: once for each local time that they name, whatever machine and clocks do.

APScheduler's CronTrigger is right about fields, months and weekdays, but it counts in instants: half past
two comes twice in the night when clocks go back, and when they go forward, whoever asks between three
o'clock and half past misses it. So it is asked about the clock on the wall, which knows no such nights,
and what it says is made an instant here (PEP 495): of a time that comes twice the first, and one that is
skipped is as long after midnight as in any other night. APScheduler waits for that time; the last run of
each job is recorded, since APScheduler forgets it at a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

from apscheduler.triggers.base import BaseTrigger
from pydantic import Field, ValidationError

from daemon.base.clock import Clock
from daemon.base.durable import write_durably
from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER
from daemon.base.timetable import cron_trigger
from daemon.hub.client import lock_path
from guardrails.core.errors import RoomscribeError
from pipelines.model import Model, UtcDatetime

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


def schedule_path(state_dir: Path) -> Path:
    return lock_path(state_dir).with_name("schedule.json")


class LastRuns(Model):
    """When each job last ran."""

    runs: dict[str, UtcDatetime] = Field(default_factory=dict)


class Timetable:
    """What is due, and what was done; on disk."""

    def __init__(self, path: Path, timezone: tzinfo) -> None:
        self._path = path
        self._timezone = timezone
        try:
            self._runs = dict(LastRuns.model_validate_json(path.read_bytes()).runs)
        except (FileNotFoundError, NotADirectoryError, ValidationError):
            self._runs = {}

    def last(self, name: str) -> datetime | None:
        """When the job ran last, or was first heard of."""
        return self._runs.get(name)

    def was_missed(self, name: str, expression: str, now: datetime) -> bool:
        """Whether a time of the job has passed since its last run. A new job has missed nothing yet, and is
        recorded (StateWriteError), as is one whose last run is in the future because the clock was wrong.
        """
        last = self._runs.get(name)
        if last is None or last > now:
            self.done(name, now)
            return False
        return bool(due_runs(last, now, expression, self._timezone))

    def done(self, name: str, now: datetime) -> None:
        """Record that the job has run. StateWriteError."""
        self._runs[name] = now
        write_durably(self._path, LastRuns(runs=self._runs).model_dump_json(indent=1))


class Scheduler:
    """APScheduler over a table of (name, cron expression, what to do)."""

    def __init__(
        self,
        path: Path,
        timezone: tzinfo,
        clock: Clock,
        entries: Iterable[tuple[str, str, Callable[[], object]]],
        unrecorded: dict[str, str] | None = None,
    ) -> None:
        """An empty expression means never. `unrecorded` takes why a run was not recorded, by the job's name.
        StateWriteError if a new job cannot be recorded.
        """
        from apscheduler.executors.pool import ThreadPoolExecutor
        from apscheduler.schedulers.background import BackgroundScheduler

        self._clock = clock
        self._timetable = Timetable(path, timezone)
        self._unrecorded = {} if unrecorded is None else unrecorded
        # One at a time: a backup must not read what retention removes.
        self._scheduler: Any = BackgroundScheduler(
            timezone=timezone, executors={"default": ThreadPoolExecutor(1)}
        )
        now = clock.now()
        self._work: dict[str, Callable[[], object]] = {}
        for name, expression, run in entries:
            self._work[name] = run
            if not expression:
                continue
            # A missed job runs at once, by APScheduler's own clock, and then when it is due.
            at_once = {"next_run_time": datetime.now(UTC)}
            self._scheduler.add_job(
                self._run,
                LocalTrigger(expression, timezone),
                args=(name, run),
                id=name,
                coalesce=True,
                misfire_grace_time=None,
                **(at_once if self._timetable.was_missed(name, expression, now) else {}),
            )

    @property
    def is_running(self) -> bool:
        return bool(self._scheduler.running)

    def start(self) -> None:
        self._scheduler.start()

    def run_now(self, name: str) -> None:
        """Run a job once, whatever its times, as soon as no other is running. KeyError."""
        self._scheduler.add_job(
            self._run,
            args=(name, self._work[name]),
            id=f"{name} now",
            replace_existing=True,
            misfire_grace_time=None,
        )

    def close(self) -> None:
        """Start no more jobs; a running one is not waited for."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)

    def _run(self, name: str, run: Callable[[], object]) -> None:
        now = self._clock.now()
        try:
            run()
        except RoomscribeError as error:
            LOGGER.error("%s: %s", name, error)
        except Exception:
            LOGGER.exception("%s: internal error", name)
        try:
            self._timetable.done(name, now)
        except StateWriteError as error:
            LOGGER.error("%s", error)
            self._unrecorded[name] = str(error)
