"""Rooms of one building without Syncthing: what it does to their folders is done here, file by file."""

from __future__ import annotations

import random
import shutil
from base64 import b32encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from daemon.base.clock import Clock
from daemon.hub.rooms.exchange import Exchange
from daemon.hub.rooms.layout import BACK, GONE, NOTES, ORDERS, OUT, Layout, key_of
from daemon.hub.rooms.verbs import RoomVerbs
from daemon.notes.deletion import delete_notes, read_deletions
from daemon.notes.store import NoteStore
from pipelines.editing import ChangeItem, ItemFields, SetTitle
from pipelines.note import Note
from tests.fakes.clock import FakeClock

_BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
DONE = ChangeItem(kind="action", item="a1", fields=ItemFields(status="done"))


def device(name: str) -> str:
    """An id as Syncthing makes it of a certificate: each 13 characters have one more, which shows a slip."""
    text = b32encode(sha256(name.encode()).digest()).decode().rstrip("=")
    text = "".join(part + _check(part) for part in (text[at : at + 13] for at in range(0, 52, 13)))
    return "-".join(text[at : at + 7] for at in range(0, 56, 7))


def _check(part: str) -> str:
    values = [_BASE32.index(char) * (1 + at % 2) for at, char in enumerate(part)]
    return _BASE32[-sum(value // 32 + value % 32 for value in values) % 32]


class Box:
    """A machine of one room, between two starts of its hub or while it runs."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.device = device(f"{folder.name} {name}")
        self.key = key_of(self.device)
        self.state = folder / f"{name}-{self.key}"
        self.layout = Layout(self.state)
        self.clock: Clock = FakeClock()
        self.open()

    def open(self) -> None:
        self.store = NoteStore.open_writer(self.state)
        self.exchange = Exchange(self.state, self.name, self.clock, lambda note: None)
        self.verbs = RoomVerbs(self.state, self.store, self.clock)
        self.store.sender = self.verbs.send

    def close(self) -> None:
        self.store.close()

    def restart(self) -> None:
        self.close()
        self.open()

    def step(self) -> None:
        for _ in range(10_000):
            if not self.exchange.update(self.store, slice_s=10.0):
                return
        raise AssertionError("there is always more to do")

    def pair(self, other: Box, *, takes: bool = False, gives: bool = False) -> None:
        arguments = {"device": other.device, "name": other.name, "takes": takes, "gives": gives}
        self.verbs.pair(arguments)

    def delete(self, note_id: str) -> None:
        self.verbs.ask_to_delete([note_id])
        delete_notes(self.state, self.store, [note_id], self.clock.now())

    def tick(self, note_id: str) -> str:
        return self.store.edit(note_id, DONE, self.clock.now(), "member").id

    def title(self, note_id: str, text: str) -> None:
        self.store.edit(note_id, SetTitle(text=text), self.clock.now(), "member")

    def shown(self) -> dict[str, Note]:
        """What everybody sees here of all rooms: the note as edited, by its id."""
        hidden = self.store.private()
        return {head.id: self.store.get(head.id) for head in self.store.heads() if head.id not in hidden}

    def was_deleted(self, note_id: str) -> bool:
        return note_id in read_deletions(self.state).notes


def house_of(folder: Path, *rooms: Box, name: str = "house") -> Box:
    """A box that shows the meetings of these, which are paired with it."""
    house = Box(folder, name)
    for room in rooms:
        house.pair(room, takes=True)
        room.pair(house, gives=True)
    return house


def folders(room: Box, house: Box) -> Iterator[tuple[Path, Path]]:
    """From where to where files go between a room and a house."""
    for part in OUT:
        yield room.layout.out / part, house.layout.came(room.device) / part
    for part in (ORDERS, f"{BACK}/{NOTES}", f"{BACK}/{GONE}", BACK):
        yield house.layout.to(room.device) / part, room.layout.asked(house.device) / part


def carry(room: Box, house: Box, chance: random.Random | None = None, most: int = 10**6) -> int:
    """Bring both sides' folders up to date in any order, or only so many files; how many there were."""
    work = [each for source, target in folders(room, house) for each in _differences(source, target)]
    if chance:
        chance.shuffle(work)
    for source, target in work[:most]:
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target.with_name("~syncthing~part.tmp"))
            target.with_name("~syncthing~part.tmp").rename(target)
        else:
            target.unlink(missing_ok=True)
    return len(work)


def settle(*pairs: tuple[Box, Box]) -> None:
    """Until nothing moves any more."""
    for _ in range(20):
        for box in dict.fromkeys(box for pair in pairs for box in pair):
            box.step()
        if not sum([carry(*pair) for pair in pairs]):
            return
    raise AssertionError("it never ends")


def expected(rooms: Mapping[str, Box]) -> dict[tuple[str, str], Note]:
    """What a house has to show: each room's public notes, by key and id."""
    return {(key, note_id): note for key, room in rooms.items() for note_id, note in own(room).items()}


def own(box: Box) -> dict[str, Note]:
    return {note_id: note for note_id, note in box.shown().items() if note.room is None}


def received(house: Box) -> dict[tuple[str, str], Note]:
    found = {}
    for note in house.shown().values():
        if note.room:
            assert (note.room.key, note.room.note) not in found, "shown twice"
            found[note.room.key, note.room.note] = note
    return found


def same(one: Note, other: Note) -> bool:
    """Whether both say the same."""
    return without_room(one) == without_room(other)


def without_room(note: Note) -> Note:
    return note.model_copy(update={"id": "", "continues": None, "room": None, "tape": (), "draft": None})


@contextmanager
def closing(*boxes: Box) -> Iterator[None]:
    try:
        yield
    finally:
        for box in boxes:
            box.close()


def _differences(source: Path, target: Path) -> list[tuple[Path, Path]]:
    there = {path.name for path in source.glob("*.json") if not path.name.startswith(".")}
    here = {path.name for path in target.glob("*.json")}
    return [(source / name, target / name) for name in sorted(there ^ here)]
