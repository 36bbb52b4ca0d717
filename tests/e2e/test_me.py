"""Whoever says who they are finds their own first; whoever may only read is offered nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import House
from tests.e2e.every_page import NAME, READER_PIN
from tests.e2e.test_long_note import SMALL, THUMB_PX
from tests.e2e.test_page import PHONE

pytestmark = pytest.mark.browser


def test_my_items_are_on_top_and_are_ticked_off_where_they_stand(
    house: House, watched: Callable[..., Page]
) -> None:
    page = watched(house.url, **PHONE)
    page.get_by_role("link", name="Who are you?").tap()
    page.get_by_label("I am").fill("Theo Brandt")
    page.get_by_role("button", name="Save").tap()
    own = page.get_by_role("region", name="Theo Brandt")
    expect(own).to_contain_text("Overdue")
    own.get_by_role("button", name="Done: Send the signed lease to legal").tap()
    expect(own.get_by_role("button", name="Reopen: Send the signed lease to legal")).to_be_visible()
    own.get_by_role("button", name="Reopen: Send the signed lease to legal").tap()
    expect(own.get_by_role("button", name="Done: Send the signed lease to legal")).to_be_visible()
    own.get_by_role("link", name="Moving to the new office").tap()
    page.get_by_role("link", name="Edit history").tap()
    expect(page.locator(".history li").first).to_contain_text("by Theo Brandt")


def test_without_scripts_a_tick_leads_back_home(house: House, watched: Callable[..., Page]) -> None:
    page = watched(f"{house.url}/me", **PHONE, java_script_enabled=False)
    page.get_by_label("I am").fill("Theo Brandt")
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("button", name="Done: Send the signed lease to legal").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Meetings")
    expect(page.get_by_text("Nothing of yours is overdue")).to_be_visible()
    house.page.store.undo("office-move", house.page.store.edits("office-move")[-1].id)


def test_a_filter_applies_when_it_is_chosen_and_is_there_again(
    house: House, watched: Callable[..., Page]
) -> None:
    page = watched(f"{house.url}/actions", **PHONE)
    page.get_by_label("Owner").select_option("Theo Brandt")
    expect(page.locator(".task")).to_have_count(2)
    page.get_by_role("link", name="Roomscribe").tap()
    page.get_by_role("link", name="Actions", exact=True).tap()
    expect(page.get_by_label("Owner")).to_have_value("Theo Brandt")
    expect(page.locator(".task")).to_have_count(2)


def test_who_may_only_read_is_offered_no_change(house: House, watched: Callable[..., Page]) -> None:
    page = watched(house.url.replace("127.0.0.1", NAME) + "/pin", **PHONE)
    page.get_by_label("Enter the PIN").fill(READER_PIN)
    page.get_by_role("button", name="Open").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Meetings")
    for path in ("/", "/meetings/office-move", "/actions", "/record", "/ask", "/queue", "/feed"):
        page.goto(house.url.replace("127.0.0.1", NAME) + path)
        offered = page.get_by_role("main").get_by_role("button").all_text_contents()
        harmless = {"Search", "Show", "Copy", "Copy the note", "Copy a link", "Print"}
        assert {each.strip() for each in offered} <= harmless, path
        assert not page.get_by_role(
            "link", name=re.compile("Edit(?! history)|, edit:")
        ).all_text_contents(), path
    page.goto(house.url.replace("127.0.0.1", NAME) + "/meetings/office-move")
    page.get_by_role("link", name="Why? Send the signed lease to legal").tap()
    expect(page.get_by_role("heading", name="Why does it say this?")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_what_is_changed_in_a_list_is_said_and_taken_back_where_one_stood(
    house: House, watched: Callable[..., Page], scripts: bool
) -> None:
    page = watched(f"{house.url}/actions?person=Theo+Brandt", **PHONE, java_script_enabled=scripts)
    task = page.locator(".task", has_text="Send the signed lease to legal")
    task.get_by_role("link", name=re.compile(" Nov, edit: Send the signed lease")).tap()
    page.get_by_label("Due day").fill("2026-12-24")
    page.get_by_role("button", name="Save", exact=True).tap()
    done = page.get_by_role("status").filter(has_text="changed the date to Thu 24 Dec 2026")
    expect(done).to_be_in_viewport(ratio=1)
    expect(task).to_contain_text("Thu 24 Dec")
    assert "person=Theo+Brandt" in page.url
    assert ("done=" in page.url) != scripts, "loading the page again does not say it again"
    assert page.evaluate(SMALL, THUMB_PX) == []
    done.get_by_role("button", name="Undo").tap()
    expect(done).to_have_count(0)
    expect(task).to_contain_text("Fri 20 Nov")
    expect(task).to_be_in_viewport(ratio=1)
