"""The large parts of a note, its transcript, tape and draft: files of their own that a list never reads.

A name carries the checksum of what is in the file (ID.CHECKSUM.json). So saving a note again never touches
the files of the one it replaces, which stays whole until the journal says otherwise; and rot in a file shows.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from daemon.base.durable import TEMPORARY_PREFIX, make_folder, remove_durably, sweep_unfinished, write_durably
from daemon.base.errors import StateDamagedError, StateWriteError, unreadable
from guardrails.core.types import TapeEntry
from pipelines.note import Note

log = logging.getLogger("roomscribe.store")

FOLDERS = {"transcript": "transcripts", "tape": "tapes", "draft": "drafts"}
"""Field of the note, and the folder for it."""
FIELDS = frozenset(FOLDERS)

_TAPE = TypeAdapter(tuple[TapeEntry, ...])

Names = Mapping[str, str]
"""File name by field, as the note's document keeps it."""


class Parts:
    """The folders of the parts in the store's folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def make_folders(self) -> None:
        for name in FOLDERS.values():
            make_folder(self._folder / name)

    def any(self) -> bool:
        """Whether there is any file, of whatever note."""
        return any(self._files(field) for field in FOLDERS)

    def write(self, note: Note, kept: Names) -> Names:
        """Write its files durably. StateWriteError: none but the `kept` ones is left behind."""
        contents = {
            "transcript": note.transcript.model_dump_json().encode(),
            "tape": _TAPE.dump_json(note.tape),
        }
        if note.draft is not None:
            contents["draft"] = note.draft.model_dump_json().encode()
        names = {field: f"{note.id}.{_checksum(data)}.json" for field, data in contents.items()}
        try:
            for field, data in contents.items():
                write_durably(self._path(field, names[field]), data)
        except StateWriteError:
            self.discard(names, kept)
            raise
        return names

    def read(self, names: Names) -> dict[str, Any]:
        """The fields as JSON values. FileNotFoundError; StateDamagedError if other bytes were written."""
        return {field: self._read(self._path(field, name)) for field, name in names.items()}

    def remove(self, names: Names) -> None:
        """StateWriteError, after trying each."""
        failure = None
        for field, name in names.items():
            try:
                remove_durably(self._path(field, name))
            except StateWriteError as error:
                failure = error
        if failure:
            raise failure

    def discard(self, names: Names, kept: Names) -> None:
        """Remove the files that are not `kept`. A failure is logged, not raised: `sweep` will do it."""
        try:
            self.remove({field: name for field, name in names.items() if kept.get(field) != name})
        except StateWriteError as error:
            log.warning("%s", error)

    def sweep(self, known: set[tuple[str, str]]) -> None:
        """Remove what no note has: a crash left it while a note was saved or deleted. For the writer only."""
        for field, folder in FOLDERS.items():
            sweep_unfinished(self._folder / folder)
            for path in self._files(field):
                if (field, path.name) not in known:
                    remove_durably(path)

    def _path(self, field: str, name: str) -> Path:
        return self._folder / FOLDERS[field] / name

    def _files(self, field: str) -> list[Path]:
        folder = self._folder / FOLDERS[field]
        try:
            return [path for path in folder.iterdir() if not path.name.startswith(TEMPORARY_PREFIX)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise unreadable(folder, error) from error

    def _read(self, path: Path) -> Any:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise
        except OSError as error:
            raise unreadable(path, error) from error
        if not is_whole(path.name, data):
            raise StateDamagedError(
                f"{path} is damaged (its checksum does not fit); restore it from a backup, or delete its note"
            )
        return json.loads(data)


def is_whole(name: str, data: bytes) -> bool:
    """Whether the file of this name holds what was written."""
    return name.split(".")[1] == _checksum(data)


def _checksum(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()
