"""Other rooms' notes in this room's store: lists, search, actions, digests and answers hold them, too.

Tombstones come before anything else. Of each note the highest revision counts. A file that is gone means
nothing: only a tombstone ends a note.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path

from daemon.base.log import LOGGER
from daemon.hub.rooms.layout import GONE, NOTES, Layout, Pair
from daemon.hub.rooms.orders import Outgoing, RoomOrder, with_orders
from daemon.hub.rooms.publishing import Published, as_kept, gone_in, here, listed, read
from daemon.notes.deletion import delete_notes
from daemon.notes.store import NoteStore
from pipelines.errors import BadInputError
from pipelines.note import Note


class Receiving:
    """Kept up with the folders by the hub's one thread."""

    def __init__(self, state_dir: Path, on_note: Callable[[Note], None]) -> None:
        """`on_note` is called before a note is stored here."""
        self._state_dir = state_dir
        self._layout = Layout(state_dir)
        self._on_note = on_note
        self._begun: set[str] = set()
        """Devices whose orders were put on top of their notes since the start."""
        self._unfit: set[tuple[str, str]] = set()
        """Files that could not be read, said once."""
        self._seen = -1
        self._by_key: dict[str, dict[str, int]] = {}

    def update(self, store: NoteStore, pairs: Collection[Pair], now: datetime, slice_s: float) -> bool:
        """Take in what came, for about `slice_s`; True if there is more. StateWriteError."""
        taking = [pair for pair in pairs if pair.takes]
        self._obey(store, taking, now)
        until = time.monotonic() + slice_s
        for pair in taking:
            outgoing = Outgoing(self._state_dir, pair)
            if pair.device not in self._begun:
                outgoing.sweep()
                self._repeat(store, pair, outgoing.waiting(), now)
                self._begun.add(pair.device)
            if self._take(store, pair, outgoing, until):
                return True
            self._settle(store, pair, outgoing)
        return False

    def _obey(self, store: NoteStore, pairs: Collection[Pair], now: datetime) -> None:
        doomed = []
        for pair in pairs:
            gone = gone_in(self._layout.came(pair.device) / GONE)
            held = self._held(store, pair) if gone else {}
            doomed += [
                here(note_id, pair.key)
                for note_id, revision in gone.items()
                if pair.floor < revision >= held.get(here(note_id, pair.key), revision + 1)
            ]
        if doomed:
            delete_notes(self._state_dir, store, doomed, now)

    def _repeat(self, store: NoteStore, pair: Pair, orders: list[RoomOrder], now: datetime) -> None:
        """Show what was asked, also where a crash came between asking and showing."""
        held = self._held(store, pair)
        for note in dict.fromkeys(order.note for order in orders):
            note_id = here(note, pair.key)
            if note_id not in held:
                continue
            if any(order.do == "delete" and order.note == note for order in orders):
                delete_notes(self._state_dir, store, [note_id], now)
            else:
                store.put_edits(note_id, with_orders(store.edits(note_id), orders, note))

    def _take(self, store: NoteStore, pair: Pair, outgoing: Outgoing, until: float) -> bool:
        newest, gone = self._listed(pair)
        held = self._held(store, pair)
        fresh = [
            each
            for each in newest.values()
            if each.revision > max(held.get(here(each.id, pair.key), 0), gone.get(each.id, 0), pair.floor)
        ]
        if not fresh:
            return False
        orders = outgoing.waiting()
        deleted = {order.note for order in orders if order.do == "delete"}
        for each in fresh:
            if each.id in deleted or (pair.device, each.name) in self._unfit:
                continue
            if time.monotonic() >= until:
                return True
            self._store(store, pair, each, orders)
        return False

    def _store(self, store: NoteStore, pair: Pair, each: Published, orders: list[RoomOrder]) -> None:
        try:
            publication = read(self._layout.came(pair.device) / NOTES, each)
        except FileNotFoundError:
            return  # a newer one has just come
        except (BadInputError, OSError) as error:
            self._unfit.add((pair.device, each.name))
            LOGGER.warning("of the room %s: %s", pair.name, error)
            return
        note = as_kept(publication, each, pair.key)
        self._on_note(note)
        store.receive(note, with_orders(publication.edits, orders, each.id))

    def _settle(self, store: NoteStore, pair: Pair, outgoing: Outgoing) -> None:
        """Orders whose outcome is seen here are done with; what was refused is no longer shown."""
        for order, answer in outgoing.answered():
            note_id = here(order.note, pair.key)
            newest, gone = self._listed(pair)
            seen = max(self._held(store, pair).get(note_id, 0), gone.get(order.note, 0))
            if answer.ok and seen < answer.revision:
                continue
            outgoing.drop(order)
            if not answer.ok:
                LOGGER.warning(
                    "the room %s refused to %s %s: %s", pair.name, order.do, note_id, answer.message
                )
                if order.note in newest and newest[order.note].revision > gone.get(order.note, 0):
                    # The note as the room has it, without the change; or the note again that was not deleted.
                    self._store(store, pair, newest[order.note], outgoing.waiting())

    def _held(self, store: NoteStore, pair: Pair) -> dict[str, int]:
        """Revision of each note of the room, by its id here."""
        if self._seen != (version := store.version):
            self._by_key = {}
            for head in store.heads():
                if head.room:
                    self._by_key.setdefault(head.room.key, {})[head.id] = head.room.revision
            self._seen = version
        return self._by_key.get(pair.key, {})

    def _listed(self, pair: Pair) -> tuple[dict[str, Published], dict[str, int]]:
        folder = self._layout.came(pair.device)
        return listed(folder / NOTES)[0], gone_in(folder / GONE)


def remove_room(state_dir: Path, store: NoteStore, key: str, now: datetime) -> int:
    """Delete all notes of another room here; their number. StateWriteError."""
    ids = [head.id for head in store.heads() if head.room and head.room.key == key]
    if ids:
        delete_notes(state_dir, store, ids, now)
    return len(ids)
