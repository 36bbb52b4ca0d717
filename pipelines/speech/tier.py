"""What this machine can carry: cores and memory, and the size of Whisper that keeps up with a meeting."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

Tier = Literal["tiny", "base", "small"]
_GIB = 1024**3


def speech_tier(cores: int, memory_bytes: int) -> Tier:
    """The largest model that keeps up with a meeting and leaves the language model room to work.

    `cores` are physical. Measured with int8 weights on two x86 cores (`python -m bench.asr --speeds`): a
    second of talk takes tiny 0.06 s, base 0.10 s and small 0.30 s; the process takes 0.29, 0.36 and 0.57 GB.
    """
    if cores >= 6 and memory_bytes >= 7 * _GIB:
        return "small"
    if cores >= 2 and memory_bytes >= 1.5 * _GIB:
        return "base"
    return "tiny"


def physical_cores(root: Path = Path("/")) -> int:
    """Cores that this process may use, a pair of hyper-threads counted once; at least 1.

    The second thread of a core adds nothing to matrix products. Where the kernel does not name the cores
    (ARM), each processor is one.
    """
    allowed = os.sched_getaffinity(0)
    cores: set[tuple[str, str]] = set()
    for block in _read(root / "proc/cpuinfo").split("\n\n"):
        fields = dict(_field(line) for line in block.splitlines() if ":" in line)
        number = fields.get("processor", "")
        if number.isdigit() and int(number) in allowed:
            cores.add((fields.get("physical id", "0"), fields.get("core id", f"cpu{number}")))
    return len(cores) or 1


def memory_bytes(root: Path = Path("/")) -> int:
    """Memory of the machine; 0 where /proc does not tell."""
    for line in _read(root / "proc/meminfo").splitlines():
        name, value = _field(line)
        if name == "MemTotal":
            return int(value.split()[0]) * 1024
    return 0


def _field(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip(), value.strip()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
