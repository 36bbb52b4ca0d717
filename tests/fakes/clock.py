"""A clock that tests let pass."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class FakeClock:
    """Starts on a Monday at 10:03:12 UTC, 1000 s after boot."""

    def __init__(self) -> None:
        self.boot_id = "boot-a"
        self.wall = datetime(2026, 11, 16, 10, 3, 12, tzinfo=UTC)
        self.since_boot_s = 1000.0
        self.synchronised = True

    def now(self) -> datetime:
        return self.wall

    def boot_s(self) -> float:
        return self.since_boot_s

    def is_synchronised(self) -> bool:
        return self.synchronised

    def sleep(self, seconds: float) -> None:
        """Let time pass; also stands in for time.sleep."""
        self.since_boot_s += seconds
        self.wall += timedelta(seconds=seconds)
