"""The share of Recognizers-Text's date phrases that resolve as its specification has them.

Its conventions are not all ours; `CONVENTIONS` names the rows where another day is right for a meeting.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.due import resolve_due
from pipelines.evaluate.dates import CONVENTIONS, DateScore, score_dates

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "dates_en.dev.jsonl.gz"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the evaluation data is not beside the project")


@pytest.fixture(scope="module")
def score() -> DateScore:
    return score_dates(DATA, resolve_due)


def test_at_least_94_percent_of_the_date_phrases_resolve_as_specified(score: DateScore) -> None:
    assert score.phrases > 100
    assert {wrong.phrase for wrong in score.wrong} <= set(CONVENTIONS)
    assert score.right_share >= 0.94


def test_at_least_98_percent_of_the_sentences_without_a_date_give_none(score: DateScore) -> None:
    assert score.without > 50
    assert score.silent_share >= 0.98


def test_at_most_3_percent_of_the_date_phrases_resolve_to_another_day(score: DateScore) -> None:
    assert score.wrong_day_share <= 0.03
