"""Sizes as people read them, and the room that a model needs."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from daemon.base.errors import StateWriteError
from daemon.base.sizes import human, require_space


class Usage(NamedTuple):
    free: int


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (1550, "1.6 kB"),
        (99_949, "99.9 kB"),
        (100_000, "100 kB"),
        (999_499, "999 kB"),
        (1_000_000, "1.0 MB"),
        (100_000_000, "100 MB"),
        (1_000_000_000, "1.0 GB"),
        (3_106_735_776, "3.1 GB"),
        (123_456_789_012, "123 GB"),
    ],
)
def test_a_size_has_two_or_three_figures_and_its_unit(size: int, text: str) -> None:
    assert human(size) == text


def test_a_model_that_leaves_too_little_room_is_refused_with_what_to_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(600_000_000))
    require_space(tmp_path, 100_000_000)
    require_space(tmp_path, 0)
    with pytest.raises(StateWriteError) as refused:
        require_space(tmp_path, 2_000_000_000)
    assert str(refused.value) == (
        f"no room in {tmp_path}: it needs 2.0 GB and 500 MB must stay free; free 1.9 GB and try again"
    )
    with pytest.raises(StateWriteError, match="free 1 bytes and try again"):
        require_space(tmp_path, 100_000_001)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0))
    require_space(tmp_path, 0)
