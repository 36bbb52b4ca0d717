"""Other rooms on the page: what its buttons do to the rooms that are paired."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daemon.hub.rooms.layout import code, read_pairs
from daemon.hub.rooms.status import UnitStatus, write_status
from tests.fakes.building import Box, closing, house_of, own, received, settle
from tests.fakes.room_page import NOW, RoomPage
from tests.fakes.stored import meeting


@pytest.fixture
def blue(tmp_path: Path) -> Box:
    box = Box(tmp_path, "Blue")
    box.store.save(meeting("monday"))
    return box


@pytest.fixture
def new(tmp_path: Path) -> Box:
    return Box(tmp_path, "Blue 2")


@pytest.fixture
def house(tmp_path: Path, blue: Box, new: Box) -> Iterator[Box]:
    house = house_of(tmp_path, blue, new)
    with closing(blue, new, house):
        settle((blue, house), (new, house))
        house.layout.unit.mkdir(parents=True, exist_ok=True)
        write_status(house.state, UnitStatus(at=NOW, device=house.device))
        yield house


@pytest.fixture
def page(house: Box) -> Iterator[RoomPage]:
    """Of the house, with its own orders behind it."""

    def answer(do: str, arguments: dict[str, Any]) -> Any:
        house.verbs.table()[do](arguments)
        return {}

    page = RoomPage(house.state)
    with page.hub(answer):
        yield page


def press(page: RoomPage, do: str, room: Box, **fields: str) -> int:
    data = {"do": do, "code": code(room.device), **fields}
    answered: int = page.send("POST", "/system/rooms", data).status_code
    return answered


def test_give_back_gives_the_new_box_the_lost_ones_meetings(
    page: RoomPage, house: Box, blue: Box, new: Box
) -> None:
    text = page.get("/system/rooms").text
    assert 'name="do" value="replace">Give back</button>' in text
    assert f'<option value="{code(new.device)}">Blue 2</option>' in text
    assert press(page, "replace", blue, new=code(new.device)) == 303
    settle((new, house))
    assert own(new) == own(blue)
    shown = page.get("/system/rooms").text
    assert code(blue.device) not in shown
    assert code(new.device) in shown


def test_nothing_is_given_back_to_a_room_that_nobody_knows(page: RoomPage, house: Box, blue: Box) -> None:
    before = read_pairs(house.state)
    assert press(page, "replace", blue, new="AAAAAAA") == 400
    assert read_pairs(house.state) == before


def test_part_ends_the_pair_and_keeps_the_meetings(page: RoomPage, house: Box, blue: Box, new: Box) -> None:
    assert 'value="remove" aria-label="Part from Blue">Part</button>' in page.get("/system/rooms").text
    assert press(page, "remove", blue) == 303
    shown = page.get("/system/rooms").text
    assert code(blue.device) not in shown
    assert code(new.device) in shown
    house.step()
    assert (blue.key, "monday") in received(house)
