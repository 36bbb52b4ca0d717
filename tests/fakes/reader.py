"""A store of notes in memory, with the reading half of daemon.notes.store.NoteStore."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from daemon.access import SealedPin
from daemon.base.errors import NotFoundError
from daemon.notes.store import NoteHead
from daemon.notes.store.listed import ItemRow, rows_of_note
from daemon.notes.store.reader import OpenReader
from pipelines.editing import Edit, Edited
from pipelines.note import Note


class FakeReader:
    def __init__(self, *notes: Note) -> None:
        self._notes = sorted(notes, key=lambda note: note.started_at, reverse=True)
        self.version = 1

    def heads(self) -> list[NoteHead]:
        return [NoteHead.of_note(note) for note in self._notes]

    def items(self) -> list[ItemRow]:
        return [row for note in self._notes for row in rows_of_note(note)]

    def get(self, note_id: str, /) -> Note:
        for note in self._notes:
            if note.id.startswith(note_id):
                return note
        raise NotFoundError(f"there is no note {note_id!r}")

    def changes(self, since: datetime, /) -> list[tuple[str, Edit]]:
        return []

    def aliases(self) -> dict[str, str]:
        return {}

    def private(self) -> dict[str, SealedPin | None]:
        return {}

    def edited(self, note_id: str, /) -> Edited:
        return Edited(self.get(note_id))

    def edits(self, note_id: str, /) -> tuple[Edit, ...]:
        return ()


def reader_of(*notes: Note) -> OpenReader:
    """What create_app wants: each request gets the same notes."""

    @contextmanager
    def open_reader() -> Iterator[FakeReader]:
        yield FakeReader(*notes)

    return open_reader
