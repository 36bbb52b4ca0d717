"""How long the recordings in the queue are: measured in a thread, one at a time, and remembered."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from daemon.base.errors import NotFoundError
from daemon.base.foreign import look_into
from daemon.meetings import Job, MeetingFolder
from daemon.spool import find_recording
from guardrails.core.errors import RoomscribeError

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
