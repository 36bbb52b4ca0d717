"""The heads of all notes, each made once: a list of ten thousand meetings makes none anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from daemon.errors import StateDamagedError
from daemon.store.document import note_of
from daemon.store.head import NoteHead
from pipelines.editing import Edit, apply_edits

Document = Mapping[str, Any]


class Heads:
    """Remembers the head of each document with what it was made from."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Document, tuple[Edit, ...], NoteHead]] = {}

    def sorted(
        self, live: Mapping[str, Document], edits: Callable[[str], tuple[Edit, ...]]
    ) -> list[NoteHead]:
        """The heads of `live`, the newest meeting first; a document that changed is another object."""
        self._known = {
            key: self._head(key, document, edits(document["id"])) for key, document in live.items()
        }
        heads = [head for _, _, head in self._known.values()]
        return sorted(heads, key=lambda head: (head.started_at, head.id), reverse=True)

    def _head(
        self, key: str, document: Document, edits: tuple[Edit, ...]
    ) -> tuple[Document, tuple[Edit, ...], NoteHead]:
        known = self._known.get(key)
        if known and known[0] is document and known[1] == edits:
            return known
        return document, edits, head_of(document, edits)


def head_of(document: Document, edits: tuple[Edit, ...]) -> NoteHead:
    """The head of a note as people edited it; of one that cannot be read, what its document says."""
    if edits:
        try:
            return NoteHead.of_note(apply_edits(note_of(document), edits).note)
        except StateDamagedError:
            pass
    return NoteHead.of(document)
