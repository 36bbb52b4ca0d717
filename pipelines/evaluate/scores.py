"""Precision and recall of action items, by utterance and by item, added up over a corpus (micro average)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from guardrails.core.types import Segment
from pipelines.draft import Draft
from pipelines.evaluate.dataset import GoldMeeting
from pipelines.evaluate.matching import pair, weights_of

Drafts = Callable[[Sequence[Segment]], Draft]
"""An engine, as the evaluation sees it."""


@dataclass(frozen=True, slots=True)
class Score:
    """Counts, from which the three figures follow. A figure whose denominator is 0 is 0."""

    found: int = 0
    """Of the gold, how many were found."""
    gold: int = 0
    right: int = 0
    """Of the predicted, how many were right."""
    predicted: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.found + other.found,
            self.gold + other.gold,
            self.right + other.right,
            self.predicted + other.predicted,
        )

    @property
    def precision(self) -> float:
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        return self.found / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "precision": round(self.precision, 4),
            "recall": round(self.recall, 4),
            "f1": round(self.f1, 4),
            "found": self.found,
            "gold": self.gold,
            "right": self.right,
            "predicted": self.predicted,
        }


@dataclass(frozen=True, slots=True)
class CorpusScore:
    corpus: str
    meetings: int = 0
    with_actions: int = 0
    left_out: int = 0
    """Meetings in which nobody looked for actions."""
    utterances: Score = Score()
    """All zero where the corpus links no utterances."""
    items: Score = Score()


def score_actions(meetings: Iterable[GoldMeeting], draft: Drafts) -> list[CorpusScore]:
    """Scores by corpus, in the order in which corpora first appear."""
    scores: dict[str, CorpusScore] = {}
    for meeting in meetings:
        before = scores.get(meeting.corpus, CorpusScore(meeting.corpus))
        if meeting.annotated:
            scores[meeting.corpus] = _add(before, meeting, draft)
        else:
            scores[meeting.corpus] = replace(before, left_out=before.left_out + 1)
    return list(scores.values())


def _add(score: CorpusScore, meeting: GoldMeeting, draft: Drafts) -> CorpusScore:
    claims = [claim for claim in draft(meeting.segments).claims if claim.kind == "action"]
    cited = {i for claim in claims for i in claim.evidence.segment_ids}
    gold = {i for action in meeting.actions for i in action.segment_ids}
    hits = len(cited & gold)
    found, right = pair(meeting.actions, claims, weights_of(meeting.segments))
    return replace(
        score,
        meetings=score.meetings + 1,
        with_actions=score.with_actions + bool(meeting.actions),
        utterances=score.utterances + Score(hits, len(gold), hits, len(cited)),
        items=score.items + Score(found, len(meeting.actions), right, len(claims)),
    )
