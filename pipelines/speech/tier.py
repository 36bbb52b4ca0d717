"""What this machine can carry: cores and memory, and the size of Whisper that keeps up with a meeting."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

Tier = Literal["tiny", "base", "small"]
_GIB = 1024**3


_HEARING: dict[Tier, float] = {"small": 0.30, "base": 0.10, "tiny": 0.06}
"""Seconds of computing for a second of talk: random int8 weights of the true shapes on two x86
cores (`python -m bench.asr --speeds`). The process takes 0.57, 0.36 and 0.29 GB."""
_MOST_HEARING = 0.40
"""Above it the language model has too little of the machine to keep up with talk (bench/time_to_note.py)."""


def speech_tier(cores: int, memory_bytes: int, heard: Mapping[Tier, float] | None = None) -> Tier:
    """The largest model that keeps up with a meeting and leaves the language model room to work.

    `heard`: what was measured here of some sizes, in seconds of computing for a second of talk; another size
    takes as much more or less as it did where all were measured. Without it the machine tells: `cores` are
    physical.
    """
    if memory_bytes >= 7 * _GIB and (_keeps_up("small", heard) if heard else cores >= 6):
        return "small"
    if memory_bytes >= 1.5 * _GIB and (_keeps_up("base", heard) if heard else cores >= 2):
        return "base"
    return "tiny"


def _keeps_up(size: Tier, heard: Mapping[Tier, float]) -> bool:
    measured = heard.get(size)
    guesses = (rate * _HEARING[size] / _HEARING[known] for known, rate in heard.items())
    return (max(guesses) if measured is None else measured) <= _MOST_HEARING


_SAME_CLASS = 0.85
"""Of the fastest core's speed: favoured cores are a tenth faster, the next class is a quarter slower."""


def physical_cores(root: Path = Path("/")) -> int:
    """Cores of the fastest class that this process may use, a pair of hyper-threads counted once; at least 1.

    The second thread of a core adds nothing to matrix products, and a slow core makes the fast ones wait at
    the end of each. Where the kernel does not name the cores (ARM), each processor is one.
    """
    allowed = _fastest(os.sched_getaffinity(0), root)
    cores: set[tuple[str, str]] = set()
    for block in _read(root / "proc/cpuinfo").split("\n\n"):
        fields = dict(_field(line) for line in block.splitlines() if ":" in line)
        number = fields.get("processor", "")
        if number.isdigit() and int(number) in allowed:
            cores.add((fields.get("physical id", "0"), fields.get("core id", f"cpu{number}")))
    return len(cores) or 1


def _fastest(processors: set[int], root: Path) -> set[int]:
    """Those as fast as the fastest; all where the kernel does not tell."""
    speeds = {number: _speed(root / f"sys/devices/system/cpu/cpu{number}") for number in processors}
    return {number for number, speed in speeds.items() if speed >= _SAME_CLASS * max(speeds.values())}


def _speed(folder: Path) -> int:
    """ARM tells a capacity, others the highest clock rate; 0 where neither is told."""
    for name in ("cpu_capacity", "cpufreq/cpuinfo_max_freq"):
        if (told := _read(folder / name).strip()).isdigit():
            return int(told)
    return 0


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
