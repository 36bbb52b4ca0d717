"""The head of a note: what a list of meetings shows of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pipelines.note import Model, SentimentLabel
from pipelines.transcript import UtcDatetime

_COPIED = ("id", "title", "started_at", "duration_s", "source", "language")


class NoteHead(Model):
    """Made from the note's document alone: a list of ten thousand meetings opens no transcript."""

    id: str
    title: str
    started_at: UtcDatetime
    duration_s: float | None
    source: str
    """Name of the file that the meeting came from."""
    language: str | None
    sentiment: SentimentLabel
    action_items: int
    open_items: int
    """Action items that are not done."""
    decisions: int
    questions: int

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> NoteHead:
        return cls(
            **{name: document[name] for name in _COPIED},
            sentiment=document["sentiment"]["label"],
            action_items=len(document["action_items"]),
            open_items=sum(item["status"] == "open" for item in document["action_items"]),
            decisions=len(document["decisions"]),
            questions=len(document["questions"]),
        )
