"""Which older backups still hold a meeting that was deleted, or what was taken off its record.

Archives are never altered: a changed one would look like a damaged one. They go by themselves, the oldest
first ([backup] keep), and what was deleted is deleted again when one is put back. A page looks in a thread,
since large archives take minutes.
"""

from __future__ import annotations

import platform
import tarfile
import threading
import zlib
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from daemon.base.log import LOGGER
from daemon.base.sections import Backup
from daemon.notes.backup.make import backup_folder
from daemon.notes.backup.target import Target


def backups_holding(
    state_dir: Path, rules: Backup, ids: Collection[str], named: Callable[[Path], str] = str
) -> list[str]:
    """A line for each backup of this machine that holds a file of one of these meetings, the oldest first.

    `named`: how a line names a file or a folder. Paths of the machine are for its administrator.

    Reads the archives, at some 100 MB a second. One that cannot be read counts: who could say that it does
    not hold it. A folder that is not there (a disk that is not plugged in) is a line, too.
    """
    folder = backup_folder(rules) or state_dir / "backups"
    if not ids or (not rules.folder and not folder.is_dir()):
        return []
    try:
        archives = Target(folder, platform.node()).archives()
    except OSError as error:
        name = named(folder)
        return [f"backups in {name} may still hold it, but cannot be looked into ({error.strerror})"]
    holding = [each for each in archives if _holds(each, ids)]
    return [f"{name} still holds it" for name in map(named, holding)]


def _holds(archive: Path, ids: Collection[str]) -> bool:
    try:
        with tarfile.open(archive, "r|gz") as tar:
            return any(_meeting_of(member.name) in ids for member in tar)
    except (OSError, tarfile.TarError, EOFError, zlib.error):
        return True


def _meeting_of(name: str) -> str:
    """From notes/transcripts/ID.CHECKSUM.json, notes/tapes/..., meetings/ID/..., spool/ID/...; else ""."""
    match name.split("/"):
        case ["notes", _, file]:
            return file.split(".")[0]
        case ["meetings" | "spool", meeting_id, *_]:
            return meeting_id
    return ""


WAIT_S = 1.5
"""How long a page waits for the backups to be searched: threads are few."""
MOST_SEARCHES = 4
"""Searches at a time; each reads all archives."""


class ArchiveSearch:
    """Searches the backups, in a thread for each set of meetings that is asked for."""

    def __init__(self, search: Callable[[Collection[str]], Sequence[str]]) -> None:
        self._search = search
        self._found: dict[frozenset[str], Sequence[str]] = {}
        self._running: dict[frozenset[str], threading.Event] = {}
        self._lock = threading.Lock()

    def of(self, *ids: str) -> Sequence[str] | None:
        """A line for each backup that contains one of these; None if that is not known yet."""
        key = frozenset(ids)
        with self._lock:
            done = self._running.get(key)
            if done is None:
                self._forget_unread()
                if len(self._running) >= MOST_SEARCHES:
                    return None
                done = self._running[key] = threading.Event()
                threading.Thread(target=self._run, args=(key, done), daemon=True).start()
        done.wait(WAIT_S)
        with self._lock:
            if not done.is_set():
                return None
            # Searched again the next time: backups come and go.
            self._running.pop(key, None)
            return self._found.pop(key, ())

    def _forget_unread(self) -> None:
        """Make room: drop results that nobody came back for."""
        over = [key for key, done in self._running.items() if done.is_set()]
        for key in over[: max(0, len(self._running) - MOST_SEARCHES + 1)]:
            del self._running[key]
            self._found.pop(key, None)

    def _run(self, key: frozenset[str], done: threading.Event) -> None:
        try:
            self._found[key] = self._search(key)
        except Exception as error:  # a thread has nobody to raise to, and the page has to say something
            LOGGER.error("the backups cannot be read: %s", error)
            self._found[key] = ["The backups cannot be read; the log says why"]
        finally:
            done.set()
