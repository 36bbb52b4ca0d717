"""Which model a machine gets, and how its cores are counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipelines.speech.tier import Tier, memory_bytes, physical_cores, speech_tier

GIB = 1024**3


@pytest.mark.parametrize(
    ("machine", "cores", "memory_gib", "tier"),
    [
        ("a Raspberry Pi 5 with 8 GB", 4, 7.8, "base"),
        ("a Raspberry Pi 4 with 2 GB", 4, 1.8, "base"),
        ("a Raspberry Pi 3", 4, 0.9, "tiny"),
        ("a thin client", 2, 3.8, "base"),
        ("a machine with one core", 1, 7.8, "tiny"),
        ("a mini-PC", 8, 15.5, "small"),
        ("a mini-PC with too little memory", 8, 3.8, "base"),
        ("a machine that does not tell", 1, 0, "tiny"),
    ],
)
def test_the_model_fits_the_machine(machine: str, cores: int, memory_gib: float, tier: str) -> None:
    assert speech_tier(cores, int(memory_gib * GIB)) == tier, machine


@pytest.mark.parametrize(
    ("heard", "memory_gib", "tier"),
    [
        ({"base": 0.27}, 7.8, "base"),
        ({"base": 0.62}, 7.8, "tiny"),
        ({"base": 0.10}, 7.8, "small"),
        ({"base": 0.10}, 3.8, "base"),
        ({"base": 0.10, "small": 0.55}, 7.8, "base"),
        ({"small": 0.39}, 7.8, "small"),
        ({"tiny": 0.30}, 7.8, "tiny"),
    ],
)
def test_what_was_measured_here_counts_more_than_the_cores(
    heard: dict[Tier, float], memory_gib: float, tier: Tier
) -> None:
    assert speech_tier(4, int(memory_gib * GIB), heard) == tier


def proc(root: Path, cpuinfo: str, meminfo: str = "") -> Path:
    (root / "proc").mkdir()
    (root / "proc" / "cpuinfo").write_text(cpuinfo)
    (root / "proc" / "meminfo").write_text(meminfo)
    return root


@pytest.fixture(autouse=True)
def all_processors_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)))


def test_hyper_threads_are_counted_once(tmp_path: Path) -> None:
    blocks = [f"processor\t: {i}\nphysical id\t: 0\ncore id\t\t: {i % 4}\n" for i in range(8)]

    assert physical_cores(proc(tmp_path, "\n".join(blocks))) == 4


def test_equal_core_ids_on_two_sockets_are_two_cores(tmp_path: Path) -> None:
    blocks = [f"processor\t: {i}\nphysical id\t: {i}\ncore id\t\t: 0\n" for i in range(2)]

    assert physical_cores(proc(tmp_path, "\n".join(blocks))) == 2


def test_each_processor_of_an_arm_machine_is_a_core(tmp_path: Path) -> None:
    blocks = [f"processor\t: {i}\nBogoMIPS\t: 108.00\n" for i in range(4)]
    tail = "Revision\t: d04170\nModel\t\t: Raspberry Pi 5 Model B Rev 1.0\n"

    assert physical_cores(proc(tmp_path, "\n".join([*blocks, tail]))) == 4


def test_cores_that_the_service_may_not_use_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 2})

    assert physical_cores(proc(tmp_path, "\n".join(f"processor : {i}\n" for i in range(4)))) == 2


@pytest.mark.parametrize(
    ("file", "speeds"),
    [
        ("cpu_capacity", [1024, 1024, 446, 446, 446, 446]),
        ("cpufreq/cpuinfo_max_freq", [5_100_000, 4_900_000, 3_800_000, 3_800_000]),
    ],
)
def test_only_the_fastest_cores_count(tmp_path: Path, file: str, speeds: list[int]) -> None:
    root = proc(tmp_path, "\n".join(f"processor : {i}\n" for i in range(len(speeds))))
    for number, speed in enumerate(speeds):
        told = root / f"sys/devices/system/cpu/cpu{number}" / file
        told.parent.mkdir(parents=True)
        told.write_text(f"{speed}\n")
    assert physical_cores(root) == 2


def test_memory_is_read_in_bytes(tmp_path: Path) -> None:
    root = proc(tmp_path, "", "MemTotal:        8245632 kB\nMemFree:          123456 kB\n")

    assert memory_bytes(root) == 8245632 * 1024


def test_a_machine_without_proc_is_a_small_one(tmp_path: Path) -> None:
    assert physical_cores(tmp_path) == 1
    assert memory_bytes(tmp_path) == 0
