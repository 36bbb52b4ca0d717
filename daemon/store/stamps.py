"""A word for the state of each note, by which what is derived from it knows that it is stale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

from daemon.store.journal import to_json
from pipelines.editing import Edit

Document = Mapping[str, Any]


class Stamps:
    """Remembers each document's checksum; a document that changed is another object."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Document, bytes]] = {}

    def of(self, live: Mapping[str, Document], edits: Callable[[str], tuple[Edit, ...]]) -> dict[str, str]:
        """Stamp by note id. Transcript and tape count by the checksums in their names."""
        self._known = {key: self._checksum(key, document) for key, document in live.items()}
        stamps: dict[str, str] = {}
        for document, checksum in self._known.values():
            state = blake2b(checksum, digest_size=8)
            for edit in edits(document["id"]):
                state.update(edit.id.encode())
            stamps[document["id"]] = state.hexdigest()
        return stamps

    def _checksum(self, key: str, document: Document) -> tuple[Document, bytes]:
        known = self._known.get(key)
        if known and known[0] is document:
            return known
        return document, blake2b(to_json(document), digest_size=8).digest()
