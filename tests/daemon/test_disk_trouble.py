"""A disk that refuses writes: longer and longer pauses, and one line a minute in the log."""

from __future__ import annotations

import errno
import logging

import pytest

from daemon.base.disk import DiskTrouble
from daemon.base.errors import StateWriteError
from tests.fakes.clock import FakeClock


def refusal(number: int | None, text: str = "cannot write notes") -> StateWriteError:
    error = StateWriteError(text)
    error.__cause__ = OSError(number, "why") if number else None
    return error


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (errno.ENOSPC, "disk full"),
        (errno.EDQUOT, "disk full"),
        (errno.EROFS, "disk is read-only"),
        (errno.EIO, "disk refuses writes"),
        (None, "disk refuses writes"),
    ],
)
def test_the_trouble_has_a_name(number: int | None, name: str) -> None:
    trouble = DiskTrouble(FakeClock().boot_s)
    assert trouble.name is None
    trouble.failed(refusal(number))
    assert trouble.name == name
    trouble.is_over()
    assert trouble.name is None


def test_pauses_grow_to_twenty_seconds_and_begin_anew_after_a_success() -> None:
    trouble = DiskTrouble(FakeClock().boot_s)
    full = refusal(errno.ENOSPC)
    assert [trouble.failed(full) for _ in range(4)] == [5, 10, 20, 20]
    trouble.is_over()
    assert trouble.failed(full) == 5


def test_the_log_has_a_line_a_minute_and_one_at_the_end(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    clock = FakeClock()
    trouble = DiskTrouble(clock.boot_s)
    trouble.is_over()
    for second in range(0, 121, 20):
        trouble.failed(refusal(errno.ENOSPC, f"at second {second}"))
        clock.sleep(20)
    trouble.is_over()
    trouble.is_over()
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("ERROR", "at second 0"),
        ("ERROR", "at second 60"),
        ("ERROR", "at second 120"),
        ("INFO", "the disk accepts writes again"),
    ]
