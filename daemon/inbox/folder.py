"""The watch folder as it is on disk: what is complete, and what will never be a meeting."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from daemon.base.durable import make_folder
from daemon.base.foreign import opened_folder, why_not_plain
from daemon.inbox.files import REJECTED, StabilityTracker, Stamp, is_ignored


@dataclass(frozen=True, slots=True)
class Found:
    """A file that has arrived: take it, or reject it for `refusal`."""

    path: Path
    refusal: str | None = None
    within: str | None = None
    """The folder in the watch folder in which it lies."""


class Inbox:
    """Looks into the folder when asked to, or when a waiting file may be complete (`next_s`)."""

    def __init__(
        self, folder: Path, settle_s: float, monotonic: Callable[[], float], within: str | None = None
    ) -> None:
        """Create the folder if it is not there (StateWriteError).

        `within`: its name, where it lies in the watch folder and is not the watch folder itself.
        """
        self.folder = folder
        self._within = within
        self._tracker = StabilityTracker(settle_s)
        self._monotonic = monotonic
        self._folders: frozenset[str] = frozenset()
        is_new = not os.path.lexists(folder)
        make_folder(folder)
        if within and is_new:  # whoever may put files beside it may put them here
            with suppress(OSError):  # a share may know no modes
                folder.chmod(stat.S_IMODE(folder.parent.stat().st_mode))

    def scan(self, arrived: Iterable[str] = ()) -> list[Found]:
        """The files that have arrived since; `arrived` are names that the kernel saw come by a rename.

        A folder that is gone (a mount that dropped out) holds nothing; OSError if it cannot be read.
        """
        files: dict[str, Stamp] = {}
        refused: list[Found] = []
        folders: set[str] = set()
        for name, found in self._entries():
            if stat.S_ISDIR(found.st_mode):
                folders.add(name)
            elif (refusal := why_not_plain(found.st_mode)) is not None:
                refused.append(Found(self.folder / name, refusal, self._within))
            else:
                files[name] = Stamp.of(found)
        self._folders = frozenset(folders)
        ready = self._tracker.scan(files, self._monotonic(), arrived)
        return refused + [Found(self.folder / name, within=self._within) for name in ready]

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
        return sum(stat.S_ISREG(found.st_mode) for _, found in self._entries())

    def _entries(self) -> Iterator[tuple[str, os.stat_result]]:
        """What is meant for us, by name. Nothing where the folder is gone, or a link."""
        # Who may write to the watch folder may put a link in the place of a folder in it, not of itself.
        opened = opened_folder(self.folder) if self._within else nullcontext(self.folder)
        with suppress(FileNotFoundError, NotADirectoryError), opened as folder, os.scandir(folder) as entries:
            for entry in entries:
                if not is_ignored(entry.name) and entry.name != REJECTED:
                    with suppress(FileNotFoundError):
                        yield entry.name, entry.stat(follow_symlinks=False)
