"""Each nightly job: when it runs, and what came of its last run. For commands, checks and the page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from daemon.base.sections import Nightly
from daemon.hub.nightly.report import read_report
from daemon.hub.nightly.schedule import Timetable, schedule_path
from daemon.hub.nightly.times import next_run
from pipelines.model import Model, UtcDatetime

NAMES: Mapping[str, str] = {
    "digest": "Digest of the day",
    "week": "Digest of the week",
    "retention": "Old audio and notes removed",
    "backup": "Backup",
    "compaction": "Store compacted",
    "integrity": "Store checked",
    "models": "Models checked",
    "space": "Room made on a full disk",
}
"""By their keys in [nightly]."""
OFTEN = "space"
"""Runs all day, and leaves no report."""
_LATE = timedelta(hours=12)
"""A backup with sound to a slow stick, behind a check of all weights, takes hours."""


class JobState(Model):
    """One job."""

    job: str
    about: str
    next_at: UtcDatetime | None
    """None: it is turned off."""
    last_at: UtcDatetime | None
    """None: it has not run yet."""
    last_good_at: UtcDatetime | None = None
    """When it last ran without problems, as far as is known."""
    is_overdue: bool
    """A time has passed, and it has not run."""
    lines: tuple[str, ...] = ()
    """What the last run did."""
    problems: tuple[str, ...] = ()
    """What a person has to look at since then."""

    @property
    def unsolved(self) -> tuple[str, ...]:
        """The same; of a job that was turned off, nobody can better what its last run reported."""
        return self.problems if self.next_at else ()


def jobs_of_the_night(
    state_dir: Path, times: Nightly, now: datetime, timezone: tzinfo
) -> tuple[JobState, ...]:
    timetable = Timetable(schedule_path(state_dir), timezone)
    return tuple(
        _state(state_dir, job, getattr(times, job), now, timezone, timetable.last(job)) for job in NAMES
    )


def _state(
    state_dir: Path, job: str, expression: str, now: datetime, timezone: tzinfo, recorded: datetime | None
) -> JobState:
    """`recorded`: when the scheduler ran it, or first heard of it."""
    report = read_report(state_dir, job)
    last = report.at if report else recorded if job == OFTEN else None
    seen = max((each for each in (last, recorded) if each), default=None)
    due = next_run(seen, expression, timezone) if seen and expression else None
    return JobState(
        job=job,
        about=NAMES[job],
        next_at=next_run(now, expression, timezone) if expression else None,
        last_at=last,
        last_good_at=report.good_at if report else None,
        is_overdue=due is not None and due + _LATE < now,
        lines=report.lines if report else (),
        problems=report.problems if report else (),
    )
