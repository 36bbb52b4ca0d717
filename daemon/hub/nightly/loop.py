"""Runs the nightly jobs in the hub."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.config import Config
from daemon.base.log import LOGGER
from daemon.hub.nightly.schedule import Scheduler, schedule_path
from daemon.hub.nightly.table import NIGHTLY, Night, NightlyJob
from daemon.notes.store import NoteStore

_CLOCK_SET_S = 30.0
"""A clock that is only adjusted differs by less between two checks; no two times of the night are closer."""


class Nights:
    """Runs the table; makes a new scheduler whenever the configuration changes or the clock is set."""

    def __init__(
        self,
        state_dir: Path,
        store: NoteStore,
        clock: Clock,
        config: Callable[[], Config],
        config_file: Path | None,
        jobs: Mapping[str, NightlyJob] = NIGHTLY,
    ) -> None:
        """`config` gives the current configuration. StateWriteError."""
        self._state_dir = state_dir
        self._store = store
        self._clock = clock
        self._config = config
        self._config_file = config_file
        self._jobs = jobs
        self._unrecorded: dict[str, str] = {}
        self._offset_s = self._measured_offset_s()
        """Difference between the wall clock and the one that never jumps."""
        self._scheduler = self._new_scheduler()

    def start(self) -> None:
        self._scheduler.start()

    def close(self) -> None:
        """Start no more jobs; a running one is not waited for."""
        self._scheduler.close()

    def run_now(self, name: str) -> None:
        """As soon as no other job is running. KeyError."""
        self._unrecorded.pop(name, None)
        self._scheduler.run_now(name)

    def unrecorded(self, name: str) -> str | None:
        """Why the run that was asked for has ended unrecorded; None: it goes on, or is recorded."""
        return self._unrecorded.get(name)

    def renew(self) -> None:
        """Compute the times again. On StateWriteError the old ones stay."""
        old, self._scheduler = self._scheduler, self._new_scheduler()
        if old.is_running:
            old.close()
            self._scheduler.start()

    def mind_the_clock(self) -> None:
        """APScheduler waits for a time that it has computed once: it does not notice when the clock is set,
        and after a clock that was a year ahead it runs nothing for a year. StateWriteError: again next
        time."""
        offset_s = self._measured_offset_s()
        change_s = offset_s - self._offset_s
        if abs(change_s) > _CLOCK_SET_S:
            self.renew()
            LOGGER.warning("the clock was set by %+.0f s; the nightly times are computed again", change_s)
        self._offset_s = offset_s

    def _measured_offset_s(self) -> float:
        return self._clock.now().timestamp() - self._clock.boot_s()

    def _new_scheduler(self) -> Scheduler:
        config = self._config()
        times: dict[str, str] = config.nightly.model_dump()
        entries = [(name, times[name], self._by_night(job)) for name, job in self._jobs.items()]
        path = schedule_path(self._state_dir)
        return Scheduler(path, config.timezone, self._clock, entries, self._unrecorded)

    def _by_night(self, job: NightlyJob) -> Callable[[], object]:
        def run() -> object:
            now = self._clock.now()
            return job(
                Night(self._state_dir, self._store, self._config(), self._config_file, now, LOGGER.info)
            )

        return run
