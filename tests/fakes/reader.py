"""A store of notes in memory, with the reading half of daemon.store.NoteStore."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from daemon.errors import NotFoundError
from pipelines.note import Note, SentimentLabel
from web.reader import OpenReader


@dataclass(frozen=True)
class FakeHead:
    id: str
    title: str
    started_at: datetime
    duration_s: float | None
    source: str
    language: str | None
    sentiment: SentimentLabel
    action_items: int
    open_items: int
    decisions: int
    questions: int


class FakeReader:
    def __init__(self, *notes: Note) -> None:
        self._notes = sorted(notes, key=lambda note: note.started_at, reverse=True)

    def heads(self) -> list[FakeHead]:
        return [
            FakeHead(
                note.id,
                note.title,
                note.started_at,
                note.duration_s,
                note.source,
                note.language,
                note.sentiment.label,
                len(note.action_items),
                sum(item.status == "open" for item in note.action_items),
                len(note.decisions),
                len(note.questions),
            )
            for note in self._notes
        ]

    def get(self, note_id: str, /) -> Note:
        for note in self._notes:
            if note.id.startswith(note_id):
                return note
        raise NotFoundError(f"there is no note {note_id!r}")


def reader_of(*notes: Note) -> OpenReader:
    """What create_app wants: each request gets the same notes."""

    @contextmanager
    def open_reader() -> Iterator[FakeReader]:
        yield FakeReader(*notes)

    return open_reader
