"""A note cut into the passages that are found: its title, its summary, each item, and what was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from daemon.notes.search.results import PassageKind
from guardrails.core.types import Segment
from pipelines.note import Note

# As much as a person reads to see whether it is the place; some six lines of talk.
PASSAGE_CHARACTERS = 360


@dataclass(frozen=True, slots=True)
class Line:
    """Where a line of talk begins in the text of its passage."""

    offset: int
    segment_id: str
    start_s: float | None
    number: int
    """Place of the line in the meeting, from 1: its address on a page."""


@dataclass(frozen=True, slots=True)
class Row:
    kind: PassageKind
    ref: str | None
    text: str
    lines: tuple[Line, ...] = ()


def rows_of(note: Note) -> Iterator[Row]:
    """Every word of `note` that people may look for, each in one row; the tape is no such word."""
    yield Row("title", None, note.title)
    if note.summary:
        yield Row("summary", None, note.summary)
    for item in note.action_items:
        task = f"{item.owner}: {item.task}" if item.owner else item.task
        words = (task, item.due.phrase if item.due else None)
        yield Row("action", item.id, " ".join(word for word in words if word))
    for decision in note.decisions:
        yield Row("decision", decision.id, decision.text)
    for question in note.questions:
        yield Row("question", question.id, question.text)
    yield from _said(note.transcript.segments)


def _said(segments: Sequence[Segment]) -> Iterator[Row]:
    """Runs of whole lines; a line names its speaker where another one spoke before."""
    text = ""
    lines: list[Line] = []
    speaker: str | None = None
    for number, segment in enumerate(segments, 1):
        if lines and len(text) + len(segment.text) > PASSAGE_CHARACTERS:
            yield Row("said", lines[0].segment_id, text, tuple(lines))
            text, lines, speaker = "", [], None
        text += "\n" if lines else ""
        lines.append(Line(len(text), segment.id, segment.start_s, number))
        is_new = segment.said_by is not None and segment.said_by != speaker
        text += f"{segment.said_by}: {segment.text}" if is_new else segment.text
        speaker = segment.said_by
    if lines:
        yield Row("said", lines[0].segment_id, text, tuple(lines))
