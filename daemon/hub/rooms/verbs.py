"""Orders about other rooms: to pair with one, to part, and what is changed here in one's notes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from daemon.base.clock import Clock
from daemon.base.control import Reply, Verb
from daemon.base.durable import remove_tree
from daemon.base.errors import NotFoundError
from daemon.hub.rooms.layout import (
    OUT,
    TO,
    Layout,
    Pair,
    checked,
    code,
    key_of,
    make_shared,
    read_pairs,
    room_name,
    write_pairs,
)
from daemon.hub.rooms.orders import sender_to
from daemon.hub.rooms.receiving import remove_room
from daemon.hub.rooms.returning import give_back
from daemon.notes.store import NoteStore
from pipelines.editing import Edit
from pipelines.errors import BadInputError
from pipelines.note import FromRoom


class RoomVerbs:
    """On the hub's own store."""

    def __init__(self, state_dir: Path, store: NoteStore, clock: Clock) -> None:
        self._state_dir = state_dir
        self._store = store
        self._clock = clock

    def table(self) -> dict[str, Verb]:
        return {
            "rooms pair": self.pair,
            "rooms refuse": self.refuse,
            "rooms remove": self.remove,
            "rooms replace": self.replace,
        }

    def pair(self, arguments: Mapping[str, Any]) -> Reply:
        """Yes to another room; again to change what goes which way."""
        device = checked(str(arguments["device"]))
        pairs = read_pairs(self._state_dir)
        known = next((pair for pair in pairs.pairs if pair.device == device), None)
        name = room_name(str(arguments.get("name") or "")) or code(device)
        takes, gives = bool(arguments.get("takes")), bool(arguments.get("gives"))
        if not takes and not gives:
            raise BadInputError("say whose meetings are to be shown where")
        key, floor = (known.key, known.floor) if known else (key_of(device), 0)
        # Before Syncthing hears of the pair: of a folder that is not there it would tell as a fault.
        if takes:
            make_shared(Layout(self._state_dir).to(device), TO)
        if gives:
            make_shared(Layout(self._state_dir).out, OUT)
        pair = Pair(device=device, name=name, key=key, floor=floor, takes=takes, gives=gives)
        write_pairs(self._state_dir, pairs.with_pair(pair))
        return Reply(f"paired with {name} ({code(device)}); it has to say yes, too")

    def refuse(self, arguments: Mapping[str, Any]) -> Reply:
        device = checked(str(arguments["device"]))
        write_pairs(self._state_dir, read_pairs(self._state_dir).without(device, refused=True))
        return Reply(f"{code(device)} will not be asked about again")

    def remove(self, arguments: Mapping[str, Any]) -> Reply:
        """Part from a room; its meetings stay here unless `notes` says that they go."""
        pairs = read_pairs(self._state_dir)
        pair = pairs.of(str(arguments["room"]))
        write_pairs(self._state_dir, pairs.without(pair.device))
        remove_tree(Layout(self._state_dir).to(pair.device))
        count = 0
        if arguments.get("notes"):
            count = remove_room(self._state_dir, self._store, pair.key, self._clock.now())
        return Reply(
            f"parted from {pair.name}" + (f", and deleted {count} of its meetings here" if count else "")
        )

    def replace(self, arguments: Mapping[str, Any]) -> Reply:
        """Give the meetings of a lost box back to the one that takes its place."""
        pairs = read_pairs(self._state_dir)
        lost, new = pairs.of(str(arguments["lost"])), pairs.of(str(arguments["new"]))
        if lost == new or not (lost.takes and new.takes):
            raise BadInputError("name two rooms whose meetings are shown here: the lost one, and the new one")
        floor = give_back(self._state_dir, self._store, lost, new.device)
        # What the new box has shown so far comes again, under the lost one's key.
        remove_room(self._state_dir, self._store, new.key, self._clock.now())
        after = new.model_copy(update={"key": lost.key, "floor": floor})
        write_pairs(self._state_dir, pairs.without(lost.device).with_pair(after))
        remove_tree(Layout(self._state_dir).to(lost.device))
        return Reply(f"{new.name} gets the meetings of {lost.name} back")

    def send(self, room: FromRoom, edit: Edit | str) -> None:
        """See `NoteStore.sender`."""
        pairs = read_pairs(self._state_dir).pairs
        sender_to(self._state_dir, pairs, room.key, room.name).give(room.note, edit)

    def ask_to_delete(self, note_ids: Collection[str]) -> None:
        """Before notes go here, have the rooms that they belong to delete them. StateWriteError."""
        wanted = [head.room for head in self._store.heads() if head.room and head.id in set(note_ids)]
        pairs = read_pairs(self._state_dir).pairs if wanted else ()
        for room in wanted:
            with suppress(NotFoundError):  # of a room that is gone, only what is here can be deleted
                sender_to(self._state_dir, pairs, room.key, room.name).give(room.note, None)
