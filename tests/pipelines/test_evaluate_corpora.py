"""The quality that docs/quality.md promises, on the development halves of the corpora."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pipelines.evaluate.dataset import read_meetings
from pipelines.evaluate.scores import CorpusScore, score_actions
from pipelines.rules import draft_by_rules

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not DATA.is_dir(), reason="the corpora are not in the repository"),
]


@cache
def scores(name: str) -> dict[str, CorpusScore]:
    return {s.corpus: s for s in score_actions(read_meetings(DATA / name), draft_by_rules)}


def test_utterances_of_action_items_are_found_in_the_ami_meetings() -> None:
    assert scores("ami_icsi.dev.jsonl.gz")["AMI"].utterances.f1 >= 0.07


def test_the_icsi_meetings_are_left_out() -> None:
    icsi = scores("ami_icsi.dev.jsonl.gz")["ICSI"]
    assert (icsi.meetings, icsi.left_out) == (0, 33)


def test_actions_of_the_ethereum_calls_are_found() -> None:
    items = scores("eth_acd.dev.jsonl.gz")["ETH-ACD"].items
    assert items.recall >= 0.2
    assert items.precision >= 0.1
