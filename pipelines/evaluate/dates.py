"""The share of date phrases that resolve to the day which a specification has for them.

JSON Lines, gzipped or plain, in the form of Recognizers-Text's specifications: `input`, `ref` (the instant
from which is counted) and `results` (a span's `text`, `type`, and `values`, a past and a future one where
both are possible). Rows with one result of the type "date" count as phrases, rows with none as sentences in
which there is no date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from pipelines.evaluate.dataset import read_rows

CONVENTIONS = {
    "monday": "said on a Monday it means the next one; who means this day says today",
    "next month": "its last day is the deadline, not its first",
    "this friday 5/12": "a date without a year is never taken for a past one",
    "03/18/40": "two figures are the year nearest to the day they were said",
    "sunday 3 weeks after january 15th": "the Sunday of the week that is meant, not the one before",
    "eid al fitr": "announced by sighting, a day apart between countries",
}
"""Phrases for which another day than the specification's is right in a meeting, and why."""

Resolve = Callable[[str, date], date | None]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A phrase that resolved otherwise."""

    phrase: str
    said_on: date
    wanted: date | None
    found: date | None


@dataclass(slots=True)
class DateScore:
    """Counts, and what was wrong."""

    phrases: int = 0
    without: int = 0
    """Sentences without a date."""
    wrong: list[Wrong] = field(default_factory=list)
    invented: list[Wrong] = field(default_factory=list)
    """Dates found where there is none."""

    @property
    def right_share(self) -> float:
        return 1 - len(self.wrong) / self.phrases if self.phrases else 0.0

    @property
    def wrong_day_share(self) -> float:
        """Of all phrases: people believe a wrong day, and see a missing one."""
        return sum(each.found is not None for each in self.wrong) / self.phrases if self.phrases else 0.0

    @property
    def silent_share(self) -> float:
        return 1 - len(self.invented) / self.without if self.without else 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "phrases": self.phrases,
            "right": self.phrases - len(self.wrong),
            "right_share": round(self.right_share, 4),
            "wrong_day_share": round(self.wrong_day_share, 4),
            "sentences_without_a_date": self.without,
            "silent": self.without - len(self.invented),
            "silent_share": round(self.silent_share, 4),
        }


def score_dates(path: Path, resolve: Resolve) -> DateScore:
    """Resolve every phrase of `path`; BadInputError where it is no such file."""
    score = DateScore()
    for case in read_rows(path, _case, "date phrases"):
        if case is None:
            continue
        phrase, said_on, wanted, has_date = case
        found = resolve(phrase, said_on)
        if has_date:
            score.phrases += 1
        else:
            score.without += 1
        if found != wanted:
            (score.wrong if has_date else score.invented).append(Wrong(phrase, said_on, wanted, found))
    return score


def _case(row: dict[str, Any]) -> tuple[str, date, date | None, bool] | None:
    """Phrase, day it was said, day meant, and whether there is one; None for a row that is neither."""
    said_on = date.fromisoformat(row["ref"][:10])
    results = row["results"]
    if not results:
        return row["input"], said_on, None, False
    if len(results) != 1 or results[0]["type"] != "date":
        return None
    return results[0]["text"], said_on, _meant(results[0]["values"], said_on), True


def _meant(values: Iterable[dict[str, str]], said_on: date) -> date | None:
    """Of a past and a future day the future one."""
    days = [date.fromisoformat(v["value"]) for v in values if v["value"] != "not resolved"]
    coming = next((day for day in days if day >= said_on), None) if len(days) > 1 else None
    return coming or (days[-1] if days else None)
