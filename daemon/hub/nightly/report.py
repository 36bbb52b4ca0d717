"""Each nightly job: when it runs, and what came of its last run, for commands, checks and the page.

STATE/nightly/backup.json
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import make_folder, write_durably
from daemon.base.sections import Nightly
from daemon.hub.nightly.schedule import Timetable, next_run, schedule_path
from pipelines.model import Model, UtcDatetime


class Report(Model):
    """The last run of one job."""

    job: str
    at: UtcDatetime
    lines: tuple[str, ...] = ()
    """What was done."""
    problems: tuple[str, ...] = ()
    """What a person has to look at; empty if all is well."""
    last_good_at: UtcDatetime | None = None
    """Of a run with problems: when the last one without ended. None in reports of earlier releases, too."""

    @property
    def good_at(self) -> datetime | None:
        """When the job last ran without problems, as far as is known."""
        return self.last_good_at if self.problems else self.at


def write_report(state_dir: Path, report: Report) -> None:
    """Of what it replaces, it keeps when the job last ran without problems. StateWriteError."""
    if report.problems and (before := read_report(state_dir, report.job)):
        report = report.model_copy(update={"last_good_at": before.good_at})
    folder = state_dir / "nightly"
    make_folder(folder)
    write_durably(folder / f"{report.job}.json", report.model_dump_json(indent=1))


def read_report(state_dir: Path, job: str) -> Report | None:
    """The last run of a job; None if it never ran, or its report is damaged: the next run makes a new one."""
    try:
        return Report.model_validate_json((state_dir / "nightly" / f"{job}.json").read_bytes())
    except (OSError, ValidationError):
        return None


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
