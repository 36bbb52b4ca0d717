"""The meetings in the queue: queue, list and a meeting's own page show the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from pathlib import Path

from daemon.meetings import WorkFolder, read_jobs
from daemon.meetings.lengths import Lengths
from daemon.worker.speeds import Speeds
from daemon.worker.status import read_status
from web.views.queue import JobView, jobs_view


class Work:
    """Of one state directory. It remembers how fast the machine was, to estimate how long something takes."""

    def __init__(self, state_dir: Path, timezone: tzinfo, now: Callable[[], datetime]) -> None:
        self._state_dir = state_dir
        self._timezone = timezone
        self._now = now
        self._lengths = Lengths(state_dir)
        self._measured = Speeds()

    def jobs(self) -> tuple[JobView, ...]:
        """All of them, private meetings too, in the order in which they are done."""
        found = read_jobs(self._state_dir)
        status = read_status(self._state_dir)
        claim = WorkFolder(self._state_dir).claim() if found else None
        running = claim.job if claim and status else None
        known = self._lengths.of(found)
        self._measured = self._measured.measured(status, known.get(running or ""))
        return jobs_view(found, running, status, known, self._measured, self._now(), self._timezone)

    def find(self, meeting_id: str) -> JobView | None:
        return next((each for each in self.jobs() if each.id == meeting_id), None)
