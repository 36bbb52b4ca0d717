"""The rooms of a building on their pages: paired by people, with a real Syncthing between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from daemon.hub.rooms.layout import code
from daemon.notes.digests import DigestStore
from pipelines.digest import Period, make_digest
from tests.fakes.appliance import wait_for
from tests.fakes.hub_page import BERLIN, HubPage, hub_page
from tests.fakes.lan import Carrier, Lan, why_not
from tests.fakes.serving import answering
from tests.fakes.stored import START, meeting
from web.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.system, pytest.mark.slow, pytest.mark.timeout(900)]

PATIENCE_MS = 120_000
"""Two pages, two hubs and two Syncthings share the machine."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}


class Box:
    """A room's page, and what carries its meetings."""

    def __init__(self, folder: Path, name: str, lan: Lan, stack: ExitStack) -> None:
        state = folder / name
        lan.plug(name)
        self.carrier = Carrier(lan, name, state)
        stack.callback(self.carrier.close)
        self.hub: HubPage = stack.enter_context(hub_page(state, configured={"rooms": {"name": name}}))
        self.code = code(self.carrier.start().device)
        self.url = stack.enter_context(answering(Server(self.hub.app, "127.0.0.1", 0))).url


@pytest.fixture
def boxes(tmp_path: Path) -> Iterator[tuple[Box, Box]]:
    if reason := why_not():
        pytest.skip(f"NO REAL SYNCTHING WAS TESTED: {reason}")
    with ExitStack() as stack:
        lan = stack.enter_context(Lan())
        yield Box(tmp_path, "House", lan, stack), Box(tmp_path, "Blue", lan, stack)


def seen(page: Page, box: Box, path: str, *wanted: str) -> Page:
    """The page, loaded again until all of this stands on it."""

    def look() -> bool:
        page.goto(box.url + path)
        text = page.inner_text("main")
        return all(each in text for each in wanted)

    wait_for(look, f"{wanted} on {path} of {box.url}")
    return page


def row(page: Page, of: Box) -> Locator:
    return page.locator("ul.rows > li", has_text=of.code)


def test_a_house_shows_a_room_and_what_is_ticked_there_reaches_it(
    boxes: tuple[Box, Box], watched: Callable[..., Page]
) -> None:
    house, blue = boxes
    blue.hub.store.save(meeting("monday", word="lease"))
    house_page, blue_page = watched(house.url, **PHONE), watched(blue.url, **PHONE)
    for each in (house_page, blue_page):
        each.set_default_timeout(PATIENCE_MS)

    # Two people, each before the page of a room, compare codes and say yes.
    seen(house_page, house, "/system/rooms", f"This room’s code: {house.code}", blue.code)
    seen(blue_page, blue, "/system/rooms", f"This room’s code: {blue.code}", house.code)
    row(house_page, blue).get_by_role("button", name="Yes, show its meetings here").click()
    expect(row(house_page, blue)).to_contain_text("waits for the yes there")
    seen(blue_page, blue, "/system/rooms", "Rooms that ask", "House")
    row(blue_page, house).get_by_role("button", name="Yes, show this room’s meetings there").click()
    seen(house_page, house, "/system/rooms", "connected", "its meetings are shown here")
    seen(blue_page, blue, "/system/rooms", "connected", "this room’s meetings are shown there")

    # All lists of the house hold the room's meeting.
    seen(house_page, house, "/", "Blue", "Moving to the new office")
    seen(house_page, house, "/search?q=lease", "Moving to the new office")
    seen(house_page, house, "/actions", "Send the lease")
    day = START.astimezone(BERLIN).date()
    digest = make_digest(
        house.hub.store.notes(), Period.day(day), timezone=BERLIN, due_days=7, slipped_days=14
    )
    DigestStore(house.hub.state).put(digest)
    seen(house_page, house, f"/digests/{day}", "Send the lease")
    seen(house_page, house, "/system/rooms", "Blue")

    # A tick, while the room is off.
    blue.carrier.kill()
    seen(house_page, house, "/system/rooms", "off, last seen")
    seen(house_page, house, "/actions")
    house_page.get_by_role("button", name="Done: Send the lease").click()
    expect(house_page.get_by_role("button", name="Reopen: Send the lease")).to_be_visible()
    [head] = house.hub.store.heads()
    seen(house_page, house, f"/meetings/{head.id}", "Changes that wait for the room Blue: 1.")
    blue.carrier.start()
    wait_for(lambda: blue.hub.store.get("monday").action_items[0].status == "done", "the tick in the room")
    seen(blue_page, blue, "/actions")
    expect(blue_page.get_by_role("button", name="Reopen: Send the lease")).to_be_visible()
    wait_for(lambda: "Changes that wait" not in house.hub.get(f"/meetings/{head.id}"), "nothing waits")
