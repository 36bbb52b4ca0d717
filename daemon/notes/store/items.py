"""Every action item of every meeting, for a page that lists them: one small row each, made once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from sys import intern
from typing import Any

from daemon.base.errors import StateDamagedError
from daemon.notes.store.derived import Edits
from daemon.notes.store.document import note_of
from daemon.notes.store.head import NoteHead
from daemon.notes.store.kept import KeptNote
from pipelines.editing import apply_edits
from pipelines.note import ItemStatus, Note
from pipelines.overdue import is_overdue
from pipelines.speakers.turns import known_name


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An action item with what a list shows of it."""

    note_id: str
    meeting: str
    """Title of the note."""
    language: str | None
    """Of the meeting."""
    said_at: datetime
    item_id: str
    task: str
    owner: str | None
    """None, too, for a voice that nobody has named: it means nothing beside other meetings."""
    due: date | None
    phrase: str | None
    """The due date as it was said."""
    status: ItemStatus
    is_verified: bool

    def is_overdue(self, on: date) -> bool:
        return is_overdue(self.due, on, is_open=self.status == "open", is_confirmed=self.is_verified)


def rows_of(note: KeptNote, edits: Edits) -> tuple[ItemRow, ...]:
    """The action items of a note with its edits; those of its document where it cannot be read."""
    if edits:
        try:
            return tuple(rows_of_note(apply_edits(note_of(note.unpack()), edits).note))
        except StateDamagedError:
            pass
    return tuple(_row(note.head, item) for item in note["action_items"])


def _row(head: NoteHead, item: Mapping[str, Any]) -> ItemRow:
    due = item["due"] or {}
    return ItemRow(
        note_id=head.id,
        meeting=head.title,
        language=head.language and intern(head.language),
        said_at=head.started_at,
        item_id=intern(item["id"]),
        task=item["task"],
        # The same few words in thousands of notes.
        owner=(owner := known_name(item["owner"])) and intern(owner),
        due=date.fromisoformat(due["date"]) if due.get("date") else None,
        phrase=due.get("phrase") and intern(due["phrase"]),
        status=intern(item["status"]),  # type: ignore[arg-type]  # the document has been validated
        is_verified=item["verdict"] == "verified",
    )


def rows_of_note(note: Note) -> Iterator[ItemRow]:
    for item in note.action_items:
        yield ItemRow(
            note_id=note.id,
            meeting=note.title,
            language=note.language,
            said_at=note.started_at,
            item_id=item.id,
            task=item.task,
            owner=known_name(item.owner),
            due=item.due.date if item.due else None,
            phrase=item.due.phrase if item.due else None,
            status=item.status,
            is_verified=item.verdict == "verified",
        )
