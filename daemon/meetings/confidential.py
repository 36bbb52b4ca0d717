"""Which meetings are private, for whoever sends what was said to another machine of the house.

The store knows it, but to open the store takes seconds and memory for each look. So the hub keeps this list
beside it, and the worker asks before it sends anything. Where the list is missing or cannot be read,
everything counts as private.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from daemon.base.durable import remove_durably, write_durably
from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER


class Confidential:
    """The list of one state directory."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / "private.json"
        self._seen = (0, 0)
        self._private: frozenset[str] | None = None

    def write(self, private: Iterable[str] | None) -> None:
        """By the hub; None where it cannot be known. StateWriteError."""
        text = json.dumps({"private": None if private is None else sorted(private)})
        if not self._path.exists() or self._path.read_text() != text:
            write_durably(self._path, text)

    def begin(self, private: Iterable[str] | None) -> None:
        """As `write`, by a hub that starts: on a full disk there is no list, which holds everything back."""
        try:
            self.write(private)
        except StateWriteError as error:
            LOGGER.warning("%s", error)
            remove_durably(self._path)

    def may_leave(self, *meetings: str) -> bool:
        """Whether none of these meetings is private. Costs one stat while nothing changes."""
        try:
            found = self._path.stat()
            if (stamp := (found.st_ino, found.st_mtime_ns)) != self._seen:
                listed = json.loads(self._path.read_bytes())["private"]
                self._private = None if listed is None else frozenset(listed)
                self._seen = stamp
        except (OSError, ValueError, KeyError, TypeError):
            self._seen = (0, 0)
            return False
        return self._private is not None and not self._private.intersection(meetings)
