"""How long a client may take, by a clock that only the test moves."""

from __future__ import annotations

import pytest

from daemon.access.connections import HEAD_S, QUIET_S, SLOWEST_BYTES_S, Patience, Phase
from web.bodies import MAX_BODY_BYTES


class Connection:
    """A client that does something each second."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.moved = 0
        self.patience = Patience(lambda: self.now_s)

    def lasts_s(self, phase: Phase, bytes_s: float, until_s: float = 10_000) -> float:
        """So many seconds it is borne in that phase, at that pace."""
        began_s = self.now_s
        while self.now_s - began_s < until_s:
            if self.patience.is_over(phase, self.moved):
                return self.now_s - began_s
            self.now_s += 1
            self.moved += int(bytes_s)
        return until_s


@pytest.mark.parametrize(
    ("phase", "bytes_s", "lasts_s"),
    [
        ("idle", 0, QUIET_S + 1),
        ("head", 0, HEAD_S + 1),
        ("head", 1, HEAD_S + 1),
        ("body", 0, HEAD_S + 1),
        ("body", 1, HEAD_S + 1),
        ("answer", 1, HEAD_S + 1),
        ("body", SLOWEST_BYTES_S, 10_000),
        ("answer", SLOWEST_BYTES_S, 10_000),
        ("work", 0, 10_000),
    ],
)
def test_each_phase_has_its_end(phase: Phase, bytes_s: float, lasts_s: float) -> None:
    assert Connection().lasts_s(phase, bytes_s) == lasts_s


@pytest.mark.parametrize("phase", ["body", "answer"])
def test_who_was_quick_may_not_rest_on_it(phase: Phase) -> None:
    connection = Connection()
    assert connection.lasts_s(phase, 10_000_000, until_s=10) == 10
    assert connection.lasts_s(phase, 0) == QUIET_S + 1


def test_each_request_begins_anew() -> None:
    connection = Connection()
    for _ in range(100):
        phases: tuple[Phase, ...] = ("idle", "head", "body", "work", "answer")
        for phase in phases:
            connection.moved = 0
            assert connection.lasts_s(phase, SLOWEST_BYTES_S, until_s=HEAD_S) == HEAD_S


def test_a_strangers_body_takes_half_a_minute_at_most() -> None:
    assert HEAD_S + MAX_BODY_BYTES / SLOWEST_BYTES_S <= 31
