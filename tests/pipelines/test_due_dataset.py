"""The share of Recognizers-Text's date phrases that resolve as its specification has them.

Its conventions are not all ours; `REJECTED` names the rows where another day is right for a meeting.
"""

from __future__ import annotations

import gzip
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pipelines.due import resolve_due

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "dates_en.dev.jsonl.gz"
REJECTED = {
    "monday": "said on a Monday it means the next one; who means this day says today",
    "next month": "its last day is the deadline, not its first",
    "this friday 5/12": "a date without a year is never taken for a past one",
    "03/18/40": "two figures are the year nearest to the day they were said",
    "sunday 3 weeks after january 15th": "the Sunday of the week that is meant, not the one before",
    "eid al fitr": "announced by sighting, a day apart between countries",
}

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the evaluation data is not beside the project")


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _said_on(row: dict[str, Any]) -> date:
    return date.fromisoformat(row["ref"][:10])


def _dates(rows: list[dict[str, Any]]) -> list[tuple[str, date, date | None]]:
    """Phrase, the day it was said, and the day meant: of a past and a future one the future one."""
    cases = []
    for row in rows:
        if len(row["results"]) != 1 or row["results"][0]["type"] != "date":
            continue
        values = [value["value"] for value in row["results"][0]["values"]]
        days = [date.fromisoformat(value) for value in values if value != "not resolved"]
        said_on = _said_on(row)
        meant = next((day for day in days if day >= said_on), None) if len(days) > 1 else None
        cases.append((row["results"][0]["text"], said_on, meant or (days[-1] if days else None)))
    return cases


def test_at_least_94_percent_of_the_date_phrases_resolve_as_specified(rows: list[dict[str, Any]]) -> None:
    cases = _dates(rows)
    wrong = [phrase for phrase, said_on, day in cases if resolve_due(phrase, said_on) != day]

    assert len(cases) > 100
    assert set(wrong) <= set(REJECTED)
    assert 1 - len(wrong) / len(cases) >= 0.94


def test_at_least_98_percent_of_the_sentences_without_a_date_give_none(rows: list[dict[str, Any]]) -> None:
    without = [(row["input"], _said_on(row)) for row in rows if not row["results"]]
    wrong = [text for text, said_on in without if resolve_due(text, said_on)]

    assert len(without) > 50
    assert 1 - len(wrong) / len(without) >= 0.98
