"""Makes a backup: written beside, read back, and only then a backup; the oldest goes last of all."""

from __future__ import annotations

import platform
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from daemon.base.durable import make_folder, write_checked
from daemon.base.errors import StateWriteError
from daemon.base.sections import Backup
from daemon.base.sizes import human
from daemon.base.version import full_version
from daemon.notes.backup.archive import MANIFEST, ArchiveError, Manifest, verify, writing
from daemon.notes.backup.contents import Contents, add_contents
from daemon.notes.backup.target import Target
from pipelines.model import Model


class BackupMade(Model):
    path: str
    bytes: int
    notes: int
    files: int
    removed: tuple[str, ...]
    """Older backups that had to go."""
    problems: tuple[str, ...]
    """Damage in the store, a line each. While there is any, no older backup is removed: it may hold what is
    damaged here."""

    def __str__(self) -> str:
        notes = f"{self.notes} note{'s' * (self.notes != 1)}"
        return f"{self.path}: {notes}, {human(self.bytes)}, read back"


def make_backup(
    state_dir: Path,
    folder: Path | None,
    config_file: Path | None,
    now: datetime,
    *,
    keep: int,
    audio: bool = False,
    host: str | None = None,
) -> BackupMade:
    """Write one archive to `folder` (None: `STATE/backups`) and check it by reading it back.

    Needs no lock of the store; a hub may go on working. TargetError, StateBusyError, StateDamagedError,
    StateWriteError; after each of them the folder is as it was.
    """
    host = host or platform.node()
    if folder is None:
        folder = state_dir / "backups"
        make_folder(folder)
    target = Target(folder, host)
    target.check()
    contents = Contents()
    written: Manifest | None = None

    def write(file: BinaryIO) -> None:
        nonlocal contents, written
        with writing(file) as archive:
            contents = add_contents(archive, state_dir, config_file, audio=audio)
            superseded = set(contents.superseded)
            written = Manifest(
                release=full_version(),
                host=host,
                made_at=now,
                notes=contents.notes,
                files={name: entry for name, entry in archive.files.items() if name not in superseded},
                superseded=contents.superseded,
            )
            archive.add_bytes(MANIFEST, written.model_dump_json(indent=1).encode(), now.timestamp())

    def read_back(written_to: Path) -> None:
        try:
            verify(written_to)
        except ArchiveError as error:
            raise StateWriteError(
                f"the backup does not read back from {folder} as it was written; its disk may be failing: "
                "use another one"
            ) from error

    with target.lock():
        path = target.path_for(now)
        write_checked(path, write, read_back)
        removed = () if contents.problems else target.rotate(keep, path)
    assert written is not None
    return BackupMade(
        path=str(path),
        bytes=path.stat().st_size,
        notes=contents.notes,
        files=len(written.files),
        removed=tuple(map(str, removed)),
        problems=contents.problems,
    )


def backup_folder(config: Backup) -> Path | None:
    """The configured folder; None for the one in the state directory."""
    return Path(config.folder) if config.folder else None
