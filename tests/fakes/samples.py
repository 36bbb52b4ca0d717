"""The meetings that ship with the product: their notes, and the fields that a careful reader would write."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from pipelines.checking import Checker
from pipelines.compose import Occasion, compose_note, rules_engine
from pipelines.importers import import_transcript
from pipelines.note import Engines, Note, Statement
from pipelines.rules import draft_by_rules
from pipelines.sentiment import label_of
from pipelines.transcript import Transcript

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
MEETINGS = ("planning", "moving", "umzug", "bueroumzug", "fete")
SPOKEN = "planning"
"""The one that has its sound, too."""


@dataclass(frozen=True)
class Sample:
    name: str
    script: dict[str, Any]
    expected: dict[str, Any]
    transcript: Transcript
    note: Note

    def segment_id(self, quote: str) -> str:
        """The one segment in which the words stand."""
        (found,) = [s.id for s in self.transcript.segments if quote in s.text]
        return found

    def citing(self, items: Any, quote: str) -> list[Any]:
        return [item for item in items if self.segment_id(quote) in item.evidence]


def read(meeting: str, part: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SAMPLES / f"{meeting}{part}.json").read_text(encoding="utf-8"))
    return found


@cache
def sample(meeting: str) -> Sample:
    script, expected = read(meeting, ""), read(meeting, ".expected")
    name = f"{script['started_at'][:10]}-{meeting}"
    transcript = import_transcript(SAMPLES / f"{name}.vtt")
    about = Occasion(
        note_id="sample",
        source=f"{name}.vtt",
        started_at=datetime.fromisoformat(script["started_at"]),
        said_on=date.fromisoformat(expected["said_on"]),
    )
    # In this process and without a clock: what the note says must not depend on how busy the machine is.
    with Checker(start=None, clock=lambda: 0.0) as checker:
        draft = draft_by_rules(transcript.segments)
        note = compose_note(draft, transcript, about, Engines(rules=rules_engine()), checker)
    return Sample(name, script, expected, transcript, note)


def as_noted(found: Sample) -> dict[str, Any]:
    """Every field of the note that its expectation names, in the same form."""
    note = found.note
    cues = {segment.id: number for number, segment in enumerate(found.transcript.segments, 1)}

    def cited(ids: tuple[str, ...]) -> list[int]:
        return [cues[segment_id] for segment_id in ids]

    def said(items: tuple[Statement, ...]) -> list[dict[str, Any]]:
        return [
            {
                "text": item.text,
                "cues": cited(item.evidence),
                "quote": item.quote,
                "verdict": item.verdict,
                "flags": list(item.flags),
            }
            for item in items
        ]

    return {
        "title": note.title,
        "language": note.language,
        "summary": [{"text": each.text, "cues": cited(each.evidence)} for each in note.summary_sources],
        "action_items": [
            {
                "owner": item.owner,
                "task": item.task,
                "due": item.due and {"phrase": item.due.phrase, "date": str(item.due.date)},
                "cues": cited(item.evidence),
                "quote": item.quote,
                "mood": item.sentiment,
                "verdict": item.verdict,
                "flags": list(item.flags),
            }
            for item in note.action_items
        ],
        "decisions": said(note.decisions),
        "questions": said(note.questions),
        "mood": note.sentiment.label,
        "speakers": {name: label_of(score) for name, score in note.sentiment.speakers.items()},
    }
