"""The clocks of the machine: wall clock, time since boot, and whether the wall clock is synchronised."""

from __future__ import annotations

import ctypes
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_TIMESYNCD = Path("/run/systemd/timesync/synchronized")
_TIMEX_BYTES = 256
"""More than any architecture's struct timex; all zero, it only queries."""
_TIME_ERROR = 5
"""adjtimex(2): "the system clock is not synchronized to a reliable server"."""


class Clock(Protocol):
    """Passed to whatever needs the time, so that tests can control it."""

    boot_id: str

    def now(self) -> datetime:
        """The wall clock, aware, in UTC; may jump, and may be wrong until it is synchronised."""
        ...

    def boot_s(self) -> float:
        """Seconds since boot, including sleep; never jumps. Comparable between processes."""
        ...

    def is_synchronised(self) -> bool:
        """Whether the wall clock was set by the network's time since boot."""
        ...


def boot_s() -> float:
    """Seconds since boot, including sleep, on Linux."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class SystemClock:
    """The clocks of the kernel (Linux)."""

    def __init__(self) -> None:
        self.boot_id = _BOOT_ID.read_text("ascii").strip()

    def now(self) -> datetime:
        return datetime.now(UTC)

    def boot_s(self) -> float:
        return boot_s()

    def is_synchronised(self) -> bool:
        """Check systemd-timesyncd's flag file, then the kernel, which any other time service updates."""
        if _TIMESYNCD.exists():
            return True
        libc = ctypes.CDLL(None, use_errno=True)
        state: int = libc.adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
        # -1: a sandbox forbids the call. Unknown counts as not synchronised.
        return state not in (-1, _TIME_ERROR)
