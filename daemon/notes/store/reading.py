"""Reading the store of notes: lists from memory, single notes with their files, by an id or the beginning of
one.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from daemon.access.pins import SealedPin
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.notes.store.aliases import Aliases, heads_as, note_as, rows_as
from daemon.notes.store.edits import Edits
from daemon.notes.store.listed import (
    TABLE,
    Derived,
    ItemRow,
    KeptNote,
    NoteHead,
    head_of,
    keep,
    note_of,
    rows_of,
    stamp_of,
)
from daemon.notes.store.parts import Parts
from daemon.notes.store.private import PrivateNotes
from daemon.notes.store.reader import Remembered
from daemon.notes.store.storage import JournalStorage, SalvagedStorage
from daemon.notes.store.table import JournalDB, JournalTable
from pipelines.editing import Edit, Edited, apply_edits
from pipelines.note import Note

_PREFIX_CHARS = 4
"""A shorter beginning of an id is more likely a slip than a wish."""
_ALIKE = 60
"""Percent; below it, what was asked for is no slip of the pen for this one."""


def full_id(given: str, ids: Collection[str]) -> str:
    """The one of `ids` that is `given`, or alone begins with it. NotFoundError, with what may be meant."""
    if given in ids:
        return given
    fits = [each for each in ids if len(given) >= _PREFIX_CHARS and each.startswith(given)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        some = ", ".join(sorted(fits)[:3])
        raise NotFoundError(f"{len(fits)} notes begin with {given!r} ({some}); give more of the id")
    # Of the standard library's difflib, ten thousand ids take a second.
    from rapidfuzz import fuzz, process

    near = process.extractOne(given, list(ids), scorer=fuzz.ratio, score_cutoff=_ALIKE)
    hint = f"did you mean {near[0]!r}?" if near else "see `roomscribe notes list`"
    raise NotFoundError(f"there is no note {given!r}; {hint}")


log = logging.getLogger("roomscribe.store")

_READS = 10
"""How often a reader looks again when the writer replaces the very note it reads; twice would be unlikely."""


class StoredNotes:
    """The reading half of the store. Threads may share one."""

    def __init__(self, folder: Path, *, writer: bool = False, salvage: bool = False) -> None:
        """StateDamagedError, also if it may not be read."""
        self._parts = Parts(folder)
        # The journal comes before the first transcript. If it is gone, showing an empty store, or sweeping
        # the transcripts that are left, would turn a damage into a loss.
        expected = self._parts.any()
        path = folder / "notes.journal"
        self._storage = (
            SalvagedStorage(path, keep=keep)
            if salvage
            else JournalStorage(path, writer=writer, expected=expected, keep=keep)
        )
        self._db = JournalDB(storage=lambda: self._storage)
        self._edits = Edits(self._db, self._storage)
        self._private = PrivateNotes(self._db)
        self._aliases = Aliases(self._db)
        heads, items, stamps = Derived(head_of), Derived(rows_of), Derived(stamp_of)
        self._heads = Remembered(
            lambda: heads_as(self._aliases.all(), _newest_first(heads.of(self._live, self._edits.of)))
        )
        self._items = Remembered(
            lambda: rows_as(
                self._aliases.all(),
                (row for rows in items.of(self._live, self._edits.of).values() for row in rows),
            )
        )
        self._stamps = Remembered(lambda: stamps.of(self._live, self._edits.of))
        self._keys = Remembered(lambda: {note.id: key for key, note in self._live.items()})
        self._all_private = Remembered(self._private.all)
        self._threads = threading.RLock()

    @classmethod
    def open_reader(cls, root: Path) -> Self:
        """Open the store for reading, without a lock; a directory that is not there yet is an empty store.

        What a writer does meanwhile is seen by the next call. StateDamagedError, also if it may not be read.
        """
        return cls(root / "notes")

    @classmethod
    def open_salvaged(cls, root: Path) -> Self:
        """Open what is left of a damaged store, for reading. StateDamagedError, if nothing of it may be."""
        return cls(root / "notes", salvage=True)

    @property
    def is_unsure(self) -> bool:
        """Whether so much is damaged that no note can be said not to be private."""
        return isinstance(self._storage, SalvagedStorage) and self._storage.is_unsure

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def refresh(self) -> bool:
        """For a reader: take in what was written since, as the other methods do; True if anything was."""
        with self._threads:
            return self._storage.refresh()

    @property
    def version(self) -> int:
        """Counts the changes of the whole store, as far as this process has seen them."""
        with self._threads:
            self.refresh()
            return self._storage.version

    def heads(self) -> Sequence[NoteHead]:
        """All notes, the newest meeting first."""
        with self._threads:
            return self._heads.at(self.version)

    def notes(self) -> Iterator[Note]:
        """All notes as people edited them, without transcript and tape (both are empty), each owner under
        the name that lists show.

        For looking through thousands of meetings; in no particular order. Private ones are left out, and one
        that `get` would refuse, with a line in the log.
        """
        with self._threads:
            private, names = self.private(), self._aliases.all()
            public = [
                (note, self._edits.of(note.id)) for note in self._live.values() if note.id not in private
            ]
        for note, edits in public:
            try:
                yield note_as(names, apply_edits(note_of(note.unpack()), edits).note)
            except StateDamagedError as error:
                log.warning("left out: %s", error)

    def items(self) -> Sequence[ItemRow]:
        """Every action item of every note, as people edited it; in no particular order."""
        with self._threads:
            return self._items.at(self.version)

    def stamps(self) -> dict[str, str]:
        """For each note a word that changes with the note and its edits; what was derived before is stale.

        A private note has none: nothing is derived from it for everybody.
        """
        with self._threads:
            private = self.private()
            stamps = self._stamps.at(self._storage.version)
            return {note_id: stamp for note_id, stamp in stamps.items() if note_id not in private}

    def head(self, note_id: str) -> NoteHead:
        """The head of one note, even if its transcript is gone; `note_id` as for `get`. NotFoundError."""
        with self._threads:
            self.refresh()
            note = self._find(note_id)
            return head_of(note, self._edits.of(note.id))

    def get(self, note_id: str) -> Note:
        """The whole note as people edited it; `note_id` as for `made`. NotFoundError, StateDamagedError."""
        return self.edited(note_id).note

    def edited(self, note_id: str) -> Edited:
        """As `get`, with the edits that no longer have a place in the note."""
        made = self.made(note_id)
        return apply_edits(made, self.edits(made.id))

    def made(self, note_id: str) -> Note:
        """The whole note as the engines made it; four or more first characters of its id will do if no other
        begins so.

        NotFoundError, StateDamagedError.
        """
        found: KeptNote | None = None
        for _ in range(_READS):
            with self._threads:
                self.refresh()
                before, found = found, self._find(note_id)
            if found is before:
                break
            try:
                # Without the lock: a slow card keeps nobody from the lists.
                return note_of(found.unpack(), self._parts.read(dict(found.files)))
            except FileNotFoundError as error:
                missing = error.filename
        raise StateDamagedError(
            f"{missing}, part of note {note_id}, is missing; restore it from a backup, or delete the note"
        )

    def edits(self, note_id: str) -> tuple[Edit, ...]:
        """What people changed in a note, in order; empty for a note that is not there."""
        with self._threads:
            self.refresh()
            return self._edits.of(note_id)

    def changes(self, since: datetime) -> list[tuple[str, Edit]]:
        """What people changed in any note after `since`, newest first, each with the note's id."""
        with self._threads:
            self.refresh()
            return self._edits.since(since)

    def aliases(self) -> Mapping[str, str]:
        """Other names of people, each with the one that lists show."""
        with self._threads:
            self.refresh()
            return self._aliases.all()

    def private(self) -> Mapping[str, SealedPin | None]:
        """The notes that only their own PIN opens: id to what is kept of it."""
        with self._threads:
            private = self._all_private.at(self.version)
            if self.is_unsure:
                return {note.id: private.get(note.id) for note in self._live.values()}
            return private

    @property
    def _table(self) -> JournalTable:
        table = self._db.table(TABLE)
        assert isinstance(table, JournalTable)
        return table

    @property
    def _live(self) -> Mapping[str, KeptNote]:
        return cast(Mapping[str, KeptNote], self._table.live)

    def _key(self, note_id: str) -> int | None:
        """Of the note of this id in the table."""
        key = self._keys.at(self._storage.version).get(note_id)
        return None if key is None else int(key)

    def _find(self, note_id: str) -> KeptNote:
        """The note of which the id is, or begins so. NotFoundError."""
        keys = self._keys.at(self._storage.version)
        return self._live[keys[full_id(note_id, keys)]]


def _newest_first(heads: Mapping[str, NoteHead]) -> list[NoteHead]:
    return sorted(heads.values(), key=lambda head: (head.started_at, head.id), reverse=True)
