"""What people do with one meeting, in a real browser over a running hub."""

from __future__ import annotations

import re
import wave
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pipelines.editing import RemoveItem
from tests.e2e.test_page import DESKTOP, PHONE
from tests.fakes.hub_page import HubPage, hub_page, rules_worker
from tests.fakes.kept_meetings import held
from tests.fakes.meetings import STARTED, office_move
from tests.fakes.serving import answering
from web.server import Server

pytestmark = pytest.mark.browser

PAGE = "/meetings/office-move"


def hum(path: Path, seconds: int) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes((b"\x00\x08" * 40 + b"\x00\xf8" * 40) * 200 * seconds)


@pytest.fixture
def meeting(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path) as page:
        hum(held(tmp_path, "office-move", 1, store=page.store), 240)
        page.store.save(office_move())
        yield page


@pytest.fixture
def url(meeting: HubPage) -> Iterator[str]:
    with answering(Server(meeting.app, "127.0.0.1", 0)) as server:
        yield server.url


@pytest.fixture
def open_meeting(url: str, watched: Callable[..., Page]) -> Callable[..., Page]:
    """`watched` comes after `url`: a page closes before its server stops, even if sound is still loading."""
    return lambda path=PAGE, **options: watched(url + path, **options)


def owner(meeting: HubPage) -> str | None:
    return meeting.store.get("office-move").action_items[0].owner


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_person_corrects_an_owner_ticks_an_item_off_and_takes_it_back(
    meeting: HubPage, open_meeting: Callable[..., Page], options: dict[str, Any], scripts: bool
) -> None:
    page = open_meeting(**options, java_script_enabled=scripts)
    page.get_by_role("link", name="Edit Send the signed lease to legal").click()
    if scripts:
        assert page.url.endswith(PAGE)
        expect(page.get_by_label("What is to be done")).to_be_focused()
    page.get_by_label("Owner").fill("Jonas Weber")
    page.get_by_role("button", name="Save").click()
    item = page.locator("#item-a1")
    expect(item).to_contain_text("Jonas Weber")
    expect(item).to_contain_text("changed by hand")
    expect(item).to_be_in_viewport()
    assert owner(meeting) == "Jonas Weber"
    page.get_by_role("button", name="Done: Order the network line").click()
    expect(page.get_by_role("status")).to_contain_text("Ticked off")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Done: Order the network line")).to_be_visible()
    assert owner(meeting) == "Jonas Weber"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_an_owner_is_put_right_with_two_taps(
    meeting: HubPage, open_meeting: Callable[..., Page], scripts: bool
) -> None:
    page = open_meeting(**PHONE, java_script_enabled=scripts)
    item = page.locator("#item-a1")
    for chip, shown in (
        ("Jonas Weber", "Jonas Weber"),
        ("several people", "several people"),
        ("nobody", "nobody named"),
    ):
        page.get_by_role("link", name="Edit Send the signed lease to legal").tap()
        page.get_by_role("button", name=chip, exact=True).tap()
        expect(item.locator(".owner")).to_have_text(f"Owner: {shown}")
        expect(item.locator(".text")).to_be_in_viewport(ratio=1)


def test_words_that_are_no_day_are_said_to_be_none(open_meeting: Callable[..., Page]) -> None:
    page = open_meeting(**PHONE)
    page.get_by_role("link", name="Edit Send the signed lease to legal").tap()
    page.get_by_label("Due, in words").fill("when the cows come home")
    page.get_by_label("Due day").fill("")
    page.get_by_role("button", name="Save").last.tap()
    expect(page.locator("#item-a1 .due")).to_have_text("Due: “when the cows come home” no day understood")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("path", ["/actions?person=Theo+Brandt", "/actions", "/", "/meetings/later"])
def test_an_owner_is_corrected_in_each_list_of_items_and_one_stands_where_one_was(
    meeting: HubPage, open_meeting: Callable[..., Page], path: str, scripts: bool
) -> None:
    meeting.store.save(office_move("later", STARTED + timedelta(days=7)))
    for item in ("a1", "a2", "a4"):  # of that one nothing is to stand in the lists beside it
        meeting.store.edit("later", RemoveItem(kind="action", item=item), STARTED, "member")
    page = open_meeting("/me", **PHONE, java_script_enabled=scripts)
    page.get_by_label("I am").fill("Theo Brandt")
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("region", name="Theo Brandt").wait_for()
    page.goto(page.url.rstrip("/") + path)
    link = page.get_by_role("link", name="Theo Brandt, edit: Send the signed lease to legal")
    link.tap()
    if scripts:
        assert page.url.endswith(path), "the form is opened in its place"
    page.get_by_role("link", name="Cancel").tap()
    link.tap()
    page.get_by_role("button", name="Jonas Weber").tap()
    expect(link).to_have_count(0)
    assert re.sub(r"[?&]done=[^#&]+|#.*", "", page.url).endswith(path)
    expect(page.get_by_role("status").filter(has_text="changed the owner to Jonas Weber")).to_be_visible()
    assert owner(meeting) == "Jonas Weber"
    if path in ("/actions", "/meetings/later"):
        moved = page.get_by_role("link", name="Jonas Weber, edit: Send the signed lease to legal")
        expect(moved).to_be_in_viewport()


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_what_was_done_is_told_where_it_covers_nothing(
    open_meeting: Callable[..., Page], options: dict[str, Any]
) -> None:
    page = open_meeting(**options)
    page.get_by_role("button", name="Done: Tell the cleaning company").click()
    toast = page.get_by_role("status").filter(has_text="Ticked off")
    expect(toast).to_be_in_viewport(ratio=1)
    box = toast.bounding_box()
    assert box
    for each in page.locator("main :is(a, button, summary, audio):not(.toast *)").all():
        other = each.bounding_box() if each.is_visible() else None
        if other:
            is_above, is_below = (
                other["y"] + other["height"] <= box["y"],
                other["y"] >= box["y"] + box["height"],
            )
            is_beside = other["x"] >= box["x"] + box["width"] or other["x"] + other["width"] <= box["x"]
            assert is_above or is_below or is_beside, each.evaluate("each => each.outerHTML")


def test_why_opens_beside_the_item_and_closes_by_the_keyboard(open_meeting: Callable[..., Page]) -> None:
    page = open_meeting(**DESKTOP)
    link = page.get_by_role("link", name="Why? Pack the server room")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Why does it say this?")).to_contain_text("not confirmed")
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Why does it say this?")).to_have_count(0)
    expect(link).to_be_focused()


def test_a_tap_on_a_line_plays_it_and_the_line_follows_the_sound(open_meeting: Callable[..., Page]) -> None:
    page = open_meeting(f"{PAGE}#transcript", **PHONE)
    page.locator("#s9").click(position={"x": 200, "y": 8})
    expect(page.locator("#s9")).to_have_class(re.compile("now"))
    audio = page.locator("audio")
    expect(audio).to_have_js_property("paused", False)
    assert audio.evaluate("a => a.currentTime") == pytest.approx(100, abs=3)
    audio.evaluate("a => { a.currentTime = 126 }")
    expect(page.locator("#s11")).to_have_class(re.compile("now"))
    expect(page.locator("#s11")).to_be_in_viewport()
    expect(page.locator("#moment")).to_have_text(re.compile(r"Link to 2:0\d"))


def test_a_quote_that_is_tapped_is_heard_and_its_time_moves_the_player_in_silence(
    open_meeting: Callable[..., Page],
) -> None:
    page = open_meeting(**DESKTOP)
    audio = page.locator("audio")
    page.locator("#item-a3 .proof summary").click()
    page.locator("#item-a3 .places a").first.click()
    # The player shows a place only in a sound of which it knows the length.
    expect(audio).to_have_js_property("duration", 240)
    assert audio.evaluate("audio => audio.currentTime") > 0
    assert audio.evaluate("audio => audio.paused")
    page.locator("#item-a1 .proof summary").click()
    page.get_by_role("link", name="“I'll send the signed lease to legal by Friday.”").click()
    expect(page.locator("#s4")).to_have_class(re.compile("now"))
    expect(audio).to_have_js_property("paused", False)
    assert audio.evaluate("audio => audio.currentTime") == pytest.approx(37.5, abs=3)


@pytest.mark.parametrize(
    ("name", "suffix", "begins"),
    [
        ("Word", "docx", b"PK"),
        ("Markdown", "md", b"# Moving to the new office"),
        ("JSON", "json", b"{"),
        ("WebVTT", "vtt", b"WEBVTT"),
        ("SubRip", "srt", b"1\n"),
        ("table", "csv", None),
        ("calendar", "ics", b"BEGIN:VCALENDAR"),
    ],
)
def test_every_form_of_a_note_is_saved_as_a_file(
    open_meeting: Callable[..., Page], name: str, suffix: str, begins: bytes | None
) -> None:
    page = open_meeting()
    page.locator(".share > summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=name, exact=True).click()
    assert download.value.suggested_filename == f"office-move.{suffix}"
    saved = Path(download.value.path()).read_bytes()
    assert saved.startswith(begins or b"")
    assert suffix == "docx" or b"signed lease" in saved


def test_the_keyboard_plays_seeks_and_changes_the_speed(open_meeting: Callable[..., Page]) -> None:
    page = open_meeting(f"{PAGE}#t=30", **DESKTOP)
    expect(page.locator("#s3")).to_have_class(re.compile("now"))
    audio = page.locator("audio")
    page.keyboard.press("ArrowRight")
    assert audio.evaluate("a => a.currentTime") == pytest.approx(35, abs=0.5)
    page.keyboard.press(" ")
    expect(audio).to_have_js_property("paused", False)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#s4")).to_have_class(re.compile("now"))
    page.keyboard.press(".")
    expect(audio).to_have_js_property("playbackRate", 1.25)
    page.keyboard.press(" ")
    expect(audio).to_have_js_property("paused", True)
    page.keyboard.press("?")
    expect(page.get_by_text("play or pause")).to_be_visible()
    page.get_by_role("link", name="Edit Send the signed lease to legal").click()
    page.get_by_label("What is to be done").press("End")
    page.keyboard.type(" ?")
    expect(page.get_by_label("What is to be done")).to_have_value("Send the signed lease to legal ?")


def test_a_link_to_a_second_shows_its_words_on_a_phone_and_is_copied(
    open_meeting: Callable[..., Page],
) -> None:
    page = open_meeting(f"{PAGE}#t=30", **PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator("#s3")).to_be_in_viewport(ratio=1)
    assert page.locator("audio").evaluate("audio => audio.currentTime") == pytest.approx(30, abs=0.5)
    page.locator(".share > summary").tap()
    page.get_by_role("button", name="Copy a link").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"{PAGE}#t=30")


def test_who_spoke_is_said_with_one_tap_in_place(meeting: HubPage, open_meeting: Callable[..., Page]) -> None:
    page = open_meeting(f"{PAGE}#transcript", **PHONE)
    page.locator(".turn").filter(has=page.locator("#s6")).get_by_role("link", name="Edit").click()
    page.get_by_role("button", name="Jonas Weber").click()
    expect(page.get_by_role("status")).to_contain_text("Assigned 2 lines to Jonas Weber")
    assert meeting.store.get("office-move").transcript.segments[5].speaker == "Jonas Weber"


def test_a_note_is_made_again_and_shown_when_it_is_there(
    meeting: HubPage, open_meeting: Callable[..., Page]
) -> None:
    page = open_meeting(**PHONE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Moving to the new office")
    page.get_by_role("link", name="Make this note again").click()
    page.get_by_label("the rules engine, which takes seconds").check()
    page.get_by_role("button", name="Make it again").click()
    banner = page.get_by_role("complementary", name="What is being done")
    expect(banner).to_contain_text("The note will be made again soon")
    rules_worker(meeting.state).work_once()
    expect(banner).to_have_count(0, timeout=20_000)
    expect(page.locator("#item-a5")).to_have_count(0)  # the rules know a refusal when they hear one


def test_a_private_meeting_asks_another_browser_for_its_pin(
    meeting: HubPage, open_meeting: Callable[..., Page]
) -> None:
    page = open_meeting(**PHONE)
    page.get_by_role("link", name="Make private").click()
    page.get_by_label("PIN").fill("open sesame")
    page.get_by_role("button", name="Make it private").click()
    expect(page.get_by_text("Private: open on this device only")).to_be_visible()
    page.get_by_role("link", name="Private meetings").first.click()
    page.get_by_role("button", name="Close them").click()
    expect(page.get_by_text("Moving to the new office")).to_have_count(0)
    page.goto(f"{page.url.rstrip('/')}/private?next={PAGE}")
    page.get_by_label("PIN of the meeting").fill("open sesame")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Moving to the new office")


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_everybodys_share_of_the_talk_is_shown(
    open_meeting: Callable[..., Page], options: dict[str, Any]
) -> None:
    page = open_meeting(**options)
    page.locator("#mood summary").first.click()
    for name in ("Maya Lindqvist", "Theo Brandt", "Priya Raman", "Jonas Weber"):
        expect(page.get_by_role("row", name=re.compile(rf"{name} \d+ %"))).to_be_visible()


def test_a_meeting_is_deleted_after_a_page_that_says_what_goes(
    meeting: HubPage, open_meeting: Callable[..., Page]
) -> None:
    page = open_meeting(**PHONE)
    page.get_by_role("link", name="Delete", exact=True).click()
    expect(page.get_by_text("This cannot be undone")).to_be_visible()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The meeting is deleted")
    assert meeting.store.heads() == []


@pytest.mark.parametrize(
    "path", ["/items/a1", "/turns/3", "/why/a5", "/history", "/delete", "/private", "/remake"]
)
def test_no_form_scrolls_sideways_on_a_small_phone(open_meeting: Callable[..., Page], path: str) -> None:
    page = open_meeting(PAGE + path, viewport={"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
