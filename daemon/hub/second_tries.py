"""Files that the hub was taking in when it died, and tries once more.

A kill or a power cut says nothing about a file, so each gets a second try. A file that was being taken in at
two deaths of the hub may well be their cause, again and again: it gets no third.
"""

from __future__ import annotations

import json
from pathlib import Path

from daemon.base.durable import make_folder, write_durably


class SecondTries:
    """Names in the inbox; durable, since they are for the hub after a crash."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / "hub" / "second_tries.json"
        try:
            self._names = set(map(str, json.loads(self._path.read_bytes())))
        except (FileNotFoundError, ValueError, TypeError):
            self._names = set()

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, name: str) -> None:
        """StateWriteError."""
        self._write(self._names | {name})

    def discard(self, name: str) -> None:
        """It was taken in, or will not be. StateWriteError."""
        if name in self._names:
            self._write(self._names - {name})

    def _write(self, names: set[str]) -> None:
        make_folder(self._path.parent)
        write_durably(self._path, json.dumps(sorted(names)))
        self._names = names
