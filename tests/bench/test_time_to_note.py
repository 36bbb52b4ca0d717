"""A meeting held before the real hub and worker, on a clock that moves on by what the work would take."""

from __future__ import annotations

from bench.simulation.clock import PI, TARGET
from bench.time_to_note import ends_of, held
from guardrails.types import Segment

SAID = [
    Segment(
        f"s{n + 1}", 6.0 * n, 6.0 * n + 5.5, None, f"Then we looked at room {n} of the new house, all of us."
    )
    for n in range(100)
]


def test_work_that_is_done_while_people_talk_need_not_be_waited_for() -> None:
    (end_s,) = ends_of(SAID, 8, 1)
    live = held(SAID, end_s, TARGET, True)
    batch = held(SAID, end_s, TARGET, False)
    assert 0 < live < batch
    assert batch > end_s * 0.25, "hearing alone takes a quarter of the talk"


def test_a_slower_machine_lets_people_wait_longer() -> None:
    assert held(SAID[:40], 200, PI, True) > held(SAID[:40], 200, TARGET, True)
