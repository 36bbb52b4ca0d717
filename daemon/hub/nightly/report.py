"""What the nightly jobs found, one file for each: for the page, and for whoever asks in the morning.

STATE/nightly/backup.json
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import make_folder, write_durably
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
