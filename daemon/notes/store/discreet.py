"""The notes without the private ones, for whoever reads lists of them or single ones.

The store keeps private notes out of what is derived for everybody (digests, the search index, answers); this
keeps them out of what is read from it directly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from daemon.access import SealedPin
from daemon.base.errors import NotFoundError
from daemon.notes.store.head import NoteHead
from daemon.notes.store.items import ItemRow
from daemon.notes.store.reader import NoteReader
from daemon.notes.store.remembered import Remembered
from pipelines.editing import Edit, Edited
from pipelines.note import Note


class Discreet:
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
