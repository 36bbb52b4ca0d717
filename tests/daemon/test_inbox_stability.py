"""When a file in the watch folder counts as complete."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.inbox import StabilityTracker, Stamp

SETTLE_S = 3.0


def test_a_half_copied_file_is_left_alone_until_it_has_not_changed_for_a_while() -> None:
    tracker = StabilityTracker(SETTLE_S)
    for second in range(10):
        assert tracker.scan({"talk.wav": Stamp(1000 * (second + 1), second)}, second) == []
    assert tracker.next_s() == 9 + SETTLE_S
    assert tracker.scan({"talk.wav": Stamp(10_000, 9)}, 11.9) == []
    assert tracker.scan({"talk.wav": Stamp(10_000, 9)}, 12.0) == ["talk.wav"]


def test_a_file_that_was_renamed_into_place_is_taken_at_once() -> None:
    tracker = StabilityTracker(SETTLE_S)
    files = {"whole.vtt": Stamp(10, 1), "growing.vtt": Stamp(10, 1)}
    assert tracker.scan(files, 0, arrived=["whole.vtt"]) == ["whole.vtt"]


def test_a_file_that_is_still_there_is_offered_again_later_and_not_in_every_look() -> None:
    tracker = StabilityTracker(SETTLE_S)
    files = {"a.vtt": Stamp(10, 1)}
    assert tracker.scan(files, 0, arrived=["a.vtt"]) == ["a.vtt"]
    assert tracker.scan(files, 1) == []
    assert tracker.scan(files, 3) == ["a.vtt"]


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param([(0, Stamp(5000, 1)), (3, Stamp(5000, 2)), (6, Stamp(5000, 2))], id="preallocated"),
        pytest.param([(0, Stamp(10, 10**19)), (2, Stamp(10, 5)), (5, Stamp(10, 5))], id="a clock jumps back"),
        pytest.param([(0, Stamp(0, 1)), (29, Stamp(0, 1)), (30, Stamp(0, 1))], id="empty, as copies begin"),
    ],
)
def test_what_changes_or_is_empty_is_waited_for(looks: list[tuple[float, Stamp]]) -> None:
    tracker = StabilityTracker(SETTLE_S)
    ready = [tracker.scan({"a.vtt": stamp}, now_s) for now_s, stamp in looks]
    assert ready == [[], [], ["a.vtt"]]


def test_a_file_that_vanished_is_new_when_it_comes_back() -> None:
    tracker = StabilityTracker(SETTLE_S)
    assert tracker.scan({"a.vtt": Stamp(10, 1)}, 0) == []
    assert tracker.scan({}, 2) == []
    assert tracker.next_s() is None
    assert tracker.scan({"a.vtt": Stamp(10, 1)}, 4) == []
    assert tracker.scan({"a.vtt": Stamp(10, 1)}, 7) == ["a.vtt"]


def test_files_come_in_the_order_in_which_they_were_complete() -> None:
    tracker = StabilityTracker(SETTLE_S)
    tracker.scan({"b": Stamp(1, 1)}, 0)
    tracker.scan({"a": Stamp(1, 1), "b": Stamp(1, 1)}, 1)
    assert tracker.scan({"a": Stamp(1, 1), "b": Stamp(1, 1)}, 10) == ["b", "a"]


EIGHTHS_S = st.integers(1, 32).map(lambda eighths: eighths / 8)
"""Added up without rounding: 16.9 - 13.9 is less than 3."""


@given(
    st.lists(
        st.tuples(EIGHTHS_S, st.dictionaries(st.sampled_from("abc"), st.integers(1, 3), max_size=3)),
        max_size=30,
    )
)
def test_whatever_happens_nothing_is_taken_that_changed_within_the_settling_time(
    looks: list[tuple[float, dict[str, int]]],
) -> None:
    tracker = StabilityTracker(SETTLE_S)
    now_s = 0.0
    unchanged_since: dict[str, tuple[int, float]] = {}
    for passed_s, sizes in looks:
        now_s += passed_s
        for name in list(unchanged_since):
            if sizes.get(name) != unchanged_since[name][0]:
                del unchanged_since[name]
        for name, size in sizes.items():
            unchanged_since.setdefault(name, (size, now_s))
        for name in tracker.scan({name: Stamp(size, size) for name, size in sizes.items()}, now_s):
            assert now_s - unchanged_since[name][1] >= SETTLE_S


def test_the_file_that_waited_longest_comes_first_and_the_next_look_is_told() -> None:
    tracker = StabilityTracker(SETTLE_S)
    assert tracker.next_s() is None
    tracker.scan({"late.vtt": Stamp(10, 1)}, 0)
    tracker.scan({"late.vtt": Stamp(11, 2), "early.vtt": Stamp(10, 1)}, 1)
    tracker.scan({"late.vtt": Stamp(12, 3), "early.vtt": Stamp(10, 1)}, 2)
    assert tracker.next_s() == 4
    files = {"late.vtt": Stamp(12, 3), "early.vtt": Stamp(10, 1), "empty.vtt": Stamp(0, 1)}
    assert tracker.scan(files, 5) == ["early.vtt", "late.vtt"]
    assert tracker.next_s() == 8, "what was offered is offered again"
    del files["early.vtt"], files["late.vtt"]
    assert tracker.scan(files, 6) == []
    assert tracker.next_s() == 35
