"""The table of docs/page.md is true: each task takes on a phone as many taps as it says."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from daemon.base.durable import make_folder
from daemon.meetings import MeetingFolder
from daemon.spool.recorder_status import status_path, write_status
from pipelines.note import Note
from tests.e2e.test_meeting import hum
from tests.e2e.test_page import PHONE
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.kept_meetings import held
from tests.fakes.meetings import STARTED, office_move, with_agenda
from tests.fakes.room_page import ID, recorder_status
from tests.fakes.serving import answering
from web.server import Server

pytestmark = pytest.mark.browser

PAGE_MD = Path(__file__).parents[2] / "docs" / "page.md"
NOW = STARTED + timedelta(days=4)
"""A Saturday: what was due on Friday is overdue."""
NOTE, TASK = "/meetings/office-move", "Send the signed lease to legal"
PROMISED = {
    "find what I promised": 1,
    "hear the words behind an item": 2,
    "correct an owner": 2,
    "share the note": 2,
    "rename a speaker": 2,
    "end the recording": 1,
}
"""What the page was rebuilt for: these may take no tap more."""


def rows() -> dict[str, tuple[str, int]]:
    """Task to the page on which it begins and the taps that it takes."""
    table = PAGE_MD.read_text().partition("| task |")[2].partition("\n\n")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {task: (begins, int(now.split()[0].strip(",:"))) for task, begins, _, now in cells}


class Thumb:
    """Taps, and counts them; typing is not counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True).first)

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True).first)

    def choose(self, what: Locator, option: str) -> None:
        self.taps += 1
        what.select_option(option)


@dataclass
class Desk:
    page: Page
    thumb: Thumb
    house: HubPage

    def note(self) -> Note:
        return self.house.store.get("office-move")


def hear(on: Desk) -> None:
    on.thumb.tap(on.page.locator("#item-a1 .proof summary"))
    on.thumb.tap(on.page.locator("#item-a1 blockquote a"))
    expect(on.page.locator("audio")).to_have_js_property("paused", False)


def correct(on: Desk) -> None:
    on.thumb.link(f"Edit {TASK}")
    on.thumb.button("Jonas Weber")
    expect(on.page.locator("#item-a1 .owner")).to_have_text("Owner: Jonas Weber")


def correct_in_list(on: Desk) -> None:
    on.thumb.link(f"Theo Brandt, edit: {TASK}")
    on.thumb.button("Jonas Weber")
    expect(on.page.get_by_role("link", name=f"Jonas Weber, edit: {TASK}")).to_be_visible()
    expect(on.page.get_by_role("heading", level=1)).to_have_text("Actions")


def correct_day(on: Desk) -> None:
    on.thumb.link(f"yesterday, edit: {TASK}")
    expect(on.page.get_by_label("Due, in words")).to_be_focused()
    on.page.get_by_label("Due day").fill("2026-11-25")
    on.thumb.button("Save")
    expect(on.page.get_by_role("link", name=f"Wed 25 Nov, edit: {TASK}")).to_be_visible()
    expect(on.page.get_by_role("heading", level=1)).to_have_text("Actions")


def share(on: Desk) -> None:
    on.thumb.tap(on.page.locator(".share > summary"))
    on.thumb.button("Copy the note")
    expect(on.page.get_by_role("button", name="Copied")).to_be_visible()


def rename(on: Desk) -> None:
    on.thumb.link("Rename speakers")
    on.page.get_by_label("Theo Brandt", exact=True).fill("Theo Brand")
    on.thumb.button("Save")
    expect(on.page.locator("#item-a1 .owner")).to_contain_text("Theo Brand")
    assert on.note().action_items[0].owner == "Theo Brand"


def end(on: Desk) -> None:
    ordered = on.page.expect_request("**/record/stop")
    with ordered as request:
        on.thumb.button("End the recording")
    assert request.value.method == "POST"


def find_mine(on: Desk) -> None:
    on.page.goto(f"{on.page.url.partition('/meetings')[0]}/me")  # once per device
    on.page.get_by_label("I am").fill("Theo Brandt")
    on.page.get_by_role("button", name="Save").tap()
    expect(on.page.get_by_role("region", name="Theo Brandt")).to_be_visible()
    on.page.goto(on.page.url.rstrip("/") + NOTE)
    on.thumb.link("Roomscribe")
    own = on.page.get_by_role("region", name="Theo Brandt")
    expect(own.get_by_role("link", name=TASK, exact=True).first).to_be_in_viewport()


def type_note(on: Desk) -> None:
    make_folder(MeetingFolder(on.house.state, ID).receipts)
    # As the recorder writes it twice a second; what is older says nothing about now.
    write_status(status_path(on.house.state, os.environ), recorder_status())
    on.page.get_by_role("textbox", name="Note").fill("Elena sends the contract")
    on.thumb.button("Note")
    expect(on.page.locator("#typed li").last).to_contain_text("Elena sends the contract")


def read_all(on: Desk) -> None:
    on.thumb.tap(on.page.get_by_text(re.compile(r"^More: \d+ topics$")))
    expect(on.page.locator(".topics li").last).to_be_visible()


def left_open(on: Desk) -> None:
    expect(on.page.locator("#carried").get_by_text("Tell the cleaning company")).to_be_visible()


def find_tag(on: Desk) -> None:
    on.thumb.tap(on.page.get_by_text("Filter", exact=True))
    on.thumb.choose(on.page.get_by_label("Tag"), "Move")
    expect(on.page.locator(".row h3")).to_have_text([office_move().title])


def read_in_german(on: Desk) -> None:
    on.thumb.button("Deutsch")
    expect(on.page.locator("html")).to_have_attribute("lang", "de")


def tag_several(on: Desk) -> None:
    on.thumb.link("Select several")
    boxes = on.page.locator(".row").get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    for box in boxes.all():
        box.tap()  # "one for each" is not counted
    on.page.get_by_label("Tag", exact=True).last.fill("Team")
    on.thumb.button("Add")
    expect(on.page.locator(".row", has_text="#Team")).to_have_count(2)


TASKS: dict[str, Callable[[Desk], None]] = {
    "hear the words behind an item": hear,
    "correct an owner": correct,
    "the same, of any meeting": correct_in_list,
    "correct a due day, of any meeting": correct_day,
    "share the note": share,
    "rename a speaker": rename,
    "end the recording": end,
    "find what I promised": find_mine,
    "type a note during the meeting": type_note,
    "see the whole summary and the topics": read_all,
    "what the last meeting of a series left open": left_open,
    "find the meetings of a tag": find_tag,
    "read the page in another language": read_in_german,
    "tag, export or delete several meetings": tag_several,
}
PLACES = {
    "the note": NOTE,
    "any page": NOTE,
    "*Actions*": "/actions",
    "*Record*": "/record",
    "*Meetings*": "/",
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HubPage]:
    """A meeting with sound and a tag, the one before, and a recording that goes on."""
    live = recorder_status(at=NOW)
    with hub_page(tmp_path, now=lambda: NOW, open_recorder=lambda: live) as page:
        hum(held(tmp_path, "office-move", 1, store=page.store), 240)
        page.store.save(with_agenda(office_move()).model_copy(update={"tags": ("Move",)}))
        page.store.save(office_move("earlier", STARTED - timedelta(days=7)))
        yield page


@pytest.mark.parametrize("task", TASKS)
def test_a_task_takes_as_many_taps_as_the_table_says(house: HubPage, chromium: Browser, task: str) -> None:
    begins, taps = rows()[task]
    with (
        answering(Server(house.app, "127.0.0.1", 0)) as server,
        closing(chromium.new_context(**PHONE)) as context,
    ):
        context.set_default_timeout(120_000)  # the machine may be busy with other work
        page = context.new_page()
        page.goto(server.url + PLACES[begins])
        thumb = Thumb(page)
        TASKS[task](Desk(page, thumb, house))
        assert thumb.taps == taps


def test_the_table_has_no_row_that_nobody_counts_and_keeps_what_was_promised() -> None:
    found = rows()
    assert found.keys() == TASKS.keys()
    assert {task: found[task][1] for task in PROMISED} == PROMISED
