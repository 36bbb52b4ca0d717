"""Busy cores, and what a process costs meanwhile."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from daemon.base.clock import SystemClock


@dataclass(frozen=True)
class Cost:
    """Of a process over some time."""

    core_percent: float
    resident_mb: int


def cost_over(pid: int, seconds: float) -> Cost:
    """Wait, and say what the process has used."""
    clock = SystemClock()
    start_s, used_s = clock.boot_s(), _cpu_seconds(pid)
    Event().wait(seconds)
    share = (_cpu_seconds(pid) - used_s) / (clock.boot_s() - start_s)
    status = Path(f"/proc/{pid}/status").read_text()
    return Cost(100 * share, int(status.partition("VmRSS:")[2].split()[0]) // 1024)


@contextmanager
def busy_cores() -> Iterator[None]:
    """One process for each core that never rests."""
    context = multiprocessing.get_context("spawn")  # a fork would take over threads' locks
    workers = [context.Process(target=_spin, daemon=True) for _ in range(os.cpu_count() or 1)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.join()


def _spin() -> None:
    while True:
        pass


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
