"""What a command costs is its own, not that of the process which measures it."""

from __future__ import annotations

from bench.measured import peak_kb, roomscribe


def test_the_memory_of_who_measures_is_not_counted() -> None:
    held = b"x" * 300_000_000
    printed, cost = roomscribe(["--version"])
    assert "roomscribe" in printed
    assert peak_kb() > len(held) // 1024
    assert 5 < cost.megabytes < 150
