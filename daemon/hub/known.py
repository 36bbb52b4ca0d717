"""Which files have been meetings before: known by what is in them, whatever they are called."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

_PIECE_BYTES = 4 * 1024 * 1024
DIGEST_CHARS = 12
"""Of the hash in an id: two files of one house that agree in 48 bits are the same file."""


def sha256_of(path: Path, on_piece: Callable[[], None]) -> str:
    """Hash a file of any size; `on_piece` is called for every few megabytes."""
    sha256 = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE_BYTES):
            sha256.update(piece)
            on_piece()
    return sha256.hexdigest()


class KnownFiles:
    """Hashes of all meetings in work or stored, as far as they came as files."""

    def __init__(
        self, meetings: Mapping[str, str], note_ids: Iterable[str], is_there: Callable[[str], bool]
    ) -> None:
        """`meetings`: hash to id. Notes that were saved by a command are known by the hash in their id.

        `is_there`: whether an id still stands for anything. Notes are deleted in many ways, and a file whose
        note is gone is new when it comes again.
        """
        self._ids = {sha256[:DIGEST_CHARS]: meeting_id for sha256, meeting_id in meetings.items()}
        self._is_there = is_there
        self.add_notes(note_ids)

    def find(self, sha256: str) -> str | None:
        """The id under which this content is known."""
        known = self._ids.get(sha256[:DIGEST_CHARS])
        return known if known is not None and self._is_there(known) else None

    def add(self, sha256: str, meeting_id: str) -> None:
        self._ids[sha256[:DIGEST_CHARS]] = meeting_id

    def add_notes(self, note_ids: Iterable[str]) -> None:
        for note_id in note_ids:
            day, _, digest = note_id.partition("-")
            if day.isdecimal() and len(digest) == DIGEST_CHARS:
                self._ids[digest] = note_id
