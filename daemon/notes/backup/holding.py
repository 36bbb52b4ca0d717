"""Which older backups still hold a meeting that was deleted, or what was taken off its record.

Archives are never altered: a changed one would look like a damaged one. They go by
themselves, the oldest first ([backup] keep), and what was deleted is deleted again when one is put back.
"""

from __future__ import annotations

import platform
import tarfile
import zlib
from collections.abc import Callable, Collection
from pathlib import Path

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
