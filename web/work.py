"""The meetings in the queue: queue, list and a meeting's own page show the same.

How long their recordings are is measured in a thread, one at a time, and remembered.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, tzinfo
from pathlib import Path

from daemon.base.errors import NotFoundError
from daemon.base.foreign import look_into
from daemon.meetings import Job, MeetingFolder, WorkFolder, read_jobs
from daemon.spool import find_recording
from daemon.worker.status import read_status
from guardrails.core.errors import RoomscribeError
from web.views.queue import JobView, Speeds, jobs_view

_PREFIX = "recording "
"""How the source of a job begins that was recorded here."""


class Lengths:
    """Of one state directory. Probing a file takes a second, which no page waits for."""

    def __init__(self, state_dir: Path) -> None:
        self._state_dir = state_dir
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="lengths")
        self._found: dict[str, Future[float | None]] = {}
        self._lock = threading.Lock()

    def of(self, jobs: Iterable[Job]) -> dict[str, float]:
        """Seconds by job, for those that are known by now."""
        jobs = list(jobs)
        with self._lock:
            for gone in self._found.keys() - {job.id for job in jobs}:
                del self._found[gone]
            lengths = {job.id: self._length(job) for job in jobs}
        return {job_id: length_s for job_id, length_s in lengths.items() if length_s}

    def _length(self, job: Job) -> float | None:
        if job.source.startswith(_PREFIX):
            with suppress(NotFoundError):
                return find_recording(self._state_dir, job.id).duration_s  # it may still grow
            return None
        if job.id not in self._found:
            self._found[job.id] = self._pool.submit(self._look, job)
        future = self._found[job.id]
        return future.result() if future.done() else None

    def _look(self, job: Job) -> float | None:
        source = MeetingFolder(self._state_dir, job.id).source
        if source is None:
            return None
        try:
            return look_into(source, job.source).length_s
        except RoomscribeError:
            return None  # the worker will report what is wrong with it


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
