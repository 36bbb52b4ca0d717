"""The diarization error rate against cases that can be computed by hand."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import BadInputError
from pipelines.evaluate.speakers import _assigned, read_rttm, score_speakers
from pipelines.speakers.turns import Turn

ANN_THEN_BOB = [Turn(0, 10, "ann"), Turn(10, 20, "bob")]


def test_names_of_voices_do_not_matter() -> None:
    assert score_speakers(ANN_THEN_BOB, [Turn(0, 10, "2"), Turn(10, 20, "1")]).der == 0


def test_one_voice_for_two_speakers_confuses_the_shorter_one() -> None:
    reference = [Turn(0, 12, "ann"), Turn(12, 20, "bob")]
    score = score_speakers(reference, [Turn(0, 20, "1")], collar_s=0)
    assert (score.missed_s, score.false_s, score.confused_s) == (0, 0, 8)
    assert score.der == pytest.approx(0.4)


def test_a_collar_on_either_side_of_a_boundary_is_left_out() -> None:
    score = score_speakers(ANN_THEN_BOB, [Turn(0, 10.2, "1"), Turn(10.2, 20, "2")], collar_s=0.25)
    assert score.der == 0
    assert score.speech_s == pytest.approx(19.0)  # 0.25 s at each end, 0.5 s in the middle


def test_overlap_counts_once_for_each_voice() -> None:
    reference = [Turn(0, 10, "ann"), Turn(8, 12, "bob")]
    score = score_speakers(reference, [Turn(0, 8, "1"), Turn(8, 12, "2")], collar_s=0)
    assert score.speech_s == pytest.approx(14.0)
    assert score.missed_s == pytest.approx(2.0)
    assert score.der == pytest.approx(2 / 14)


def test_speech_that_nobody_spoke_and_speech_that_nobody_heard() -> None:
    score = score_speakers([Turn(5, 15, "ann")], [Turn(0, 12, "1")], collar_s=0)
    assert (score.false_s, score.missed_s, score.confused_s) == (5, 3, 0)


def test_two_speakers_cannot_share_a_voice() -> None:
    found = [Turn(0, 20, "1")]
    assert score_speakers(ANN_THEN_BOB, found, ["1", "1"]).right_lines == 0.5


def test_lines_of_a_recording_without_any_speech_heard_can_be_right() -> None:
    reference = [Turn(0, 2, "ann"), Turn(2, 3, "bob")]
    score = score_speakers(reference, [], ["Voice 1", "Voice 1"])
    assert (score.der, score.right_lines) == (1.0, 0.5)


def test_a_line_without_a_voice_is_not_right() -> None:
    assert score_speakers(ANN_THEN_BOB, ANN_THEN_BOB, ["ann", None]).right_lines == 0.5


def test_scores_of_recordings_add_up_by_their_seconds() -> None:
    wrong = score_speakers([Turn(0, 1, "ann")], [], [None], collar_s=0)
    right = score_speakers([Turn(0, 9, "ann")], [Turn(0, 9, "1")], ["1"], collar_s=0)
    assert (wrong + right).as_json() == {"der": 0.1, "right_lines": 0.5}


@given(st.lists(st.lists(st.integers(0, 30), min_size=4, max_size=4), min_size=4, max_size=4))
def test_voices_are_matched_as_well_as_any_order_could(cost: list[list[int]]) -> None:
    row_of = _assigned(cost)
    assert sorted(row_of) == [0, 1, 2, 3]
    best = min(sum(cost[row][column] for column, row in enumerate(order)) for order in permutations(range(4)))
    assert sum(cost[row][column] for column, row in enumerate(row_of)) == best


def every_order(cost: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """As SciPy's linear_sum_assignment: rows and their columns with the least sum."""
    if len(cost) > cost.shape[1]:
        columns, rows = every_order(cost.T)
        return rows, columns
    rows = np.arange(len(cost))
    orders = [np.array(order, dtype=int) for order in permutations(range(cost.shape[1]), len(cost))]
    return rows, min(orders, key=lambda order: float(cost[rows, order].sum()))


@pytest.fixture(scope="module")
def simpleder() -> Iterator[ModuleType]:
    """The other scorer, without SciPy."""
    with pytest.MonkeyPatch.context() as patch:
        optimize = SimpleNamespace(linear_sum_assignment=every_order)
        patch.setitem(sys.modules, "scipy", SimpleNamespace(optimize=optimize))
        yield importlib.import_module("simpleder")


EIGHTHS = st.lists(st.tuples(st.integers(1, 16), st.integers(1, 40)), max_size=5)
"""Of a second: a pause and a turn, again and again."""


def rttm(people: list[list[tuple[int, int]]]) -> str:
    lines = []
    for number, turns in enumerate(people):
        at = -1
        for pause, length in turns:
            at += pause
            lines.append(f"SPEAKER a 1 {at / 8:.3f} {length / 8:.3f} <NA> <NA> p{number} <NA> <NA>\n")
            at += length
    return "".join(lines)


@given(
    st.lists(EIGHTHS, min_size=1, max_size=4),
    st.lists(EIGHTHS, max_size=4),
    st.sampled_from([0.0, 0.25, 0.5]),
)
def test_another_scorer_counts_the_same_seconds(
    simpleder: Any,
    tmp_path_factory: pytest.TempPathFactory,
    said: list[list[tuple[int, int]]],
    heard: list[list[tuple[int, int]]],
    collar_s: float,
) -> None:
    folder = tmp_path_factory.mktemp("rttm")
    reference, found = folder / "reference.rttm", folder / "found.rttm"
    reference.write_text(rttm(said), "utf-8")
    found.write_text(rttm(heard), "utf-8")
    ours = score_speakers(read_rttm(reference), read_rttm(found), collar_s=collar_s)
    theirs = simpleder.DER(
        simpleder.load_rttm(str(reference)).get("a", []),
        simpleder.load_rttm(str(found)).get("a", []),
        collar=collar_s,
        detailed=True,
    )
    seconds = (ours.speech_s, ours.missed_s, ours.false_s, ours.confused_s)
    assert seconds == pytest.approx(
        [theirs[each] for each in ("ref_length", "miss", "false_alarm", "confusion")], abs=1e-6
    )
    if ours.speech_s:
        assert ours.der == pytest.approx(theirs["der"], abs=1e-6)


def test_rttm_is_read_by_recording(tmp_path: Path) -> None:
    path = tmp_path / "all.rttm"
    path.write_text(
        ";; a comment\nSPEAKER a 1 1.5 2.0 <NA> <NA> Zoë <NA> <NA>\nSPEAKER b 1 0 1 <NA> <NA> x <NA> <NA>\n",
        encoding="utf-8",
    )
    assert read_rttm(path, "a") == (Turn(1.5, 3.5, "Zoë"),)
    assert len(read_rttm(path)) == 2


@pytest.mark.parametrize("line", ["SPEAKER a 1 1.5", "SPEAKER a 1 one 2.0 <NA> <NA> x <NA> <NA>"])
def test_a_line_that_is_no_turn_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.rttm"
    path.write_text(f"SPEAKER a 1 0 1 <NA> <NA> x <NA> <NA>\n{line}\n", encoding="utf-8")
    with pytest.raises(BadInputError, match="line 2"):
        read_rttm(path)
