"""A word for the state of each note, by which what is derived from it knows that it is stale."""

from __future__ import annotations

from hashlib import blake2b

from daemon.notes.store.derived import Edits
from daemon.notes.store.kept import KeptNote


def stamp_of(note: KeptNote, edits: Edits) -> str:
    """Transcript and tape count by the checksums in their names."""
    checksum = blake2b(note.raw, digest_size=8).digest()
    state = blake2b(checksum, digest_size=8)
    for edit in edits:
        state.update(edit.id.encode())
    return state.hexdigest()
