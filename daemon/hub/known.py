"""Which files have been meetings before: by their contents, not their names."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

from daemon.base.foreign import open_plain

_PIECE_BYTES = 4 * 1024 * 1024
_DIGEST_CHARS = 12
"""Of the hash in an id, as in `daemon.worker.at_once`. Files that agree in these get longer ids."""


def sha256_of(path: Path, on_piece: Callable[[], None]) -> str:
    """Hash a file of any size; `on_piece` is called for every few megabytes. NotPlainError."""
    sha256 = hashlib.sha256()
    with open_plain(path) as file:
        while piece := file.read(_PIECE_BYTES):
            sha256.update(piece)
            on_piece()
    return sha256.hexdigest()


class KnownFiles:
    """Hashes of all meetings, unfinished or stored, that came as files."""

    def __init__(self, meetings: Mapping[str, str], is_there: Callable[[str], bool]) -> None:
        """`meetings`: hash to id.

        `is_there`: whether an id is still in use. Notes are deleted in many ways, and a file counts as new
        once its note is gone.
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
        """An unused id: the day, and as much of the hash as is needed."""
        ids = (f"{said_on:%Y%m%d}-{sha256[:chars]}" for chars in itertools.count(_DIGEST_CHARS, 4))
        return next(each for each in ids if not self._is_there(each))
