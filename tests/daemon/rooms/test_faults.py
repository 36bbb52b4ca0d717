"""Many rooms and one house while files come late, in any order or not at all, and boxes die at any step."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from daemon.access import seal
from daemon.hub.rooms.layout import GONE
from daemon.hub.rooms.publishing import gone_in
from pipelines.note import Note
from tests.fakes.building import Box, carry, closing, expected, house_of, own, received, same, settle
from tests.fakes.clock import FakeClock
from tests.fakes.hub_room import Dead, killed_after
from tests.fakes.stored import meeting

FAULTS = ("late", "late", "late", "kill room", "kill house", "kill house", "clock", "partition", "restart")


class Building:
    """What people do in it, what goes wrong, and what may never be seen."""

    def __init__(self, folder: Path, rooms: int, chance: random.Random) -> None:
        self.chance = chance
        self.rooms = {box.key: box for box in (Box(folder, f"room{n}") for n in range(rooms))}
        self.house = house_of(folder, *self.rooms.values())
        self.cut_off: set[str] = set()
        self.ticked: dict[tuple[str, str], str] = {}
        """The last edit that the house was told to make, by room and note; undone ones are not here."""
        self.written = 0

    def people(self) -> None:
        """One thing that somebody does, in a room or in the house."""
        room = self.chance.choice(list(self.rooms.values()))
        notes = sorted(own(room))
        what = self.chance.choice(
            ("new", "new", "new", "edit", "tick", "tick", "undo", "delete", "house deletes")
        )
        if what == "new":
            self.written += 1
            room.store.save(meeting(f"m{self.written}", word=f"word{self.written}", hours=self.written))
        elif what == "edit" and notes:
            room.title(self.chance.choice(notes), f"Title {self.chance.random()}")
        elif what == "delete" and notes:
            note = self.chance.choice(notes)
            if self.chance.random() < 0.3:
                room.store.make_private(note, seal("12345678", room.clock.now()))
                if self.chance.random() < 0.5:
                    room.step()
                    room.store.make_public(note)
            else:
                room.delete(note)
        elif shown := sorted(received(self.house)):
            key, note = self.chance.choice(shown)
            here = f"{note}-{key}"
            if what == "house deletes":
                self.house.delete(here)
                self.ticked.pop((key, note), None)
            elif what == "undo" and (key, note) in self.ticked:
                self.house.store.undo(here, self.ticked.pop((key, note)))
            elif what == "tick":
                self.ticked.setdefault((key, note), self.house.tick(here))

    def fault(self) -> None:
        what = self.chance.choice(FAULTS)
        room = self.chance.choice(list(self.rooms.values()))
        if what == "late":
            self.step(room, None)
            if room.key not in self.cut_off:
                carry(room, self.house, self.chance, most=self.chance.randint(0, 3))
            self.step(self.house, None)
        elif what == "kill room":
            self.step(room, self.chance.randint(0, 8))
        elif what == "kill house":
            carry(room, self.house, self.chance, most=self.chance.randint(1, 9))
            self.step(self.house, self.chance.randint(0, 25))
        elif what == "clock":
            assert isinstance(room.clock, FakeClock)
            room.clock.wall += timedelta(days=self.chance.uniform(-4000, 4000))
        elif what == "partition":
            self.cut_off ^= {room.key}
        else:
            self.house.restart()
            room.restart()
        self.look()

    def step(self, box: Box, dies_after: int | None) -> None:
        try:
            with killed_after(dies_after):
                box.step()
        except Dead:
            with killed_after(None):
                box.restart()

    def look(self) -> None:
        """In the house, whatever has arrived: nothing twice (`received`), nothing after its deletion."""
        self.step(self.house, None)
        for key, note_id in received(self.house):
            gone = gone_in(self.house.layout.came(self.rooms[key].device) / GONE)
            head = self.house.store.head(f"{note_id}-{key}")
            assert head.room
            assert head.room.revision > gone.get(note_id, 0), f"{note_id} was deleted"

    def heal(self) -> None:
        settle(*((room, self.house) for room in self.rooms.values()))
        wanted, found = expected(self.rooms), received(self.house)
        assert found.keys() == wanted.keys()
        assert all(same(found[each], note) for each, note in wanted.items())
        for (key, note_id), edit in self.ticked.items():
            room = self.rooms[key]
            if note_id in own(room):
                assert edit in {each.id for each in room.store.edits(note_id)}, (
                    f"a tick of {note_id} was lost"
                )
        assert all(
            not list(self.house.layout.to(room.device).glob("orders/*.json")) for room in self.rooms.values()
        )


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_nothing_is_lost_shown_twice_or_shown_after_its_deletion(
    tmp_path: Path,
    count: Callable[[int, int], int],
    figure: Callable[[str], None],
    chance: random.Random,
) -> None:
    """Rooms whose files come late, in any order or never, whose clocks jump, and that are killed, like the
    house that shows their meetings, at any durable step; people write, change, tick and delete all the while
    """
    rooms, faults = count(6, 50), count(120, 1000)
    with ExitStack() as stack:
        stack.enter_context(killed_after(None))
        building = Building(tmp_path, rooms, chance)
        stack.enter_context(closing(building.house, *building.rooms.values()))
        for number in range(faults):
            for _ in range(chance.randint(0, 3)):
                building.people()
            building.fault()
            if number % 100 == 99:
                building.heal()
        building.heal()
        shown = len(received(building.house))
    figure(
        f"{faults} faults over {rooms} rooms, {building.written} meetings: {shown} shown at the end as in "
        "their rooms, none lost, shown twice or shown after its deletion"
    )


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_of_what_two_houses_know_of_a_lost_room_the_newest_comes_back(
    tmp_path: Path,
    count: Callable[[int, int], int],
    figure: Callable[[str], None],
    chance: random.Random,
) -> None:
    """A room whose files reach two houses late, in any order or never, is lost; both give its notes back to a
    new box, in any order
    """
    losses, back = count(10, 100), 0
    for number in range(losses):
        folder = tmp_path / str(number)
        folder.mkdir()
        room, new = Box(folder, "room"), Box(folder, "new")
        houses = [house_of(folder, room, name=name) for name in ("house", "other")]
        with closing(room, new, *houses):
            for written in range(12):
                _write(room, chance, f"m{written}")
                room.step()
                for house in houses:
                    carry(room, house, chance, most=chance.randint(0, 4))
            for house in houses:
                house.step()
            wanted = _newest(room, houses)
            chance.shuffle(houses)
            for house in houses:
                house.pair(new, takes=True)
                new.pair(house, gives=True)
                house.verbs.replace({"lost": "room", "new": "new"})
                for _ in range(chance.randint(0, 6)):
                    carry(new, house, chance, most=chance.randint(0, 4))
                    chance.choice((new, house)).step()
            settle(*((new, house) for house in houses))
            assert own(new).keys() == wanted.keys()
            assert all(same(own(new)[each], note) for each, note in wanted.items())
            for house in houses:
                shown = {note_id: note for (_, note_id), note in received(house).items()}
                assert shown.keys() == wanted.keys()
                assert all(same(shown[each], note) for each, note in wanted.items())
            back += len(wanted)
    figure(f"{losses} lost rooms: {back} notes, all in the new box and in both houses as the newest was")


def _write(room: Box, chance: random.Random, new: str) -> None:
    notes = sorted(own(room))
    what = chance.choice(("new", "edit", "delete", "private")) if notes else "new"
    note = chance.choice(notes or [new])
    if what == "new":
        room.store.save(meeting(new))
    elif what == "edit":
        room.title(note, f"Title {chance.random()}")
    elif what == "delete":
        room.delete(note)
    else:
        room.store.make_private(note, seal("12345678", room.clock.now()))
        room.step()
        room.store.make_public(note)


def _newest(room: Box, houses: list[Box]) -> dict[str, Note]:
    """Of each note of the room what the house shows that has the highest revision; none of which one knows a
    later end."""
    found: dict[str, tuple[int, Note]] = {}
    for house in houses:
        for note in received(house).values():
            assert note.room
            if note.room.revision > found.get(note.room.note, (0, note))[0]:
                found[note.room.note] = note.room.revision, note
    ends = [gone_in(house.layout.came(room.device) / GONE) for house in houses]
    return {
        each: note
        for each, (revision, note) in found.items()
        if revision > max(end.get(each, 0) for end in ends)
    }
