"""The watch folder as it is on disk: what is complete, and what will never be a meeting."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from daemon.durable import make_folder
from daemon.foreign import why_not_plain
from daemon.inbox.names import is_ignored
from daemon.inbox.reject import REJECTED
from daemon.inbox.stability import StabilityTracker, Stamp


@dataclass(frozen=True, slots=True)
class Found:
    """A file that has arrived: take it, or reject it for `refusal`."""

    path: Path
    refusal: str | None = None


class Inbox:
    """Looks into the folder when asked to, or when a waiting file may be complete (`next_s`)."""

    def __init__(self, folder: Path, settle_s: float, monotonic: Callable[[], float]) -> None:
        """Create the folder if it is not there (StateWriteError)."""
        self.folder = folder
        self._tracker = StabilityTracker(settle_s)
        self._monotonic = monotonic
        self._folders: frozenset[str] = frozenset()
        make_folder(folder)

    def look(self, arrived: Iterable[str] = ()) -> list[Found]:
        """The files that have arrived since; `arrived` are names that the kernel saw come by a rename.

        A folder that is gone (a mount that dropped out) holds nothing; OSError if it cannot be read.
        """
        files: dict[str, Stamp] = {}
        refused: list[Found] = []
        folders: set[str] = set()
        for entry in self._entries():
            if is_ignored(entry.name) or entry.name == REJECTED:
                continue
            try:
                found = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            if stat.S_ISDIR(found.st_mode):
                folders.add(entry.name)
            elif (refusal := why_not_plain(found.st_mode)) is not None:
                refused.append(Found(self.folder / entry.name, refusal))
            else:
                files[entry.name] = Stamp.of(found)
        self._folders = frozenset(folders)
        ready = self._tracker.look(files, self._monotonic(), arrived)
        return refused + [Found(self.folder / name) for name in ready]

    @property
    def folders(self) -> frozenset[str]:
        """Folders that somebody put here, as of the last look.

        They are left alone: which of their files belong together, only a person knows.
        """
        return self._folders

    def next_s(self) -> float | None:
        """When to look again even if nothing happens, on the monotonic clock."""
        return self._tracker.next_s()

    def count(self) -> int:
        """How many files lie here now, complete or not."""
        return sum(
            not is_ignored(each.name) and each.is_file(follow_symlinks=False) for each in self._entries()
        )

    def _entries(self) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self.folder) as entries:
                return list(entries)
        except FileNotFoundError:
            return []
