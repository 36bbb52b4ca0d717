"""What is made of each note with its edits, once for each state: a list of ten thousand makes none anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from daemon.notes.store.kept import KeptNote
from pipelines.editing import Edit

T = TypeVar("T")

Edits = tuple[Edit, ...]


class Derived(Generic[T]):
    """Remembers each value with what it was made from; a note that changed is another object."""

    def __init__(self, make: Callable[[KeptNote, Edits], T]) -> None:
        self._make = make
        self._known: dict[str, tuple[KeptNote, Edits, T]] = {}
        """By note."""

    def of(self, live: Mapping[str, KeptNote], edits: Callable[[str], Edits]) -> dict[str, T]:
        """The values of the notes `live` by note, in their order."""
        self._known = {note.id: self._one(note, edits(note.id)) for note in live.values()}
        return {note_id: value for note_id, (_, _, value) in self._known.items()}

    def _one(self, note: KeptNote, edits: Edits) -> tuple[KeptNote, Edits, T]:
        known = self._known.get(note.id)
        if known and known[0] is note and known[1] == edits:
            return known
        return note, edits, self._make(note, edits)
