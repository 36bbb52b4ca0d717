"""Runs the nightly jobs: once for each time, even if the machine was off or its clock was changed.

APScheduler waits for the time that `daemon.hub.nightly.times` computes; the last run of each job is recorded,
since APScheduler forgets it at a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from daemon.base.clock import Clock
from daemon.base.durable import write_durably
from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER
from daemon.hub.client import lock_path
from daemon.hub.nightly.times import LocalTrigger, due_runs
from guardrails.core.errors import RoomscribeError
from pipelines.model import Model, UtcDatetime


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
