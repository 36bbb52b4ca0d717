"""This room's notes for other rooms: what is public here is a file there, what goes leaves a tombstone.

    rooms/out/notes/ID.REVISION.STAMP.json
    rooms/out/gone/ID.REVISION.json           the note is deleted or private, as of this revision

The folder itself says what it holds. A tombstone is written before the note's file is removed, and stays.
Only what was deleted or made private leaves one: a store that was put back from an old backup empties
nobody's lists.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from daemon.base.durable import remove_durably, sweep_unfinished, write_durably
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.hub.rooms.layout import GONE, NOTES, OUT, Layout, make_shared
from daemon.hub.rooms.publication import Published, gone_in, gone_name, listed, stamp_of, written
from daemon.notes.deletion import read_deletions
from daemon.notes.store import NoteStore


class Publishing:
    """Kept up with the store by the hub's one thread."""

    def __init__(self, state_dir: Path, name: str, floor: Callable[[], int]) -> None:
        """`floor`: revisions up to this were given by a lost box in whose place this one is."""
        self._state_dir = state_dir
        self._out = Layout(state_dir).out
        self._name = name
        self._floor = floor
        self._held: dict[str, Published] | None = None
        self._gone: dict[str, int] = {}
        self._last = 0
        """The highest revision there is."""
        self._had: set[str] = set()
        self._seen: tuple[int, int] | None = None

    def update(self, store: NoteStore, slice_s: float) -> bool:
        """Write and remove what changed, for about `slice_s`; True if there is more. StateWriteError."""
        held = self._look()
        seen = (store.version, self._floor())
        if self._seen == seen:
            return False
        stamps = self._stamps(store)
        ended = {*self._had, *store.private(), *read_deletions(self._state_dir).notes} - stamps.keys()
        for note_id in ended & held.keys():
            self._end(note_id)
        self._had = set(stamps)
        until = time.monotonic() + slice_s
        for note_id in stamps:
            if self._put(note_id, stamps, store) and time.monotonic() >= until:
                return True
        self._seen = seen
        return False

    def publish(self, note_id: str, store: NoteStore) -> int:
        """Bring one note up to date now; its revision, or that of its tombstone (0: it was never shown)."""
        self._look()
        if note_id in (stamps := self._stamps(store)):
            self._put(note_id, stamps, store)
        else:
            self._end(note_id)
        return self.revision(note_id)

    def revision(self, note_id: str) -> int:
        """Of what is shown of a note, its tombstone included; 0 if it was never shown."""
        held = self._look().get(note_id)
        return max(self._gone.get(note_id, 0), held.revision if held else 0)

    def end(self, note_id: str) -> None:
        """Have everybody forget a note, also one that was not shown by this box. StateWriteError."""
        self._look()
        self._end(note_id, always=True)

    def is_gone(self, note_id: str) -> bool:
        return note_id not in self._look() and note_id in self._gone

    def _stamps(self, store: NoteStore) -> dict[str, str]:
        stamps = store.stamps()
        own = {head.id: head.continues for head in store.heads() if head.room is None and head.id in stamps}
        return {
            each: stamp_of(stamps[each] + (" alone" if part and part not in own else ""), self._name)
            for each, part in own.items()
        }

    def _look(self) -> dict[str, Published]:
        if self._held is None:
            make_shared(self._out, OUT)
            for part in OUT:
                sweep_unfinished(self._out / part)
            held, old = listed(self._out / NOTES)
            self._gone = gone_in(self._out / GONE)
            old += [each for each in held.values() if each.revision <= self._gone.get(each.id, 0)]
            self._last = max([*(each.revision for each in held.values()), *self._gone.values()], default=0)
            for each in old:
                remove_durably(self._out / NOTES / each.name)
            self._held = {key: each for key, each in held.items() if each not in old}
        return self._held

    def _next(self) -> int:
        return max(self._last, self._floor()) + 1

    def _put(self, note_id: str, stamps: dict[str, str], store: NoteStore) -> bool:
        """Whether anything had to be written. A part that is not shown is not named either."""
        held = self._look()
        before, stamp = held.get(note_id), stamps[note_id]
        if before and before.stamp == stamp and before.revision > self._floor():
            return False
        try:
            note = store.made(note_id)
        except (NotFoundError, StateDamagedError):
            return False  # the log says it where the index is made
        if note.continues not in stamps:
            note = note.model_copy(update={"continues": None})
        after = Published(note_id, self._next(), stamp)
        write_durably(self._out / NOTES / after.name, written(note, store.edits(note_id), self._name))
        self._last = after.revision
        held[note_id] = after
        if before:
            remove_durably(self._out / NOTES / before.name)
        return True

    def _end(self, note_id: str, *, always: bool = False) -> None:
        held = self._look()
        before = held.get(note_id)
        if before or (always and self._gone.get(note_id, 0) <= self._floor()):
            revision = self._next()
            write_durably(self._out / GONE / gone_name(note_id, revision), b"")
            self._gone[note_id] = self._last = revision
        if before:
            del held[note_id]
            remove_durably(self._out / NOTES / before.name)
