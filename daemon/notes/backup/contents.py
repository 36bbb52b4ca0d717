"""What goes into a backup, copied so that it fits together although the hub goes on writing.

The journal is only ever appended to, or replaced as a whole; an open descriptor keeps the file that it
opened. Transcripts and tapes are named by their checksums and never change. So the notes of one instant are
the journal as it was read at once, and the files that it names. A note that is replaced or deleted meanwhile
takes its files with it: then the journal is read again, and the archive is of the later instant.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from daemon.base.durable import TEMPORARY_PREFIX
from daemon.base.errors import StateDamagedError, unreadable
from daemon.base.settings import FILE_NAME as SETTINGS
from daemon.notes.backup.archive import CONFIG, MODELS_LOCK, ArchiveWriter
from daemon.notes.deletion import DELETIONS
from daemon.notes.store.journal import read_from
from daemon.notes.store.parts import FOLDERS, Parts, is_whole
from daemon.notes.store.storage import replay
from daemon.spool import list_recordings

JOURNAL = "notes/notes.journal"


@dataclass(frozen=True, slots=True)
class NotesSnapshot:
    """The notes at one instant."""

    journal: bytes
    """Whole lines only: what is being appended belongs to the next instant."""
    modified_s: float
    parts: frozenset[str]
    """Names in the archive."""
    count: int

    @classmethod
    def read(cls, state_dir: Path) -> NotesSnapshot | None:
        """None where no note was ever stored. StateDamagedError: a backup would only preserve the damage."""
        path = state_dir / JOURNAL
        try:
            fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            if Parts(path.parent).any():
                raise StateDamagedError(
                    f"{path} is missing, but notes were stored; restore an older backup"
                ) from None
            return None
        except OSError as error:
            raise unreadable(path, error) from error
        try:
            data, modified_s = read_from(fd, 0), os.fstat(fd).st_mtime
        except OSError as error:
            raise unreadable(path, error) from error
        finally:
            os.close(fd)
        tables, end = replay(data, path)
        documents = tables.get("notes", {}).values()
        parts = frozenset(
            f"notes/{FOLDERS[field]}/{name}"
            for document in documents
            for field, name in document["files"].items()
        )
        return cls(data[:end], modified_s, parts, len(documents))


@dataclass(slots=True)
class Contents:
    """What was put into an archive."""

    notes: int = 0
    superseded: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    """Files of notes that are missing or rotten, a line each."""


def add_contents(
    archive: ArchiveWriter, state_dir: Path, config_file: Path | None, *, audio: bool
) -> Contents:
    """Add everything that a backup holds, but for the manifest. StateDamagedError."""
    contents = _add_notes(archive, state_dir)
    for name, path in _files(state_dir, config_file, audio=audio):
        try:
            _add_file(archive, name, path)
        except FileNotFoundError:
            continue  # removed this instant: then it was no part of the state any more
    return contents


def _add_notes(archive: ArchiveWriter, state_dir: Path) -> Contents:
    snapshot = NotesSnapshot.read(state_dir)
    problems: dict[str, str] = {}
    while snapshot is not None:
        gone = [
            name
            for name in sorted(snapshot.parts - archive.files.keys() - problems.keys())
            if not _add_part(archive, name, state_dir / name, problems)
        ]
        if not gone:
            break
        # Either their notes were replaced or deleted since the journal was read, or the disk has lost them.
        snapshot = NotesSnapshot.read(state_dir)
        named = snapshot.parts if snapshot else frozenset()
        lost = [name for name in gone if name in named and not (state_dir / name).exists()]
        problems |= {name: f"{name} is missing" for name in lost}
    added = archive.files.keys()
    if snapshot is None:
        return Contents(superseded=tuple(added), problems=tuple(problems.values()))
    superseded = tuple(sorted(added - snapshot.parts))
    archive.add_bytes(JOURNAL, snapshot.journal, snapshot.modified_s)
    return Contents(snapshot.count, superseded, tuple(problems.values()))


def _add_part(archive: ArchiveWriter, name: str, path: Path, problems: dict[str, str]) -> bool:
    """Add a transcript or a tape; False if it is not there. A damaged one is added and reported."""
    try:
        data, modified_s = path.read_bytes(), path.stat().st_mtime
    except FileNotFoundError:
        return False
    except OSError as error:
        problems[name] = f"{name} cannot be read ({error.strerror})"
        return True
    if not is_whole(path.name, data):
        problems[name] = f"{name} is damaged (its checksum does not fit)"
    archive.add_bytes(name, data, modified_s)
    return True


def _files(state_dir: Path, config_file: Path | None, *, audio: bool) -> Iterator[tuple[str, Path]]:
    """All but the notes: name in the archive, and where it lies."""
    if config_file is not None:
        yield CONFIG, config_file
    yield MODELS_LOCK, state_dir / MODELS_LOCK
    yield DELETIONS, state_dir / DELETIONS
    yield SETTINGS, state_dir / SETTINGS
    folders = [state_dir / "digests", state_dir / "templates"]
    if audio:
        recordings = list_recordings(state_dir)
        folders += [state_dir / "meetings", state_dir / "jobs"]
        folders += [each.folder for each in recordings if each.recording.state != "recording"]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if not path.name.startswith(TEMPORARY_PREFIX) and path.is_file() and not path.is_symlink():
                yield path.relative_to(state_dir).as_posix(), path


def _add_file(archive: ArchiveWriter, name: str, path: Path) -> None:
    """FileNotFoundError, StateDamagedError."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise unreadable(path, error) from error
    with file:
        status = os.fstat(file.fileno())
        archive.add(name, _Source(path, file), status.st_size, status.st_mtime)


class _Source:
    """A file that is read: its errors are not those of the archive that is written."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path, self._file = path, file

    def read(self, size: int) -> bytes:
        try:
            return self._file.read(size)
        except OSError as error:
            raise unreadable(self._path, error) from error
