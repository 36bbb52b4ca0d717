"""Three boxes with a real Syncthing each, in a network without a way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from daemon.rooms.pairing import code, key_of
from daemon.rooms.status import UnitStatus, read_status
from tests.fakes.appliance import wait_for
from tests.fakes.building import Box, closing, own, received, same
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

    def status(self) -> UnitStatus:
        status = read_status(self.state)
        assert status is not None
        return status


@pytest.fixture
def lan() -> Iterator[Lan]:
    if reason := why_not():
        pytest.skip(f"NO REAL SYNCTHING WAS TESTED: {reason}")
    with Lan() as lan:
        yield lan


@pytest.fixture
def boxes(lan: Lan, tmp_path: Path) -> Iterator[tuple[Real, Real, Real]]:
    """A house and two rooms, paired as people pair them."""
    made: list[Real] = []
    try:
        for name in ("house", "blue", "green"):
            made.append(Real(tmp_path, name, lan))
            made[-1].begin()
        house, *rooms = made
        for room in rooms:
            wait_for(lambda: room.device in house.status().near, f"{room.name} is seen")  # noqa: B023  # asked here and now
            house.pair(room, takes=True)
            wait_for(lambda: room.status().asks != (), "the question")  # noqa: B023  # as above
            [asking] = room.status().asks
            assert (code(asking.device), asking.name) == (code(house.device), asking.name)
            room.pair(house, gives=True)
        with closing(*made):
            yield house, rooms[0], rooms[1]  # type: ignore[misc]
    finally:
        for box in made:
            box.carrier.close()


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
    boxes: tuple[Real, Real, Real], lan: Lan
) -> None:
    house, blue, green = boxes
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
