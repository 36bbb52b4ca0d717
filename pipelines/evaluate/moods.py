"""How well the mood of sentences is found: precision, recall and F1 by label, and their mean.

A file of lines, label (positive, neutral, negative) and sentence with a tab between them. The mean over the
three labels (macro F1) counts each of them alike, however rare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipelines.errors import BadInputError

LABELS = ("positive", "neutral", "negative")


@dataclass(slots=True)
class MoodScore:
    """Counts of (label in the data, label by us)."""

    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def sentences(self) -> int:
        return self.pairs.total()

    def f1(self, label: str) -> float:
        right = self.pairs[label, label]
        either = sum(
            count * ((label == given) + (label == found)) for (given, found), count in self.pairs.items()
        )
        return 2 * right / either if either else 0.0

    @property
    def macro_f1(self) -> float:
        return sum(self.f1(label) for label in LABELS) / len(LABELS)

    @property
    def accuracy(self) -> float:
        right = sum(self.pairs[label, label] for label in LABELS)
        return right / self.sentences if self.sentences else 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "sentences": self.sentences,
            "macro_f1": round(self.macro_f1, 4),
            "accuracy": round(self.accuracy, 4),
            "f1": {label: round(self.f1(label), 4) for label in LABELS},
        }


def score_moods(path: Path, label_of: Callable[[str], str]) -> MoodScore:
    """Label every sentence of `path`; BadInputError names the line that is none."""
    score = MoodScore()
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise BadInputError(f"{path}: cannot be read ({reason})") from error
    for number, line in enumerate(lines, 1):
        label, tab, sentence = line.partition("\t")
        if not line.strip():
            continue
        if not tab or label not in LABELS:
            raise BadInputError(f"{path}, line {number}: wants one of {', '.join(LABELS)}, a tab, a sentence")
        score.pairs[label, label_of(sentence)] += 1
    return score
