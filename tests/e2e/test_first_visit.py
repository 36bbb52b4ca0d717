"""A person who has never seen the page, with a phone in the hand, after the meeting."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from daemon.hub.standby import PAGE
from tests.e2e.conftest import House
from tests.e2e.test_page import PHONE
from tests.fakes.meetings import office_move
from web.site import NO_HUB

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_finds_a_promise_of_this_week_hears_it_corrects_its_owner_and_ticks_it_off(
    house: House, watched: Callable[..., Page]
) -> None:
    page = watched(house.url + "/", **PHONE)
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Actions").tap()
    page.get_by_label("Owner").select_option("Tom")
    page.get_by_role("button", name="Show").tap()
    week = page.get_by_role("region", name=re.compile("This week"))
    promise = week.get_by_role("listitem").filter(has=page.get_by_role("button")).first
    task = promise.locator(".text").inner_text()
    promise.locator(".text a").tap()

    item = page.locator(".claim:target")
    expect(item).to_contain_text("Tom")
    expect(item).to_be_in_viewport(ratio=0.5)
    item.locator(".proof summary").tap()
    item.locator("blockquote a").tap()
    line = page.locator(".turn p:target")
    expect(line).to_be_in_viewport(ratio=1)
    line.locator("a").first.tap()
    audio = page.locator("audio")
    expect(audio).to_have_js_property("paused", False)
    assert audio.evaluate("audio => audio.currentTime") > 1
    expect(line).to_have_class("now")
    audio.evaluate("audio => audio.pause()")

    page.go_back()
    item = page.get_by_role("region", name=re.compile("Action items")).get_by_role("listitem")
    item = item.filter(has=page.get_by_role("link", name=f"Edit {task}"))
    item.get_by_role("link", name=f"Edit {task}").tap()
    page.get_by_label("Owner").fill("Elena")
    page.get_by_role("button", name="Save").tap()
    expect(item.locator(".owner")).to_contain_text("Elena")
    item.get_by_role("button", name=f"Done: {task}").tap()
    expect(page.get_by_role("status")).to_contain_text("Ticked off")

    page.goto(house.url + "/actions?person=Elena&group=done")
    expect(page.get_by_role("region", name=re.compile("Done"))).to_contain_text(task)


def test_many_items_are_ticked_off_one_after_the_other_without_losing_the_place(
    house: House, watched: Callable[..., Page]
) -> None:
    page = watched(house.url + "/actions", **PHONE)
    later = page.get_by_role("region", name=re.compile("Later"))
    item = later.get_by_role("listitem").filter(has_text="Renew the insurance").first
    item.get_by_role("button", name="Done: Renew the insurance").tap()
    expect(page.get_by_role("status")).to_have_text("Ticked off: Renew the insurance")
    again = item.get_by_role("button", name="Reopen: Renew the insurance")
    expect(again).to_be_in_viewport()
    assert page.evaluate("scrollY") > 500
    again.tap()
    expect(item.get_by_role("button", name="Done: Renew the insurance")).to_be_in_viewport()
    page.get_by_role("button", name="Done: Close the October books").tap()
    expect(page.get_by_role("status")).to_have_text("Ticked off: Close the October books")
    page.reload()
    expect(later).to_contain_text("Renew the insurance")
    expect(later).not_to_contain_text("Close the October books")
    expect(page.get_by_role("region", name=re.compile("Done [0-9]"))).to_contain_text(
        "Close the October books"
    )


def test_a_tick_that_fails_says_why(house: House, chromium: Browser) -> None:
    """Loading the page again would lose it; only where the form is too old is that the way."""
    context = chromium.new_context(**PHONE)  # unwatched: the browser complains of what breaks
    page = context.new_page()
    page.goto(house.url + "/actions")
    said, tick = page.locator("#ticked"), page.get_by_role("button", name=re.compile("^Done: ")).first
    away = "Roomscribe can’t be reached right now. Try again in a moment."
    too_old = "That could not be done now. Load the page again, and try once more."
    for status, answer in ((None, away), (403, too_old), (503, away)):
        page.route("**/status*", _answer(status))
        tick.tap()
        expect(said).to_have_text(answer)
        page.unroute("**/status*")
    tick.tap()
    expect(said).to_contain_text("Ticked off: ")
    context.close()


def test_a_tick_that_only_a_hub_could_do_says_that_none_runs(
    serve_notes: Callable[..., str], chromium: Browser
) -> None:
    context = chromium.new_context(**PHONE)  # unwatched: the browser complains of the 503
    page = context.new_page()
    page.goto(serve_notes(office_move()) + "/actions")
    page.get_by_role("button", name=re.compile("^Done: ")).first.tap()
    expect(page.locator("#ticked")).to_have_text(NO_HUB)
    context.close()


def _answer(status: int | None) -> Callable[[Route], None]:
    """None: the connection breaks."""
    return lambda route: (
        route.abort() if status is None else route.fulfill(status=status, body=PAGE.partition(b"\r\n\r\n")[2])
    )


def test_all_sections_are_one_line_with_a_menu_at_its_end(house: House, watched: Callable[..., Page]) -> None:
    page = watched(house.url + "/", viewport={"width": 360, "height": 640}, java_script_enabled=False)
    sections = page.get_by_role("navigation", name="Sections")
    height = sections.evaluate("nav => nav.offsetHeight")
    assert height < 2 * sections.get_by_role("link").first.evaluate("link => link.offsetHeight")
    sections.get_by_text("More").click()
    for name in ("Queue", "Digests", "System"):
        expect(sections.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    sections.get_by_role("link", name="System").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("System")
