"""Which files have been meetings before: known by what is in them, whatever they are called."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

from daemon.foreign import open_plain

_PIECE_BYTES = 4 * 1024 * 1024
_DIGEST_CHARS = 12
"""Of the hash in an id, as `pipelines.notemaker` makes them. Files that agree in so many are told apart
by more."""


def sha256_of(path: Path, on_piece: Callable[[], None]) -> str:
    """Hash a file of any size; `on_piece` is called for every few megabytes. NotPlainError."""
    sha256 = hashlib.sha256()
    with open_plain(path) as file:
        while piece := file.read(_PIECE_BYTES):
            sha256.update(piece)
            on_piece()
    return sha256.hexdigest()


class KnownFiles:
    """Hashes of all meetings in work or stored, as far as they came as files."""

    def __init__(self, meetings: Mapping[str, str], is_there: Callable[[str], bool]) -> None:
        """`meetings`: hash to id.

        `is_there`: whether an id still stands for anything. Notes are deleted in many ways, and a file whose
        note is gone is new when it comes again.
        """
        self._ids = dict(meetings)
        self._is_there = is_there

    def find(self, sha256: str) -> str | None:
        """The id under which this content is known."""
        known = self._ids.get(sha256)
        return known if known is not None and self._is_there(known) else None

    def add(self, sha256: str, meeting_id: str) -> None:
        self._ids[sha256] = meeting_id

    def new_id(self, said_on: date, sha256: str) -> str:
        """An id that stands for nothing else: of the day, and of as much of the hash as that takes."""
        ids = (f"{said_on:%Y%m%d}-{sha256[:chars]}" for chars in itertools.count(_DIGEST_CHARS, 4))
        return next(each for each in ids if not self._is_there(each))
