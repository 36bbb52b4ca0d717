"""The recorder beside programs that take every core, as Whisper and Gemma do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fakes.pulse import VirtualRoom, record_under_load


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_no_sample_is_lost_while_all_cores_are_busy(
    room: VirtualRoom, tmp_path: Path, count: Callable[[int, int], int], figure: Callable[[str], None]
) -> None:
    """Recorder: noise played into a virtual room beside one busy process for each core."""
    seconds = count(60, 600)
    load = record_under_load(room, tmp_path / "state", seconds)
    figure(
        f"{seconds} s: {load.lost} of {load.played} samples lost, {load.overflows} overflows, "
        f"{load.cost.core_percent:.1f} % of one core, {load.cost.resident_mb} MB"
    )
    assert (load.lost, load.overflows) == (0, 0)
    assert load.cost.resident_mb < 150
