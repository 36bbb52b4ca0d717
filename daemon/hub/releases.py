"""Jobs that wait for a model, or for the language model to have time: when they may go on."""

from __future__ import annotations

from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.config import Config
from daemon.base.timetable import has_time
from daemon.meetings import JobQueue
from daemon.meetings.queue import is_live
from daemon.models.presence import LOCK_FILE as MODELS_LOCK


class Releases:
    """Used by the hub's one thread."""

    def __init__(self, state_dir: Path, queue: JobQueue, clock: Clock) -> None:
        self._models_lock = state_dir / "models" / MODELS_LOCK
        self._queue = queue
        self._clock = clock
        self._models_seen: int | None = -1

    def forget_models(self) -> None:
        """Other models may be configured now."""
        self._models_seen = -1

    def update(self, config: Config) -> None:
        """StateWriteError."""
        stamp = self._models_stamp()
        if stamp != self._models_seen:
            self._models_seen = stamp
            self._release("models")
        now = self._clock.now().astimezone(config.timezone)
        if not any(map(is_live, self._queue)) and has_time(config.llm.draft, now):
            self._release("turn")

    def _release(self, needs: str) -> None:
        for job in self._queue:
            if job.needs == needs:
                self._queue.put(job.released())

    def _models_stamp(self) -> int | None:
        """None, too, for a folder that nobody but root may enter: systemd-tmpfiles makes it so, and gives it
        away an instant later, in which the hub has been woken."""
        try:
            return self._models_lock.stat().st_mtime_ns
        except (FileNotFoundError, PermissionError):
            return None
