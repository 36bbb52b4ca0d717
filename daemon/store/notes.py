"""The store of notes: what the hub writes, and the command line and the page read.

    STATE/notes/notes.journal                 every note without these parts, and every edit
    STATE/notes/transcripts/ID.CHECKSUM.json  all that was said
    STATE/notes/tapes/ID.CHECKSUM.json        what the guardrails did
    STATE/notes/drafts/ID.CHECKSUM.json       what they did it to
    STATE/notes/lock                          held by the writer

The files of a note are on disk before the journal's line that makes it one; they go after the line that
ends it.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Any

from tinydb.table import Document

from daemon.access.pins import SealedPin
from daemon.durable import sweep_unfinished
from daemon.errors import NotFoundError, StateDamagedError, StateWriteError
from daemon.store.document import note_of
from daemon.store.edits import Edits
from daemon.store.follow_ups import FollowUp, FollowUps
from daemon.store.head import NoteHead
from daemon.store.heads import Heads, head_of
from daemon.store.items import ItemRow, Items
from daemon.store.lock import WriterLock
from daemon.store.parts import FIELDS, Parts
from daemon.store.private import PrivateNotes
from daemon.store.remembered import Remembered
from daemon.store.stamps import Stamps
from daemon.store.storage import JournalStorage
from daemon.store.table import JournalDB, JournalTable
from pipelines.editing import Author, Change, Edit, Edited, apply_edits, new_edit
from pipelines.errors import BadInputError
from pipelines.followup import Kept
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
        self._edits = Edits(self._db, self._storage)
        self._heads = Heads()
        self._follow_ups = FollowUps(self._db)
        self._sorted_heads = Remembered(lambda: self._heads.sorted(self._table.live, self._edits.of))
        items = Items()
        self._all_items = Remembered(lambda: items.of(self._table.live, self._edits.of))
        self._stamps = Stamps()
        private = PrivateNotes(self._db)
        self._private = private
        self._all_private = Remembered(private.all)
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

    def heads(self) -> Sequence[NoteHead]:
        """All notes, the newest meeting first."""
        with self._threads:
            self.refresh()
            return self._sorted_heads.at(self._storage.version)

    def notes(self) -> Iterator[Note]:
        """All notes as people edited them, without transcript and tape (both are empty).

        For looking through thousands of meetings; in no particular order. Private ones are left out, and one
        that `get` would refuse, with a line in the log.
        """
        with self._threads:
            private = self.private()
            documents = [
                (document, self._edits.of(document["id"]))
                for document in self._table.live.values()
                if document["id"] not in private
            ]
        for document, edits in documents:
            try:
                yield apply_edits(note_of(document), edits).note
            except StateDamagedError as error:
                log.warning("left out: %s", error)

    def items(self) -> Sequence[ItemRow]:
        """Every action item of every note, as people edited it; in no particular order."""
        with self._threads:
            self.refresh()
            return self._all_items.at(self._storage.version)

    def follow_ups(self) -> list[FollowUp]:
        """What later meetings say of items that are still open, and nobody has decided on."""
        with self._threads:
            self.refresh()
            return self._follow_ups.waiting()

    def suggest(self, by: str, kept: Iterable[Kept]) -> None:
        """Keep which promises the meeting of note `by` says are kept. StateWriteError."""
        with self._threads:
            self._follow_ups.put(by, kept)

    def decide(self, note_id: str, item_id: str, *, is_done: bool) -> None:
        """A person has decided on what was suggested for an item. StateWriteError."""
        with self._threads:
            (self._follow_ups.settle if is_done else self._follow_ups.turn_down)(note_id, item_id)

    @property
    def version(self) -> int:
        """Counts the changes of the whole store, as far as this process has seen them."""
        with self._threads:
            self.refresh()
            return self._storage.version

    def stamps(self) -> dict[str, str]:
        """For each note a word that changes with the note and its edits; what was derived before is stale.

        A private note has none: nothing is derived from it for everybody.
        """
        with self._threads:
            private = self.private()
            stamps = self._stamps.of(self._table.live, self._edits.of)
            return {note_id: stamp for note_id, stamp in stamps.items() if note_id not in private}

    def head(self, note_id: str) -> NoteHead:
        """The head of one note, even if its transcript is gone; `note_id` as for `get`. NotFoundError."""
        with self._threads:
            self.refresh()
            document = self._find(note_id)
            return head_of(document, self._edits.of(document["id"]))

    def get(self, note_id: str) -> Note:
        """The whole note as people edited it; `note_id` as for `made`. NotFoundError, StateDamagedError."""
        return self.edited(note_id).note

    def edited(self, note_id: str) -> Edited:
        """As `get`, with the edits that no longer have a place in the note."""
        with self._threads:
            made = self.made(note_id)
            return apply_edits(made, self._edits.of(made.id))

    def made(self, note_id: str) -> Note:
        """The whole note as the engines made it; four or more first characters of its id will do if no other
        begins so.

        NotFoundError, StateDamagedError.
        """
        with self._threads:
            self.refresh()
            for _ in range(_READS):
                document = self._find(note_id)
                try:
                    return note_of(document, self._parts.read(document["files"]))
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

    def edits(self, note_id: str) -> tuple[Edit, ...]:
        """What people changed in a note, in order; empty for a note that is not there."""
        with self._threads:
            self.refresh()
            return self._edits.of(note_id)

    def edit(self, note_id: str, change: Change, at: datetime, by: Author) -> Edit:
        """Put a change onto a note, durably; it stays when the note is made again.

        NotFoundError; BadInputError for a change that has no place in the note; StateWriteError.
        """
        with self._threads:
            made = self.made(note_id)
            edit = new_edit(change, made, self._edits.of(made.id), at, by)
            self._edits.add(made.id, edit)
            return edit

    def undo(self, note_id: str, edit_id: str) -> Edit:
        """Take one edit back. NotFoundError, StateWriteError."""
        with self._threads:
            return self._edits.take_out(note_id, edit_id)

    def forget_edits(self, note_id: str, gone: Callable[[Edit], bool]) -> int:
        """Remove the edits that are `gone`, and their words from the journal; how many. StateWriteError."""
        with self._threads:
            removed = self._edits.remove(note_id, gone)
            if removed:
                self._storage.compact()
            return removed

    def private(self) -> Mapping[str, SealedPin | None]:
        """The notes that only their own PIN opens: id to what is kept of it."""
        with self._threads:
            self.refresh()
            return self._all_private.at(self._storage.version)

    def make_private(self, note_id: str, sealed: SealedPin) -> None:
        """NotFoundError, StateWriteError."""
        with self._threads:
            self._private.put(self._find(note_id)["id"], sealed)

    def make_public(self, note_id: str) -> None:
        """StateWriteError."""
        with self._threads:
            self._private.remove(note_id)

    def delete(self, note_id: str) -> NoteHead:
        """Remove a note, and its words from every file of the store; `note_id` as for `get`.

        NotFoundError. StateWriteError: the note is whole, or it is gone and the message says that words are
        left; the next change or start removes them.
        """
        with self._threads:
            document = self._find(note_id)
            head = head_of(document, self._edits.of(document["id"]))
            self._edits.remove(document["id"], lambda edit: True)
            self._private.remove(document["id"])
            self._follow_ups.forget(document["id"])
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
            return head

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
