"""Scores over dates and moods, on data small enough to count by hand."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from pipelines.errors import BadInputError
from pipelines.evaluate.dates import score_dates
from pipelines.evaluate.moods import score_moods

DAYS = (
    ("by Friday", "date", ["2026-11-20"]),
    ("5/12", "date", ["2026-05-12", "2027-05-12"]),
    ("three hours", "duration", ["10800"]),
    ("someday", "date", ["not resolved"]),
    ("Nothing here.", None, []),
    ("May I come in?", None, []),
)


@pytest.fixture
def dates(tmp_path: Path) -> Path:
    path = tmp_path / "dates.jsonl"
    rows = [
        {
            "input": text,
            "ref": "2026-11-16T10:00:00",
            "results": [{"text": text, "type": kind, "values": [{"value": v} for v in values]}]
            if kind
            else [],
        }
        for text, kind, values in DAYS
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_of_a_past_and_a_coming_day_the_coming_one_is_meant(dates: Path) -> None:
    answers = {"by Friday": date(2026, 11, 20), "5/12": date(2027, 5, 12), "May I come in?": date(2027, 5, 1)}
    score = score_dates(dates, lambda phrase, said_on: answers.get(phrase))

    assert (score.phrases, score.without) == (3, 2)
    assert not score.wrong
    assert [wrong.phrase for wrong in score.invented] == ["May I come in?"]
    assert (score.right_share, score.silent_share) == (1.0, 0.5)


def test_a_phrase_that_resolves_otherwise_is_told(dates: Path) -> None:
    score = score_dates(dates, lambda phrase, said_on: None)

    assert [(w.phrase, w.wanted) for w in score.wrong] == [
        ("by Friday", date(2026, 11, 20)),
        ("5/12", date(2027, 5, 12)),
    ]


def test_moods_are_scored_by_label_and_alike(tmp_path: Path) -> None:
    path = tmp_path / "moods.tsv"
    path.write_text("positive\tgood\npositive\tfine\nnegative\tbad\nneutral\tmeh\n", encoding="utf-8")
    told = {"good": "positive", "fine": "neutral", "bad": "negative", "meh": "neutral"}
    score = score_moods(path, lambda sentence: told[sentence])

    assert score.f1("negative") == 1
    assert score.f1("positive") == pytest.approx(2 / 3)
    assert score.macro_f1 == pytest.approx((1 + 2 / 3 + 2 / 3) / 3)
    assert score.accuracy == 0.75


@pytest.mark.parametrize("content", ["happy\tgood\n", "positive good\n"])
def test_a_line_that_is_no_labelled_sentence_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "moods.tsv"
    path.write_text("positive\tgood\n" + content, encoding="utf-8")

    with pytest.raises(BadInputError, match="line 2"):
        score_moods(path, lambda sentence: "neutral")
