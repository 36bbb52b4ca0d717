"""The store of notes: what the hub writes, and the command line and the page read.

    STATE/notes/notes.journal                 every note without its transcript and tape
    STATE/notes/transcripts/ID.CHECKSUM.json  all that was said
    STATE/notes/tapes/ID.CHECKSUM.json        what the guardrails did
    STATE/notes/lock                          held by the writer

The two files of a note are on disk before the journal's line that makes it one, and their names carry the
checksum of their content: saving a note again never touches the files of the one it replaces, and rot shows.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Mapping, MutableMapping
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import TypeAdapter, ValidationError
from tinydb.table import Document

from daemon.durable import TEMPORARY_PREFIX, make_folder, remove_durably, sweep_unfinished, write_durably
from daemon.errors import NotFoundError, StateDamagedError, StateWriteError
from daemon.store.lock import WriterLock
from daemon.store.storage import JournalStorage, unreadable
from daemon.store.table import JournalDB, JournalTable
from guardrails.types import TapeEntry
from pipelines.errors import BadInputError
from pipelines.note import Model, Note, SentimentLabel
from pipelines.transcript import UtcDatetime

log = logging.getLogger(__name__)

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_PREFIX_CHARS = 4
"""A shorter beginning of an id is more likely a slip than a wish."""
_TRANSCRIPTS = "transcripts"
_TAPES = "tapes"
_TAPE = TypeAdapter(tuple[TapeEntry, ...])


class NoteHead(Model):
    """What a list of meetings shows of one; made without reading its transcript."""

    id: str
    title: str
    started_at: UtcDatetime
    duration_s: float | None
    source: str
    language: str | None
    sentiment: SentimentLabel
    action_items: int
    open_items: int
    """Action items that are not done."""
    decisions: int
    questions: int


class NoteStore:
    """Open it with `open_writer` or `open_reader`, best in a `with`. Threads may share one."""

    def __init__(self, folder: Path, lock: WriterLock | None) -> None:
        self._folder = folder
        self._writer_lock = lock
        # The journal comes before the first transcript. If it is gone, showing an empty store, or sweeping
        # the transcripts that are left, would turn a damage into a loss.
        expected = bool(_files(folder / _TRANSCRIPTS))
        self._db = JournalDB(folder / "notes.journal", writer=lock is not None, expected=expected)
        self._threads = threading.RLock()

    @classmethod
    def open_writer(cls, root: Path) -> NoteStore:
        """Open the store in the state directory `root` as its only writer, and clear up after a crash.

        StateBusyError while another process writes, StateDamagedError, StateWriteError.
        """
        folder = root / "notes"
        for each in (folder / _TRANSCRIPTS, folder / _TAPES):
            make_folder(each)
        lock = WriterLock(folder / "lock")
        try:
            store = cls(folder, lock)
        except BaseException:
            lock.close()
            raise
        try:
            store._sweep()
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open_reader(cls, root: Path) -> NoteStore:
        """Open the store for reading, without a lock; a directory that is not there yet is an empty store.

        What a writer does meanwhile is seen by the next call. StateDamagedError, also if it may not be read.
        """
        return cls(root / "notes", None)

    def close(self) -> None:
        self._db.close()
        if self._writer_lock:
            self._writer_lock.close()
            self._writer_lock = None

    def __enter__(self) -> NoteStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def recovered(self) -> str | None:
        """What a writer dropped at opening because a power cut left it unfinished, for the user; or None."""
        return self._storage.recovered

    def refresh(self) -> bool:
        """For a reader: take in what was written since, as the other methods do; True if anything was."""
        with self._threads:
            return self._storage.refresh()

    def heads(self) -> list[NoteHead]:
        """All notes, the newest meeting first."""
        with self._threads:
            self.refresh()
            heads = [_head(document) for document in self._table.live.values()]
        return sorted(heads, key=lambda head: (head.started_at, head.id), reverse=True)

    def get(self, note_id: str) -> Note:
        """The whole note; four or more first characters of its id will do if no other begins so.

        NotFoundError, StateDamagedError.
        """
        with self._threads:
            for _ in range(10):  # each time the writer replaced the note under our hands
                self.refresh()
                document = self._find(note_id)
                try:
                    return self._whole(document)
                except FileNotFoundError as error:
                    missing = error
                    if not self.refresh():
                        break
        raise StateDamagedError(
            f"{missing.filename} is missing, part of note {note_id}; restore it from a backup"
        )

    def save(self, note: Note) -> bool:
        """Store a note durably; True if it replaced one of the same id. StateWriteError: nothing changed."""
        if not _ID.fullmatch(note.id):
            raise BadInputError(
                f"note id {note.id!r} must be 1 to 64 of a-z, 0-9 and '-', not beginning with '-'"
            )
        with self._threads:
            old = self._exact(note.id)
            document: dict[str, Any] = note.model_dump(mode="json", exclude={"transcript", "tape"})
            parts = {
                _TRANSCRIPTS: note.transcript.model_dump_json().encode(),
                _TAPES: _TAPE.dump_json(note.tape),
            }
            names = {kind: f"{note.id}.{_checksum(data)}.json" for kind, data in parts.items()}
            try:
                for kind, data in parts.items():
                    write_durably(self._folder / kind / names[kind], data)
                document["files"] = names
                if old is None:
                    self._table.insert(document)
                else:
                    self._table.update(lambda fields: _put_in_place(fields, document), doc_ids=[old.doc_id])
            except StateWriteError:
                self._clean_up(names, kept=old["files"] if old else {})
                raise
            if old:
                self._clean_up(old["files"], kept=names)
            return old is not None

    def delete(self, note_id: str) -> NoteHead:
        """Remove a note and its words from every file of the store; `note_id` as for `get`.

        NotFoundError. On StateWriteError the note is whole, or gone except files that the next writer sweeps.
        """
        with self._threads:
            document = self._find(note_id)
            self._table.erase([document.doc_id])
            for kind, name in document["files"].items():
                remove_durably(self._folder / kind / name)
            return _head(document)

    @property
    def _table(self) -> JournalTable:
        table = self._db.table("notes")
        assert isinstance(table, JournalTable)
        return table

    @property
    def _storage(self) -> JournalStorage:
        storage = self._db.storage
        assert isinstance(storage, JournalStorage)
        return storage

    def _exact(self, note_id: str) -> Document | None:
        key = next((key for key, document in self._table.live.items() if document["id"] == note_id), None)
        found: Document | None = self._table.get(doc_id=int(key)) if key else None
        return found

    def _find(self, note_id: str) -> Document:
        if exact := self._exact(note_id):
            return exact
        ids = [document["id"] for document in self._table.live.values()]
        fits = [each for each in ids if len(note_id) >= _PREFIX_CHARS and each.startswith(note_id)]
        if len(fits) == 1 and (found := self._exact(fits[0])):
            return found
        if fits:
            some = ", ".join(sorted(fits)[:3])
            raise NotFoundError(
                f"{note_id!r} begins the ids of {len(fits)} notes ({some}); give more of the one you mean"
            )
        near = get_close_matches(note_id, ids, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "see `roomscribe notes list`"
        raise NotFoundError(f"there is no note {note_id!r}; {hint}")

    def _whole(self, document: Document) -> Note:
        """The note with its transcript and tape; FileNotFoundError if it has been replaced meanwhile."""
        fields = dict(document)
        files = fields.pop("files")
        try:
            fields["transcript"] = self._part(_TRANSCRIPTS, files)
            fields["tape"] = self._part(_TAPES, files)
            return Note.model_validate(fields)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(step) for step in first["loc"])
            raise StateDamagedError(
                f"note {document['id']} does not have the form of a note ({where}: {first['msg']}); "
                "it was written by another release, or restore it from a backup"
            ) from error

    def _part(self, kind: str, files: Mapping[str, str]) -> Any:
        path = self._folder / kind / files[kind]
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise
        except OSError as error:
            raise unreadable(path, error) from error
        if _checksum(data) not in path.name:
            raise StateDamagedError(
                f"{path} is damaged (its checksum does not fit); restore it from a backup"
            )
        return json.loads(data)

    def _clean_up(self, files: Mapping[str, str], kept: Mapping[str, str]) -> None:
        """Remove files of a note that is not, or no longer, in the journal; where it fails, `_sweep` will."""
        for kind, name in files.items():
            if kept.get(kind) != name:
                try:
                    remove_durably(self._folder / kind / name)
                except StateWriteError as error:
                    log.warning("%s", error)

    def _sweep(self) -> None:
        """Remove what a crash left: unfinished files, and those of a note that was being saved or deleted."""
        known = {file for document in self._table.live.values() for file in document["files"].items()}
        sweep_unfinished(self._folder)
        for kind in (_TRANSCRIPTS, _TAPES):
            sweep_unfinished(self._folder / kind)
            for path in _files(self._folder / kind):
                if (kind, path.name) not in known:
                    remove_durably(path)


def _files(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if not path.name.startswith(TEMPORARY_PREFIX)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(folder, error) from error


def _put_in_place(fields: MutableMapping[str, Any], document: Mapping[str, Any]) -> None:
    fields.clear()
    fields.update(document)


def _head(document: Mapping[str, Any]) -> NoteHead:
    copied = ("id", "title", "started_at", "duration_s", "source", "language")
    return NoteHead(
        **{name: document[name] for name in copied},
        sentiment=document["sentiment"]["label"],
        action_items=len(document["action_items"]),
        open_items=sum(item["status"] == "open" for item in document["action_items"]),
        decisions=len(document["decisions"]),
        questions=len(document["questions"]),
    )


def _checksum(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()
