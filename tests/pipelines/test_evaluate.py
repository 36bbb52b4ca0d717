"""The figures, on data small enough to count by hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from guardrails.core.types import Claim, Evidence, Segment
from pipelines.draft import Draft
from pipelines.errors import BadInputError
from pipelines.evaluate.dataset import GoldAction, GoldMeeting, read_meetings
from pipelines.evaluate.matching import coverage, pair, weights_of
from pipelines.evaluate.scores import Drafts, score_actions

TEXTS = (
    "Welcome to our weekly call.",
    "The garden needs water.",
    "I will order the pump from Denmark.",
    "Nice weather in the garden.",
    "Somebody should paint the fence.",
)


def meeting(actions: list[GoldAction], *, annotated: bool = True, corpus: str = "TOY") -> GoldMeeting:
    segments = tuple(Segment(str(i), None, None, "Ann", text) for i, text in enumerate(TEXTS))
    return GoldMeeting("m", corpus, segments, tuple(actions), annotated)


def claim(text: str, *ids: str, quote: str = "", owner: str | None = None) -> Claim:
    return Claim("c", "action", text, Evidence(ids, quote), owner=owner)


def engine(*claims: Claim) -> Drafts:
    return lambda segments: Draft(claims, "", "t", len(segments))


def linked(text: str, *ids: str) -> GoldAction:
    return GoldAction(text, frozenset(ids))


def test_an_item_counts_by_the_utterances_that_it_cites() -> None:
    gold = [linked("order the pump", "2", "3"), linked("paint the fence", "4")]
    (score,) = score_actions([meeting(gold)], engine(claim("order", "2"), claim("water", "1")))
    assert (score.utterances.found, score.utterances.gold, score.utterances.predicted) == (1, 3, 2)
    assert score.utterances.precision == pytest.approx(1 / 2)
    assert score.utterances.recall == pytest.approx(1 / 3)
    assert score.utterances.f1 == pytest.approx(2 / 5)


def test_an_utterance_cited_twice_counts_once() -> None:
    gold = [linked("order the pump", "2")]
    (score,) = score_actions([meeting(gold)], engine(claim("order", "2"), claim("buy", "2", "3")))
    assert (score.utterances.right, score.utterances.predicted) == (1, 2)


def test_meetings_without_actions_count_against_precision() -> None:
    silent, busy = meeting([]), meeting([linked("order the pump", "2")])
    (score,) = score_actions([silent, busy], engine(claim("order", "2")))
    assert (score.meetings, score.with_actions) == (2, 1)
    assert (score.utterances.precision, score.utterances.recall) == (0.5, 1.0)


def test_a_meeting_that_nobody_annotated_counts_for_nothing() -> None:
    (score,) = score_actions([meeting([], annotated=False)], engine(claim("order", "2")))
    assert (score.meetings, score.left_out, score.items.predicted) == (0, 1, 0)


def test_corpora_are_scored_apart() -> None:
    gold = [linked("order the pump", "2")]
    scores = score_actions([meeting(gold), meeting(gold, corpus="B")], engine(claim("order", "2")))
    assert [(s.corpus, s.items.gold) for s in scores] == [("TOY", 1), ("B", 1)]


def test_decisions_and_questions_are_no_predictions() -> None:
    other = Claim("c", "decision", "order the pump", Evidence(("2",), ""))
    (score,) = score_actions([meeting([linked("order the pump", "2")])], engine(other))
    assert score.items.predicted == 0


def test_a_text_is_found_by_the_words_that_tell_it_apart() -> None:
    weights = weights_of(meeting([]).segments)
    order = claim("order the pump from Denmark")
    assert coverage("Ann ordered a pump from Denmark", order, weights) > 0.9
    assert coverage("Paint the fence", order, weights) == 0
    assert coverage("Order garden gnomes", order, weights) == 0, "one shared word is chance"


def test_a_word_that_nobody_said_cannot_be_missed() -> None:
    weights = weights_of(meeting([]).segments)
    said = coverage("order the pump from Denmark", claim("order the pump from Denmark"), weights)
    paraphrased = coverage(
        "procure: order the pump from Denmark", claim("order the pump from Denmark"), weights
    )
    assert said == paraphrased == 1


def test_a_long_quote_matches_only_with_its_first_forty_words() -> None:
    weights = weights_of(meeting([]).segments)
    late = "well " * 40 + "order the pump from Denmark"
    assert coverage("order the pump from Denmark", claim("do it", quote=late), weights) == 0


def test_the_owner_is_a_part_of_what_matches() -> None:
    segments = (
        Segment("0", None, None, "Karen Weiss", "I will order it."),
        *(Segment(str(i), None, None, "Bob", f"Other words number {i} were said.") for i in range(1, 9)),
    )
    weights = weights_of(segments)
    with_owner = coverage("Karen to order", claim("order it", owner="Karen Weiss"), weights)
    assert with_owner > coverage("Karen to order", claim("order it"), weights)


def test_two_predictions_of_one_action_are_right_once() -> None:
    golds = [GoldAction("order the pump from Denmark", frozenset())]
    claims = [claim("order the pump from Denmark"), claim("order the Denmark pump")]
    assert pair(golds, claims, weights_of(meeting([]).segments)) == (1, 1)


def test_one_prediction_may_find_two_actions_that_were_said_together() -> None:
    golds = [
        GoldAction("order the pump from Denmark", frozenset()),
        GoldAction("paint the fence", frozenset()),
    ]
    both = [claim("order the pump from Denmark and paint the fence")]
    assert pair(golds, both, weights_of(meeting([]).segments)) == (2, 1)


def row(**changes: Any) -> dict[str, Any]:
    utterance = {"start": 0.0, "end": 1.0, "speaker": "A", "text": "I'll order the pump."}
    action = {"text": "order", "evidence_utts": [0]}
    return {"meeting_id": "m", "corpus": "TOY", "utterances": [utterance], "actions": [action], **changes}


def test_data_is_read_plain_and_gzipped(tmp_path: Path) -> None:
    line = json.dumps(row()) + "\n\n"
    (tmp_path / "a.jsonl").write_text(line, encoding="utf-8")
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(line.encode()))
    (plain,) = read_meetings(tmp_path / "a.jsonl")
    (packed,) = read_meetings(tmp_path / "b.jsonl.gz")
    assert plain == packed
    assert plain.actions == (GoldAction("order", frozenset({"0"})),)


def test_a_line_that_is_no_meeting_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(row()) + "\n{}\n", encoding="utf-8")
    with pytest.raises(BadInputError, match=r"a\.jsonl, line 2"):
        list(read_meetings(path))


@pytest.mark.parametrize("content", [b"not gzip", gzip.compress(b"{}" * 999)[:30]], ids=["text", "cut off"])
def test_a_damaged_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(BadInputError, match="cannot be read"):
        list(read_meetings(path))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="cannot be read"):
        list(read_meetings(tmp_path / "none.jsonl"))
