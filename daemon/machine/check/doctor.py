"""`roomscribe check`, as far as this process can see, run in a thread: a probe takes seconds, or hangs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from daemon.base.clock import SystemClock
from daemon.base.config import Config
from daemon.machine.check import Finding, Host
from daemon.machine.check.probes import check
from daemon.models.configured import configured
from daemon.models.inventory import Listed, inventory
from guardrails.core.errors import RoomscribeError

PROBES = ("memory", "power", "clock", "models", "permissions", "folders")
"""What takes time and can be seen from inside the hub's sandbox. The rest is `overview`'s;
whether data could leave takes root, and is left to `sudo roomscribe check`."""
FRESH = timedelta(minutes=5)
"""None of this changes faster than somebody can act."""


@dataclass(frozen=True, slots=True)
class Health:
    """The last check of the machine."""

    at: datetime | None
    findings: tuple[Finding, ...]
    models: tuple[Listed, ...]
    is_looking: bool
    """Another check is running."""


class Doctor:
    """Checks the machine in a thread of its own, one check at a time; `now` is the clock."""

    def __init__(self, state_dir: Path, config: Callable[[], Config], now: Callable[[], datetime]) -> None:
        self._state_dir = state_dir
        self._config = config
        self._now = now
        self._lock = threading.Lock()
        self._last = Health(None, (), (), False)

    def health(self, *, anew: bool = False) -> Health:
        """What the last check found, at once; an old result, or `anew`, starts another check."""
        with self._lock:
            last = self._last
            is_old = last.at is None or not timedelta(0) <= self._now() - last.at < FRESH
            if (anew or is_old) and not last.is_looking:
                self._last = Health(last.at, last.findings, last.models, True)
                threading.Thread(target=self._look, name="health", daemon=True).start()
            return self._last

    def _look(self) -> None:
        # One result for all who look.
        host = Host(self._state_dir, None, SystemClock(), settings=self._config, for_admin=False)
        findings = check(host, PROBES).findings
        folder = self._state_dir / "models"
        listed: list[Listed] = []
        # The probe reports what is wrong there; an error here must not end all further checks.
        with suppress(RoomscribeError, OSError):
            # Reads all of a model that was copied by hand, to see whether it is the right one.
            listed = inventory(folder, configured(host.config.models, folder))
        with self._lock:
            self._last = Health(self._now(), tuple(findings), tuple(listed), False)
