"""Every action item of every meeting, for a page that lists them: one small row each, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from daemon.errors import StateDamagedError
from daemon.store.document import note_of
from pipelines.editing import Edit, apply_edits
from pipelines.note import ItemStatus, Note

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An action item with what a list shows of it; its words are those of the store, not copies."""

    note_id: str
    meeting: str
    """Title of the note."""
    said_at: datetime
    item_id: str
    task: str
    owner: str | None
    due: date | None
    phrase: str | None
    """The due date as it was said."""
    status: ItemStatus
    is_verified: bool


class Items:
    """Remembers the rows of each document with what they were made from."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Document, tuple[Edit, ...], tuple[ItemRow, ...]]] = {}

    def of(self, live: Mapping[str, Document], edits: Callable[[str], tuple[Edit, ...]]) -> list[ItemRow]:
        """The rows of `live`, note by note; a document that changed is another object."""
        self._known = {key: self._rows(key, each, edits(each["id"])) for key, each in live.items()}
        return [row for _, _, rows in self._known.values() for row in rows]

    def _rows(
        self, key: str, document: Document, edits: tuple[Edit, ...]
    ) -> tuple[Document, tuple[Edit, ...], tuple[ItemRow, ...]]:
        known = self._known.get(key)
        if known and known[0] is document and known[1] == edits:
            return known
        return document, edits, tuple(rows_of(document, edits))


def rows_of(document: Document, edits: tuple[Edit, ...]) -> Iterator[ItemRow]:
    """The action items of a note as people edited it; those of its document where it cannot be read."""
    if edits:
        try:
            yield from rows_of_note(apply_edits(note_of(document), edits).note)
            return
        except StateDamagedError:
            pass
    said_at = datetime.fromisoformat(document["started_at"])
    for item in document["action_items"]:
        due = item["due"] or {}
        yield ItemRow(
            note_id=document["id"],
            meeting=document["title"],
            said_at=said_at,
            item_id=item["id"],
            task=item["task"],
            owner=item["owner"],
            due=date.fromisoformat(due["date"]) if due.get("date") else None,
            phrase=due.get("phrase"),
            status=item["status"],
            is_verified=item["verdict"] == "verified",
        )


def rows_of_note(note: Note) -> Iterator[ItemRow]:
    for item in note.action_items:
        yield ItemRow(
            note_id=note.id,
            meeting=note.title,
            said_at=note.started_at,
            item_id=item.id,
            task=item.task,
            owner=item.owner,
            due=item.due.date if item.due else None,
            phrase=item.due.phrase if item.due else None,
            status=item.status,
            is_verified=item.verdict == "verified",
        )
