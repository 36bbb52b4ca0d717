"""What the house and the disk allow: the hours of recording, and the room that is left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo

from daemon.base.sections import Recorder as Settings
from daemon.base.timetable import is_allowed, parse_hours
from daemon.spool.segment import BYTES_PER_S

_REOPEN_BYTES = 64_000_000
"""So much above the reserve must be free before a full disk counts as usable again: half an hour."""


class Conditions:
    """As of the last `check`."""

    def __init__(self, settings: Settings, timezone: tzinfo, free_bytes: Callable[[], int]) -> None:
        self.free_bytes = 0
        self.is_full = False
        self.is_allowed = False
        self._hours = [parse_hours(span) for span in settings.allowed_hours]
        self._written_hours = ", ".join(settings.allowed_hours) or "none"
        self._reserve_bytes = settings.reserve_mb * 1_000_000
        self._timezone = timezone
        self._free_bytes = free_bytes

    def check(self, now: datetime) -> None:
        """Look at the clock and the disk."""
        self.is_allowed = is_allowed(self._hours, now.astimezone(self._timezone))
        self.free_bytes = self._free_bytes()
        spare = self.free_bytes - self._reserve_bytes
        self.is_full = spare < (_REOPEN_BYTES if self.is_full else 0)

    @property
    def hours_left(self) -> float:
        """Hours of audio until the disk is full."""
        return max(0.0, self.free_bytes - self._reserve_bytes) / BYTES_PER_S / 3600

    @property
    def full(self) -> str:
        """That the disk is full, in one line."""
        return (
            f"the disk is full: {self.free_bytes // 1_000_000} MB are free, "
            f"{self._reserve_bytes // 1_000_000} are kept back ([recorder] reserve_mb)"
        )

    @property
    def outside_hours(self) -> str:
        """That this is no time to record, in one line."""
        return f"outside the allowed hours ({self._written_hours})"
