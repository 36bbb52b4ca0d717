"""The calendar that needs no PIN: made once, shown once, taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import date
from pathlib import Path

import pytest
from icalendar import Calendar

from daemon.access import Pins
from daemon.access.pins import seal
from daemon.base.clock import SystemClock
from daemon.base.config import load_config
from pipelines.note import Due
from tests.fakes.hub_page import BERLIN, HubPage, hub_page
from tests.fakes.meetings import office_move
from web.app import create_app
from web.security import Door

MEETING = "/meetings/office-move"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path) as page:
        page.store.save(office_move())
        yield page


def address(page: HubPage, **fields: str) -> str:
    shown = page.submit("/feed", "/feed", **fields).text
    found = re.search(r'href="http://[^"/]+\.local(/calendar/[^"]+\.ics)"', shown)
    assert found, shown
    return found[1]


def test_an_address_shows_the_items_with_a_date_to_whom_it_was_made_for(page: HubPage) -> None:
    everything = page.get(address(page, name="The wall"))
    assert everything.count("BEGIN:VEVENT") == 2
    hers = page.get(address(page, name="Priya", person="Priya Raman"))
    assert "Order the network line" in hers.replace("\r\n ", "")
    assert hers.count("BEGIN:VEVENT") == 1


def test_the_token_is_shown_once_and_nowhere_on_the_disk(page: HubPage) -> None:
    token = address(page, name="Ann").removeprefix("/calendar/").removesuffix(".ics")
    assert token not in page.get("/feed")
    files = [path for path in page.state.rglob("*") if path.is_file()]
    assert not any(token.encode() in path.read_bytes() for path in files)


def test_a_day_at_the_end_of_time_is_refused_and_one_that_is_kept_fails_no_calendar(page: HubPage) -> None:
    answer = page.submit(f"{MEETING}/items/a3", text="Tell them", owner="", phrase="ever", day="9999-12-31")
    assert answer.status_code == 400
    assert "between 1970 and 2199" in answer.text
    assert page.store.edits("office-move") == ()
    late = Due(phrase="ever", date=date.max)
    item = office_move().action_items[0].model_copy(update={"due": late, "task": "Wait\r\nSTATUS:DONE"})
    page.store.save(office_move("late").model_copy(update={"title": "x\r\ny", "action_items": (item,)}))
    where = address(page, name="A\r\nB", person="Theo Brandt\r\nATTENDEE:eve")
    assert "\nATTENDEE" not in page.get(where)
    for path in (address(page, name="The wall"), "/actions.ics", "/meetings/late.ics", f"{MEETING}.ics"):
        Calendar.from_ical(page.get(path))
    assert page.get("/actions.ics").count("BEGIN:VEVENT") == 3
    assert page.get("/actions.csv").count("9999-12-31") == 1


def test_a_meeting_that_cannot_be_read_costs_a_calendar_its_own_items_alone(page: HubPage) -> None:
    page.store.save(office_move("torn"))
    where = address(page, name="Ann")
    assert page.get(where).count("BEGIN:VEVENT") == 4
    for path in (page.state / "notes" / "transcripts").glob("torn.*"):
        path.write_bytes(b"{")
    for path in (where, "/actions.ics"):
        assert page.get(path).count("BEGIN:VEVENT") == 2
    assert "Order the network line" in page.get("/actions.csv")


def test_an_address_that_was_taken_back_is_no_longer_answered(page: HubPage) -> None:
    one, other = address(page, name="Ann"), address(page, name="Bob")
    ends = re.findall(r'action="(/feed/[0-9a-f]{8}/end)"', page.get("/feed"))
    assert "has been revoked" in page.submit(ends[0], "/feed").text
    assert page.client.get(one).status_code == 404
    assert page.client.get(other).status_code == 200
    assert page.client.get("/calendar/guessed.ics").status_code == 404


def test_a_private_meeting_is_in_no_calendar(page: HubPage) -> None:
    where = address(page, name="Ann")
    page.store.make_private("office-move", seal("12345678", SystemClock().now()))
    assert "BEGIN:VEVENT" not in page.get(where)


def test_without_a_pin_the_address_is_answered_and_the_page_is_not(page: HubPage) -> None:
    where = address(page, name="Ann")
    door = Door(Pins(page.state), lambda: load_config(None, system=page.state / "none").web)
    client = create_app(
        lambda: nullcontext(page.store), timezone=BERLIN, door=door, state_dir=page.state
    ).test_client()
    elsewhere = {"REMOTE_ADDR": "192.168.1.20"}
    assert client.get("/feed", environ_overrides=elsewhere).status_code == 503
    assert client.get(where, environ_overrides=elsewhere).status_code == 200
