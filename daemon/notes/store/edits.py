"""The edits of all notes, in a table of their own: one small document for each.

Kept beside the notes and not in them, so that ticking an item off costs a few hundred bytes of journal, and a
note that is made again keeps what people changed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from daemon.base.errors import NotFoundError
from daemon.notes.store.storage import JournalStorage
from daemon.notes.store.table import JournalDB, JournalTable
from pipelines.editing import Edit

log = logging.getLogger("roomscribe.store")

TABLE = "edits"


def fields_of(edit: Edit) -> dict[str, Any]:
    """The edit as JSON, to be read by `Edit.model_validate`."""
    # What was not set has a meaning of its own; the name of the change has to be there.
    fields = edit.model_dump(mode="json", exclude_unset=True)
    fields["change"]["do"] = edit.change.do
    return fields


class Edits:
    """The table, with its documents by note; the caller holds the store's lock."""

    def __init__(self, db: JournalDB, storage: JournalStorage) -> None:
        self._db = db
        self._storage = storage
        self._version = -1
        self._by_note: dict[str, list[tuple[int, Edit]]] = {}
        self._parsed: dict[str, tuple[Any, Edit]] = {}
        """By key, with the document that it was read from: a changed one is another object."""

    def of(self, note_id: str) -> tuple[Edit, ...]:
        """In the order in which they were made."""
        return tuple(edit for _, edit in self._current().get(note_id, ()))

    def since(self, at: datetime) -> list[tuple[str, Edit]]:
        """All that were made after `at`, newest first, each with its note."""
        found = [
            (note_id, edit) for note_id, pairs in self._current().items() for _, edit in pairs if edit.at > at
        ]
        return sorted(found, key=lambda pair: pair[1].at, reverse=True)

    def add(self, edit: Edit, *note_ids: str) -> None:
        """The same one for each note, all at once."""
        fields = fields_of(edit)
        self._table.insert_multiple([{"note": note_id, "edit": fields} for note_id in note_ids])

    def put(self, note_id: str, edits: Sequence[Edit]) -> None:
        """Make these the edits of a note, all at once."""
        if tuple(edits) != self.of(note_id):
            before = [doc_id for doc_id, _ in self._current().get(note_id, ())]
            self._table.replace(before, [{"note": note_id, "edit": fields_of(edit)} for edit in edits])

    def remove(self, note_id: str) -> None:
        """Remove all edits of a note."""
        if ids := [doc_id for doc_id, _ in self._current().get(note_id, ())]:
            self._table.remove(doc_ids=ids)

    def take_out(self, edit_id: str, *note_ids: str) -> Edit:
        """Undo one edit in each of these notes; NotFoundError."""
        pairs = [pair for note_id in note_ids for pair in self._current().get(note_id, ())]
        found = [(doc_id, edit) for doc_id, edit in pairs if edit.id == edit_id]
        if not found:
            raise NotFoundError(
                f"note {', '.join(note_ids)} has no edit {edit_id!r}; it may have been undone already"
            )
        self._table.remove(doc_ids=[doc_id for doc_id, _ in found])
        return found[0][1]

    @property
    def _table(self) -> JournalTable:
        table = self._db.table(TABLE)
        assert isinstance(table, JournalTable)
        return table

    def _current(self) -> dict[str, list[tuple[int, Edit]]]:
        if self._version != self._storage.version:
            parsed: dict[str, tuple[Any, Edit]] = {}
            found: dict[str, list[tuple[int, Edit]]] = {}
            for key, document in self._table.live.items():
                known = self._parsed.get(key)
                edit = known[1] if known and known[0] is document else _edit(document)
                if edit is not None:
                    parsed[key] = (document, edit)
                    found.setdefault(document["note"], []).append((int(key), edit))
            self._parsed = parsed
            self._by_note = {note_id: sorted(pairs, key=_key) for note_id, pairs in found.items()}
            self._version = self._storage.version
        return self._by_note


def _key(pair: tuple[int, Edit]) -> int:
    return pair[0]


def _edit(document: Mapping[str, Any]) -> Edit | None:
    try:
        return Edit.model_validate(document["edit"])
    except ValidationError as error:
        # Of another release: the note is worth more than one change of it.
        log.warning("an edit of note %s is left out: %s", document["note"], error.errors()[0]["msg"])
        return None
