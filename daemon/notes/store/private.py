"""Which notes are private, and the key of the PIN that opens each: a table of its own beside the notes.

A note that is made again stays private, and making it private writes a line to the journal, not the note.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from daemon.access.pins import SealedPin
from daemon.notes.store.table import JournalDB, JournalTable

TABLE = "private"


class PrivateNotes:
    """The table; the caller holds the store's lock."""

    def __init__(self, db: JournalDB) -> None:
        self._db = db

    def all(self) -> Mapping[str, SealedPin | None]:
        """Note id to what is kept of its PIN; None where that cannot be read: then no PIN opens it."""
        return {document["note"]: _sealed(document["pin"]) for document in self._table.live.values()}

    def put(self, note_id: str, sealed: SealedPin) -> None:
        self.remove(note_id)
        self._table.insert({"note": note_id, "pin": sealed.model_dump(mode="json")})

    def remove(self, note_id: str) -> None:
        ids = [int(key) for key, document in self._table.live.items() if document["note"] == note_id]
        if ids:
            self._table.remove(doc_ids=ids)

    @property
    def _table(self) -> JournalTable:
        table = self._db.table(TABLE)
        assert isinstance(table, JournalTable)
        return table


def _sealed(data: object) -> SealedPin | None:
    try:
        return SealedPin.model_validate(data)
    except ValidationError:
        return None
