"""How the worker leaves room for the others: behind them for processor and disk, and within its memory."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
from pathlib import Path

NICE = 10
_IOPRIO_SET = {"x86_64": 251, "aarch64": 30, "armv7l": 314}
"""The number of the system call; the C library has no function for it."""
_BEST_EFFORT_LAST = 2 << 13 | 7
_THIS_PROCESS = 1


def step_back() -> None:
    """Run after the recorder: at NICE, and last among those who want the disk. systemd may have done it."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, max(NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    if number := _IOPRIO_SET.get(platform.machine()):
        # A sandbox may forbid it; the work is then done without.
        ctypes.CDLL(None).syscall(number, _THIS_PROCESS, 0, _BEST_EFFORT_LAST)


def resident_bytes(statm: Path = Path("/proc/self/statm")) -> int:
    """Memory that this process really holds: without the pages of mapped files, as weights are, which the
    kernel drops where it needs room.

    Watched here, because Raspberry Pi kernels come without the memory control group, and systemd's limit then
    does nothing.
    """
    _, resident, shared, *_ = map(int, statm.read_text("ascii").split())
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")
