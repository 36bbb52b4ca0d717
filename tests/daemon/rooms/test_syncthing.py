"""Boxes with a real Syncthing each, in a network without a way out."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daemon.hub.rooms.layout import BACK, NOTES, code, key_of
from daemon.hub.rooms.overview import KnownRoom, overview
from daemon.hub.rooms.status import UnitStatus, read_status
from pipelines.note import Note
from tests.fakes.appliance import wait_for
from tests.fakes.building import Box, own, received, same
from tests.fakes.clock import FakeClock
from tests.fakes.lan import Carrier, Lan, why_not
from tests.fakes.stored import meeting

pytestmark = [pytest.mark.system, pytest.mark.slow, pytest.mark.timeout(900)]


class Real(Box):
    """A box whose folders a real Syncthing carries."""

    def __init__(self, folder: Path, name: str, lan: Lan) -> None:
        super().__init__(folder, name)
        lan.plug(name)
        self.carrier = Carrier(lan, name, self.state)

    def begin(self) -> None:
        self.device = self.carrier.start().device
        self.key = key_of(self.device)

    def end(self) -> None:
        self.carrier.close()
        self.close()

    def status(self) -> UnitStatus:
        status = read_status(self.state)
        assert status is not None
        return status

    def sees(self, room: Real) -> KnownRoom:
        """What its page says of another."""
        found = overview(self.state, datetime.now(UTC))
        assert found is not None
        [known] = [each for each in found.rooms if each.pair.device == room.device]
        return known


@pytest.fixture
def lan() -> Iterator[Lan]:
    if reason := why_not():
        pytest.skip(f"NO REAL SYNCTHING WAS TESTED: {reason}")
    with Lan() as lan:
        yield lan


@pytest.fixture
def started(lan: Lan, tmp_path: Path) -> Iterator[Callable[[str], Real]]:
    """Makes a box of this name, with its unit running."""
    with ExitStack() as stack:

        def start(name: str) -> Real:
            box = Real(tmp_path, name, lan)
            stack.callback(box.end)
            box.begin()
            return box

        yield start


def pair(house: Real, room: Real) -> None:
    house.pair(room, takes=True)
    room.pair(house, gives=True)


def seen(house: Real, *rooms: Real) -> Callable[[], bool]:
    """Whether the house shows what the rooms have, once all have looked."""

    def look() -> bool:
        for box in (house, *rooms):
            box.step()
        found = {key: note for key, note in received(house).items() if key[0] in {room.key for room in rooms}}
        wanted = {(room.key, note_id): note for room in rooms for note_id, note in own(room).items()}
        return found.keys() == wanted.keys() and all(same(found[each], note) for each, note in wanted.items())

    return look


def test_a_house_shows_the_rooms_and_what_is_done_there_reaches_them(
    started: Callable[[str], Real], lan: Lan
) -> None:
    house, blue, green = map(started, ("house", "blue", "green"))
    # Paired as people pair them.
    for room in (blue, green):
        wait_for(lambda: room.device in house.status().near, f"{room.name} is seen")  # noqa: B023  # asked here and now
        house.pair(room, takes=True)
        wait_for(lambda: room.status().asks != (), "the question")  # noqa: B023  # as above
        [asking] = room.status().asks
        assert (code(asking.device), asking.name) == (code(house.device), asking.name)
        room.pair(house, gives=True)
    assert isinstance(green.clock, FakeClock)
    green.clock.wall -= timedelta(days=4000)
    blue.store.save(meeting("monday", word="lease"))
    green.store.save(meeting("monday", word="zeppelin"))
    wait_for(seen(house, blue, green), "both notes in the house")

    # A tick at the house.
    house.tick(f"monday-{blue.key}")
    wait_for(
        lambda: seen(house, blue)() and own(blue)["monday"].action_items[0].status == "done",
        "the tick in the room",
    )

    # A deletion.
    green.delete("monday")
    wait_for(seen(house, green), "the deletion in the house")
    assert {key for key, _ in received(house)} == {blue.key}
    words = [path for path in house.state.rglob("*.json") if b"zeppelin" in path.read_bytes()]
    wait_for(lambda: not any(path.exists() for path in words), "the words gone from the disk of the house")

    # The house is killed while notes come.
    for number in range(20):
        blue.store.save(meeting(f"b{number}", word=f"word{number}"))
    blue.step()
    wait_for(lambda: any(house.layout.came(blue.device).glob("notes/b*.json")), "the first of many")
    house.carrier.kill()
    house.restart()
    house.carrier.start()
    wait_for(seen(house, blue, green), "all notes in the house after it was killed")

    # A partition: both sides go on, and agree afterwards.
    lan.cable("blue", "down")
    blue.title("monday", "Renamed meanwhile")
    house.tick(f"b1-{blue.key}")
    green.store.save(meeting("tuesday", word="yodel"))
    wait_for(seen(house, green), "the other room goes on")
    lan.cable("blue", "up")
    wait_for(
        lambda: seen(house, blue, green)() and own(blue)["b1"].action_items[0].status == "done",
        "agreement",
        240,
    )
    assert {room.device for room in house.status().rooms} == {blue.device, green.device}
    assert all(room.last for room in house.status().rooms)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_lost_room_comes_back_from_two_houses(
    started: Callable[[str], Real], lan: Lan, count: Callable[[int, int], int], figure: Callable[[str], None]
) -> None:
    """Two houses take the same rooms, with a real Syncthing each: one is cut off while meetings come, change
    and go; a room is lost with its disk; both give its meetings back to a new box, first the one that was cut
    off, and the other is killed in the middle of it
    """
    near, far = houses = started("near"), started("far")
    rooms = [started(f"room{number}") for number in range(count(1, 12))]
    lost, *others = rooms
    notes = count(10, 100)
    for room in rooms:
        for number in range(notes):
            room.store.save(meeting(f"m{number}", word=f"word{number}"))
        for house in houses:
            pair(house, room)
    wait_for(lambda: all(seen(house, *rooms)() for house in houses), "all meetings in both houses", 900)

    lan.cable("near", "down")
    for number in range(notes, 2 * notes):
        lost.store.save(meeting(f"m{number}", word=f"word{number}"))
    lost.title("m0", "Renamed since")
    lost.delete("m1")
    wait_for(seen(far, *rooms), "what is new in the other house", 900)
    near.step()
    assert {"m0", "m1"} <= shown_of(lost, near).keys()
    assert shown_of(lost, near)["m0"].title != "Renamed since"
    near.tick(f"m2-{lost.key}")  # never reaches the room

    had = own(lost)
    lost.end()
    shutil.rmtree(lost.state)
    wait_for(lambda: far.sees(lost).state == "off", "that the room is off")
    last = far.sees(lost).last
    assert last is not None
    assert timedelta(0) <= datetime.now(UTC) - last < timedelta(minutes=10)
    left = shown_of(lost, far)
    assert left.keys() == had.keys()
    assert all(same(left[each], note) for each, note in had.items())

    anew = started("anew")
    anew.key = lost.key
    lan.cable("near", "up")
    for house in houses:
        pair(house, anew)
    began_s = time.monotonic()
    near.verbs.replace({"lost": lost.name, "new": anew.name})
    wait_for(lambda: stepped(anew).keys() >= {f"m{number}" for number in range(notes)}, "one house's", 900)
    far.verbs.replace({"lost": lost.name, "new": anew.name})
    given = anew.layout.asked(far.device) / BACK / NOTES
    wait_for(lambda: any(given.glob("m*.json")), "the first of the other house's", 900)
    far.carrier.kill()
    far.restart()
    far.carrier.start()
    wait_for(lambda: stepped(anew).keys() == had.keys(), "all in the new box", 900)
    wait_for(lambda: all(seen(house, anew, *others)() for house in houses), "all in both houses", 900)
    took_s = time.monotonic() - began_s
    back = own(anew)
    assert back.pop("m2").action_items[0].status == "done"
    assert back == {note_id: note for note_id, note in had.items() if note_id != "m2"}
    figure(
        f"{len(rooms)} rooms, {notes * (len(rooms) + 1)} meetings: all {len(had)} of the lost one in the new "
        f"box and in both houses {took_s:.0f} s after the order, what was deleted in none"
    )


def shown_of(room: Real, house: Real) -> dict[str, Note]:
    return {note_id: note for (key, note_id), note in received(house).items() if key == room.key}


def stepped(box: Real) -> dict[str, Note]:
    """What is its own, once it has looked."""
    box.step()
    return own(box)
