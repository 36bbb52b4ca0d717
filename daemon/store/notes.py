"""The store of notes: what the hub writes, and the command line and the page read.

    STATE/notes/notes.journal                 every note without its transcript and tape
    STATE/notes/transcripts/ID.CHECKSUM.json  all that was said
    STATE/notes/tapes/ID.CHECKSUM.json        what the guardrails did
    STATE/notes/lock                          held by the writer

The two files of a note are on disk before the journal's line that makes it one; they go after the line that
ends it.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import ExitStack, closing
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import ValidationError
from tinydb.table import Document

from daemon.durable import sweep_unfinished
from daemon.errors import NotFoundError, StateDamagedError, StateWriteError
from daemon.store.head import NoteHead
from daemon.store.lock import WriterLock
from daemon.store.parts import FIELDS, Parts
from daemon.store.storage import JournalStorage
from daemon.store.table import JournalDB, JournalTable
from pipelines.errors import BadInputError
from pipelines.note import Note

log = logging.getLogger(__name__)

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_PREFIX_CHARS = 4
"""A shorter beginning of an id is more likely a slip than a wish."""
_READS = 10
"""How often a reader looks again when the writer replaces the very note it reads; twice would be unlikely."""


class NoteStore:
    """Open it with `open_writer` or `open_reader`, best in a `with`. Threads may share one."""

    def __init__(self, folder: Path, lock: WriterLock | None) -> None:
        self._writer_lock = lock
        self._parts = Parts(folder)
        # The journal comes before the first transcript. If it is gone, showing an empty store, or sweeping
        # the transcripts that are left, would turn a damage into a loss.
        expected = self._parts.any()
        self._storage = JournalStorage(folder / "notes.journal", writer=lock is not None, expected=expected)
        self._db = JournalDB(storage=lambda: self._storage)
        self._threads = threading.RLock()

    @classmethod
    def open_writer(cls, root: Path) -> NoteStore:
        """Open the store in the state directory `root` as its only writer, and clear up after a crash.

        StateBusyError while another process writes, StateDamagedError, StateWriteError.
        """
        folder = root / "notes"
        Parts(folder).make_folders()
        with ExitStack() as undo:
            lock = undo.enter_context(closing(WriterLock(folder / "lock")))
            store = cls(folder, lock)
            undo.callback(store._db.close)
            sweep_unfinished(folder)
            store._parts.sweep({part for doc in store._table.live.values() for part in doc["files"].items()})
            undo.pop_all()
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
            heads = [NoteHead.of(document) for document in self._table.live.values()]
        return sorted(heads, key=lambda head: (head.started_at, head.id), reverse=True)

    def notes(self) -> Iterator[Note]:
        """All notes without transcript and tape (both are empty), for looking through thousands of meetings.

        In no particular order. One that `get` would refuse is left out, with a line in the log.
        """
        with self._threads:
            self.refresh()
            documents = list(self._table.live.values())
        for document in documents:
            try:
                yield _note(document, {"transcript": {}, "tape": ()})
            except StateDamagedError as error:
                log.warning("left out: %s", error)

    def head(self, note_id: str) -> NoteHead:
        """The head of one note, even if its transcript is gone; `note_id` as for `get`. NotFoundError."""
        with self._threads:
            self.refresh()
            return NoteHead.of(self._find(note_id))

    def get(self, note_id: str) -> Note:
        """The whole note; four or more first characters of its id will do if no other begins so.

        NotFoundError, StateDamagedError.
        """
        with self._threads:
            self.refresh()
            for _ in range(_READS):
                document = self._find(note_id)
                try:
                    return _note(document, self._parts.read(document["files"]))
                except FileNotFoundError as error:
                    missing = error.filename
                    if not self.refresh():
                        break
        raise StateDamagedError(
            f"{missing}, part of note {note_id}, is missing; restore it from a backup, or delete the note"
        )

    def save(self, note: Note) -> bool:
        """Store a note durably; True if it replaced one of the same id. StateWriteError: nothing changed."""
        if not _ID.fullmatch(note.id):
            raise BadInputError(f"note id {note.id!r} is not 1 to 64 of a-z, 0-9 and -, no - first")
        with self._threads:
            old = self._exact(note.id)
            old_files = old["files"] if old else {}
            files = self._parts.write(note, kept=old_files)
            document = note.model_dump(mode="json", exclude=set(FIELDS)) | {"files": files}

            def put_in_place(fields: MutableMapping[str, Any]) -> None:
                fields.clear()
                fields.update(document)

            try:
                if old is None:
                    self._table.insert(document)
                else:
                    self._table.update(put_in_place, doc_ids=[old.doc_id])
            except StateWriteError:
                self._parts.discard(files, kept=old_files)
                raise
            self._parts.discard(old_files, kept=files)
            return old is not None

    def delete(self, note_id: str) -> NoteHead:
        """Remove a note, and its words from every file of the store; `note_id` as for `get`.

        NotFoundError. StateWriteError: the note is whole, or it is gone and the message says that words are
        left; the next change or start removes them.
        """
        with self._threads:
            document = self._find(note_id)
            self._table.remove(doc_ids=[document.doc_id])
            try:
                # Files first: on a full disk the space they free lets the journal be written anew.
                try:
                    self._parts.remove(document["files"])
                finally:
                    self._storage.compact()
            except StateWriteError as error:
                raise StateWriteError(
                    f"note {document['id']} is deleted, but words are left: {error}"
                ) from error
            return NoteHead.of(document)

    def compact(self) -> tuple[int, int]:
        """Write the journal anew without what was replaced; its bytes before and after. StateWriteError: as
        it was. For the writer."""
        with self._threads:
            before = self._storage.size
            self._storage.compact()
            return before, self._storage.size

    @property
    def _table(self) -> JournalTable:
        table = self._db.table("notes")
        assert isinstance(table, JournalTable)
        return table

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
            raise NotFoundError(f"{len(fits)} notes begin with {note_id!r} ({some}); give more of the id")
        near = get_close_matches(note_id, ids, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "see `roomscribe notes list`"
        raise NotFoundError(f"there is no note {note_id!r}; {hint}")


def _note(document: Mapping[str, Any], parts: dict[str, Any]) -> Note:
    """The note that a document and its parts (transcript, tape) make."""
    fields = {name: value for name, value in document.items() if name != "files"}
    try:
        return Note.model_validate(fields | parts)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise StateDamagedError(
            f"note {document['id']} is not in the form of a note ({where}: {first['msg']}); another release "
            "of Roomscribe wrote it: install that one, or delete the note"
        ) from error
