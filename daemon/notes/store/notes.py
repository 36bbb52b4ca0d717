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

import re
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import Any

from daemon.access.pins import SealedPin
from daemon.base.durable import sweep_unfinished
from daemon.base.errors import StateWriteError
from daemon.base.lock import WriterLock
from daemon.notes.store.listed import NoteHead, head_of
from daemon.notes.store.parts import FIELDS, Parts
from daemon.notes.store.reading import StoredNotes
from pipelines.editing import Author, Change, ChangeTags, Edit, edit_of, new_edit, with_tags
from pipelines.errors import BadInputError
from pipelines.note import FromRoom, Note

_GONE = "follow_ups"
"""Table of an earlier version: quotes that would outlive their meetings, since nothing looks into it."""
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")

Sender = Callable[[FromRoom, Edit | str], None]
"""Sends an edit of another room's note, or the id of one to undo, to that room; RoomscribeError."""


class NoteStore(StoredNotes):
    """Open it with `open_writer` or `open_reader`, best in a `with`."""

    def __init__(self, folder: Path, lock: WriterLock | None = None, *, salvage: bool = False) -> None:
        super().__init__(folder, writer=lock is not None, salvage=salvage)
        self._writer_lock = lock
        self.sender: Sender | None = None
        """Is asked before an edit of another room's note is kept here."""

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
            store._parts.sweep({part for note in store._live.values() for part in note.files})
            if _GONE in store._storage.tables:
                store._storage.commit({"drop": [_GONE], "remove": {}, "put": {}})
                store._storage.compact()
            undo.pop_all()
        return store

    def close(self) -> None:
        super().close()
        if self._writer_lock:
            self._writer_lock.close()
            self._writer_lock = None

    @property
    def recovered(self) -> str | None:
        """What a writer dropped at opening because a power cut left it unfinished, for the user; or None."""
        return self._storage.recovered

    def save(self, note: Note) -> bool:
        """Store a note durably; True if it replaced one of the same id. StateWriteError: nothing changed."""
        if not _ID.fullmatch(note.id):
            raise BadInputError(f"note id {note.id!r} is not 1 to 64 of a-z, 0-9 and -, no - first")
        with self._threads:
            key = self._key(note.id)
            old_files = {} if key is None else dict(self._live[str(key)].files)
            files = self._parts.write(note, kept=old_files)
            document = note.model_dump(mode="json", exclude=set(FIELDS)) | {"files": files}

            def put_in_place(fields: MutableMapping[str, Any]) -> None:
                fields.clear()
                fields.update(document)

            try:
                if key is None:
                    self._table.insert(document)
                else:
                    self._table.update(put_in_place, doc_ids=[key])
            except StateWriteError:
                self._parts.discard(files, kept=old_files)
                raise
            self._parts.discard(old_files, kept=files)
            return key is not None

    def receive(self, note: Note, edits: Sequence[Edit]) -> bool:
        """As `save`, for a note of another room, with all that people changed in it."""
        with self._threads:
            # First: who reads the note's revision takes its edits for stored.
            self._edits.put(note.id, edits)
            return self.save(note)

    def put_edits(self, note_id: str, edits: Sequence[Edit]) -> None:
        """Make these the edits of a note. StateWriteError."""
        with self._threads:
            self._edits.put(note_id, edits)

    def edit(self, note_id: str, change: Change, at: datetime, by: Author, name: str | None = None) -> Edit:
        """Put a change onto a note, durably, signed with `name`; it stays when the note is made again.

        NotFoundError; BadInputError for a change that has no place in the note; StateWriteError.
        """
        with self._threads:
            made = self.made(note_id)
            edit = new_edit(change, made, self._edits.of(made.id), at, by, name)
            self._send([made], edit)
            self._edits.add(edit, made.id)
            return edit

    def edit_tags(
        self, note_ids: Iterable[str], change: ChangeTags, at: datetime, by: Author, name: str | None = None
    ) -> Edit | None:
        """Put one change onto all of these notes whose tags it changes; None where it changes none.

        NotFoundError; StateWriteError: nothing changed.
        """
        with self._threads:
            heads = [self.head(note_id) for note_id in dict.fromkeys(note_ids)]
            changed = [head for head in heads if with_tags(head.tags, change.add, change.remove) != head.tags]
            if not changed:
                return None
            edit = edit_of(change, at, by, name)
            self._send(changed, edit)
            self._edits.add(edit, *(head.id for head in changed))
            return edit

    def undo(self, note_id: str, edit_id: str) -> Edit:
        """Take one edit back. NotFoundError, StateWriteError."""
        return self.undo_all([note_id], edit_id)

    def undo_all(self, note_ids: Sequence[str], edit_id: str) -> Edit:
        """Take back what was done to all of these notes at once. NotFoundError, StateWriteError."""
        with self._threads:
            keys = {note_id: self._key(note_id) for note_id in note_ids}
            has_it = [
                self._live[str(key)].head
                for note_id, key in keys.items()
                if key is not None and any(edit.id == edit_id for edit in self._edits.of(note_id))
            ]
            self._send(has_it, edit_id)
            return self._edits.take_out(edit_id, *note_ids)

    def _send(self, notes: Iterable[Note | NoteHead], edit: Edit | str) -> None:
        """Tell the rooms that these notes belong to, before anything is kept here: what nobody could send is
        not shown as changed."""
        for room in [note.room for note in notes if note.room]:
            if self.sender is None:
                raise BadInputError(f"this meeting belongs to the room {room.name}; change it there")
            self.sender(room, edit)

    def make_private(self, note_id: str, sealed: SealedPin) -> None:
        """NotFoundError, StateWriteError."""
        with self._threads:
            self._private.put(self._find(note_id).id, sealed)

    def make_public(self, note_id: str) -> None:
        """StateWriteError."""
        with self._threads:
            self._private.remove(note_id)

    def join_names(self, alias: str, name: str) -> None:
        """Have lists show `alias` as `name`. StateWriteError."""
        with self._threads:
            self._aliases.join(alias, name)

    def part_names(self, alias: str) -> None:
        """NotFoundError, StateWriteError."""
        with self._threads:
            self._aliases.part(alias)

    def delete(self, note_id: str) -> NoteHead:
        """As `delete_all`."""
        return self.delete_all([note_id])[0]

    def delete_all(self, note_ids: Iterable[str]) -> list[NoteHead]:
        """Remove notes, and their words from every file of the store; each id as for `get`.

        NotFoundError, before anything is removed. StateWriteError: a note is whole, or it is gone and the
        message says that words are left; the next change or start removes them.
        """
        with self._threads:
            notes = list({note.id: note for note in map(self._find, note_ids)}.values())
            heads = [head_of(note, self._edits.of(note.id)) for note in notes]
            gone = []
            try:
                try:
                    for note in notes:
                        key = self._key(note.id)
                        assert key is not None
                        self._edits.remove(note.id)
                        self._private.remove(note.id)
                        self._table.remove(doc_ids=[key])
                        gone.append(note.id)
                        # Files first: on a full disk the space they free lets the journal be written anew.
                        self._parts.remove(dict(note.files))
                finally:
                    if gone:
                        self._storage.compact()
            except StateWriteError as error:
                if not gone:
                    raise
                raise StateWriteError(
                    f"note {', '.join(gone)} is deleted, but words are left: {error}"
                ) from error
            return heads

    def compact(self) -> tuple[int, int]:
        """Write the journal anew without what was replaced; its bytes before and after. StateWriteError: as
        it was. For the writer."""
        with self._threads:
            before = self._storage.size
            self._storage.compact()
            return before, self._storage.size
