"""The heads of notes as people edited them."""

from __future__ import annotations

from daemon.base.errors import StateDamagedError
from daemon.notes.store.derived import Edits
from daemon.notes.store.document import note_of
from daemon.notes.store.head import NoteHead
from daemon.notes.store.kept import KeptNote
from pipelines.editing import apply_edits


def head_of(note: KeptNote, edits: Edits) -> NoteHead:
    """The head of a note with its edits; of one that cannot be read, what its document says."""
    if edits:
        try:
            return NoteHead.of_note(apply_edits(note_of(note.unpack()), edits).note)
        except StateDamagedError:
            pass
    return note.head
