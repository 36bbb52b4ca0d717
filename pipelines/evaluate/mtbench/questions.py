"""The questions of MT-Bench (Zheng et al. 2023): eight categories, two turns each.

JSON Lines with `question_id`, `category` and `turns`; further keys, such as reference answers, are left to
the people who grade.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipelines.evaluate.dataset import read_rows


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, turn after turn."""

    id: str
    category: str
    turns: tuple[str, ...]


def read_questions(path: Path) -> list[Question]:
    """All questions; BadInputError names the line that is none."""
    return list(read_rows(path, _question, "question"))


def _question(row: dict[str, Any]) -> Question:
    turns = tuple(str(turn) for turn in row["turns"])
    if not turns:
        raise ValueError("it has no turns")
    return Question(str(row["question_id"]), str(row["category"]), turns)
