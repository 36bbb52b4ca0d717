"""What a command of ours costs, with all processes that it starts."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

# The kernel keeps each process' peak, so a look may come late, but not after its end. `ru_maxrss` would come
# then, and is no help: it begins with the memory of the process that started the command, which is this one.
_LOOK_EVERY_S = 0.02


@dataclass(frozen=True)
class Cost:
    seconds: float
    """On the wall."""
    processor_s: float
    megabytes: float
    """Resident memory of all processes that ran at the same time, each at its own peak, at its most."""

    HEAD: ClassVar = f"{'seconds':>8} {'CPU s':>6} {'MB':>6}"

    def __str__(self) -> str:
        return f"{self.seconds:8.2f} {self.processor_s:6.2f} {self.megabytes:6.0f}"


def roomscribe(arguments: list[str]) -> tuple[str, Cost]:
    """Run the command line; return what it printed. SystemExit with its last words where it fails."""
    # As a module, so that a checkout measures itself, whatever is installed.
    return python(["-c", "from daemon.cli.main import main; raise SystemExit(main())", *arguments])


def python(arguments: list[str]) -> tuple[str, Cost]:
    """As `roomscribe`, of any module of ours."""
    command = [sys.executable, *arguments]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said, tempfile.TemporaryFile("w+") as errors:
        began = time.monotonic()
        process = subprocess.Popen(command, stdout=said, stderr=errors)
        looks = [0]
        ended = threading.Event()
        watcher = threading.Thread(target=_watch, args=(process.pid, looks, ended))
        watcher.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        ended.set()
        watcher.join()
        said.seek(0)
        errors.seek(0)
        if process.returncode:
            raise SystemExit(f"{' '.join(arguments)} failed: {errors.read()[-500:]}")
        cost = Cost(seconds, usage.ru_utime + usage.ru_stime, max(looks) / 1024)
        return said.read(), cost


def _watch(pid: int, looks: list[int], ended: threading.Event) -> None:
    """Add the kilobytes of each look to `looks`."""
    while not ended.wait(_LOOK_EVERY_S):
        looks.append(sum(map(peak_kb, _tree(pid))))


def _tree(pid: int) -> list[int]:
    """The process and those below it; none that was only forked yet, and still shares its parent's memory."""
    try:
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text("ascii").split()
        ]
    except OSError:
        return []
    started = [child for child in children if _command(child) != _command(pid)]
    return [pid, *(each for child in started for each in _tree(child))]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def peak_kb(pid: int | str = "self") -> int:
    """Most memory that the process ever had; 0 where it is gone."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0
