"""Grading by hand, blind: a sheet without names of arms, a key apart, and the grades folded back.

For each question a coin decides which arm is A. Where both arms answered the same, one answer is graded for
both. Intervals are the middle 95 % of bootstrap means: questions, not turns, are drawn anew, since the second
turn depends on the first.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pipelines.errors import BadInputError
from pipelines.evaluate.mtbench.tape import ARMS, Arm, Turn

LEAST, MOST = 1.0, 10.0
COLUMNS = ("question", "turn", "label", "grade")
DRAWS = 2_000
INTERVAL = (0.025, 0.975)
LABELS = ("A", "B")
BOTH = "AB"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a grader gets, and what he must not see."""

    text: str
    """Markdown: questions and answers under their labels."""
    grades: str
    """CSV with an empty column."""
    key: str
    """JSON: for each question, the arm behind each label."""


def sheet_of(turns: Iterable[Turn], seed: int) -> Sheet:
    """The sheet of all questions that both arms answered to the end."""
    random = Random(seed)
    answers = {(turn.question, turn.turn, turn.arm): turn for turn in turns}
    asked = dict.fromkeys(question for question, _, _ in answers)
    lines, key = ["# Answers to grade\n\nEach from 1 (useless) to 10 (perfect), in grades.csv.\n"], {}
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for question in asked:
        arms = random.sample(ARMS, len(ARMS))
        key[question] = dict(zip(LABELS, arms, strict=True))
        numbers = sorted({turn for one, turn, _ in answers if one == question})
        for number in numbers:
            pair = [answers.get((question, number, arm)) for arm in arms]
            if None in pair:
                continue
            first, second = (turn for turn in pair if turn is not None)
            lines.append(f"\n## Question {question}, turn {number + 1} ({first.category})\n\n{first.asked}\n")
            same = first.answer == second.answer
            shown = [(BOTH, first)] if same else list(zip(LABELS, (first, second), strict=True))
            for label, turn in shown:
                lines.append(f"\n### {label}\n\n{turn.answer or '(no answer)'}\n")
                writer.writerow((question, number + 1, label, ""))
    return Sheet("".join(lines), table.getvalue(), json.dumps(key, indent=1) + "\n")


@dataclass(frozen=True, slots=True)
class Grade:
    """A grader's mark for one answer of one arm."""

    question: str
    arm: Arm
    points: float


def read_grades(grades: str, key: str) -> list[Grade]:
    """The filled-in CSV with the key; BadInputError names the line that cannot be understood."""
    found = []
    try:
        arms: Mapping[str, Mapping[str, Arm]] = json.loads(key)
    except ValueError as error:
        raise BadInputError(f"the key is not JSON ({error})") from error
    for number, row in enumerate(csv.DictReader(io.StringIO(grades)), 2):
        try:
            points = float(row["grade"])
            if not LEAST <= points <= MOST:
                raise ValueError(f"{points:g} is not from {LEAST:g} to {MOST:g}")
            behind = arms[row["question"]]
            labels = LABELS if row["label"] == BOTH else (row["label"],)
            found += [Grade(row["question"], behind[label], points) for label in labels]
        except (KeyError, TypeError, ValueError) as error:
            raise BadInputError(f"grades, line {number}: no grade ({error})") from error
    return found


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its interval; of `questions` questions."""

    mean: float
    low: float
    high: float
    questions: int


@dataclass(frozen=True, slots=True)
class CategoryScore:
    raw: Figure
    guarded: Figure
    difference: Figure
    """Guarded minus raw, question by question."""

    def as_json(self) -> dict[str, Any]:
        return {
            name: {"mean": round(f.mean, 3), "low": round(f.low, 3), "high": round(f.high, 3)}
            for name, f in (("raw", self.raw), ("guarded", self.guarded), ("difference", self.difference))
        } | {"questions": self.raw.questions}


def scores_of(grades: Sequence[Grade], categories: Mapping[str, str], seed: int) -> dict[str, CategoryScore]:
    """By category, and over all of them under "all". `categories`: question to category."""
    points: dict[str, dict[str, list[float]]] = {}
    for grade in grades:
        points.setdefault(grade.question, {}).setdefault(grade.arm, []).append(grade.points)
    means = {
        question: {arm: sum(given) / len(given) for arm, given in arms.items()}
        for question, arms in points.items()
        if set(arms) == set(ARMS)
    }
    groups: dict[str, list[dict[str, float]]] = {}
    for question, by_arm in means.items():
        groups.setdefault(categories.get(question, "unknown"), []).append(by_arm)
    random = Random(seed)
    scored = {name: _score(group, random) for name, group in sorted(groups.items())}
    if means:
        scored["all"] = _score(list(means.values()), random)
    return scored


def _score(group: list[dict[str, float]], random: Random) -> CategoryScore:
    return CategoryScore(
        raw=_figure([means["raw"] for means in group], random),
        guarded=_figure([means["guarded"] for means in group], random),
        difference=_figure([means["guarded"] - means["raw"] for means in group], random),
    )


def _figure(values: list[float], random: Random) -> Figure:
    drawn = sorted(sum(random.choices(values, k=len(values))) / len(values) for _ in range(DRAWS))
    low, high = (drawn[min(DRAWS - 1, int(share * DRAWS))] for share in INTERVAL)
    return Figure(sum(values) / len(values), low, high, len(values))
