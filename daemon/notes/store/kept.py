"""A note's document as it is kept in memory: packed, beside the little that is asked of all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from daemon.notes.store.head import NoteHead
from daemon.notes.store.journal import Packed

TABLE = "notes"


class KeptNote(Packed):
    """Made once for each state of a note; a note that changed is another object."""

    __slots__ = ("files", "head", "id")

    def __init__(self, document: Mapping[str, Any], raw: bytes | None = None) -> None:
        super().__init__(document, raw)
        self.id: str = document["id"]
        self.files: tuple[tuple[str, str], ...] = tuple(document["files"].items())
        """Field and name of each of its parts."""
        self.head = NoteHead.of(document)
        """Without people's edits."""


def keep(table: str, document: Mapping[str, Any], raw: bytes | None) -> Mapping[str, Any]:
    """What the storage is to hold of a document."""
    return KeptNote(document, raw) if table == TABLE else document
