"""Private notes: a table with the key of the PIN that opens each, and the store as it looks without them.

A note that is made again stays private, and making it private writes a line to the journal, not the note.
The store keeps private notes out of what is derived for everybody (digests, the search index, answers);
`PublicReader` keeps them out of what is read from it directly: lists, and single notes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from pydantic import ValidationError

from daemon.access.pins import SealedPin
from daemon.base.errors import NotFoundError
from daemon.notes.store.listed import ItemRow, NoteHead
from daemon.notes.store.reader import NoteReader, Remembered
from daemon.notes.store.table import JournalDB, JournalTable
from pipelines.editing import Edit, Edited
from pipelines.note import Note

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


class PublicReader:
    """A reader without private notes, but for single ones that the visitor has opened; obeys `NoteReader`."""

    def __init__(
        self,
        reader: NoteReader,
        may: Callable[[str, SealedPin | None], bool],
        public: Remembered[[NoteReader], Sequence[NoteHead]],
    ) -> None:
        self._reader = reader
        self._may = may
        self._public = public

    @property
    def version(self) -> int:
        return self._reader.version

    def private(self) -> Mapping[str, SealedPin | None]:
        return self._reader.private()

    def heads(self) -> Sequence[NoteHead]:
        return self._public.at(self._reader.version, self._reader)

    def items(self) -> Sequence[ItemRow]:
        private, rows = self.private(), self._reader.items()
        return [row for row in rows if row.note_id not in private] if private else rows

    def changes(self, since: datetime, /) -> Sequence[tuple[str, Edit]]:
        private = self.private()
        return [each for each in self._reader.changes(since) if each[0] not in private]

    def aliases(self) -> Mapping[str, str]:
        return self._reader.aliases()

    def get(self, note_id: str, /) -> Note:
        return self.edited(note_id).note

    def edited(self, note_id: str, /) -> Edited:
        try:
            edited = self._reader.edited(note_id)
        except NotFoundError:
            # Without the store's suggestions, which may include a private note.
            raise NotFoundError(f"there is no note {note_id!r}") from None
        self._check(edited.note.id, note_id)
        return edited

    def edits(self, note_id: str, /) -> tuple[Edit, ...]:
        self._check(note_id, note_id)
        return self._reader.edits(note_id)

    def _check(self, note_id: str, asked: str) -> None:
        """`asked`: its id, or the beginning of it, as somebody wrote it; a refusal says no more."""
        private = self.private()
        if note_id in private and not self._may(note_id, private[note_id]):
            raise NotFoundError(f"there is no note {asked!r}")


def public_heads(reader: NoteReader) -> Sequence[NoteHead]:
    private, heads = reader.private(), reader.heads()
    return [head for head in heads if head.id not in private] if private else heads
