"""A document as its JSON: a store of thousands holds their bytes, not a hundred objects for each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from daemon.notes.store.journal import to_json


class Packed(Mapping[str, Any]):
    """A document that is taken apart when it is looked into; what is taken out is a copy.

    Each look at a field costs the reading of the whole (some 40 µs for a note): whoever wants several calls
    `unpack` once.
    """

    __slots__ = ("raw",)

    def __init__(self, document: Mapping[str, Any], raw: bytes | None = None) -> None:
        """`raw`: its JSON as `to_json` writes it, where that is at hand."""
        self.raw = to_json(document) if raw is None else raw

    def unpack(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.raw)
        return document

    def __getitem__(self, field: str) -> Any:
        return self.unpack()[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self.unpack())

    def __len__(self) -> int:
        return len(self.unpack())


def raw_of(document: Mapping[str, Any]) -> bytes:
    """The JSON of a document, packed or not."""
    return document.raw if isinstance(document, Packed) else to_json(document)


def unpacked(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document for reading; one that was not packed is itself."""
    return document.unpack() if isinstance(document, Packed) else document
