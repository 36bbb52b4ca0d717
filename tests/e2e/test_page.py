"""What a person sees and does, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from guardrails.core.types import Segment
from pipelines.note import NoteTranscript
from tests.e2e.conftest import OpenPage
from tests.fakes.meetings import office_move

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
WIDE: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}

PAPER = "getComputedStyle(document.body).backgroundColor"


def background(page: Page, selector: str) -> str:
    colour: str = page.locator(selector).evaluate("line => getComputedStyle(line).backgroundColor")
    return colour


def contrast(page: Page) -> float:
    """Contrast ratio (WCAG 2.2) of the body's text on its background."""
    style: list[str] = page.evaluate("(s => [s.color, s.backgroundColor])(getComputedStyle(document.body))")

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(colour) for colour in style), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_tap_on_a_promise_shows_the_words_that_prove_it(
    open_page: OpenPage, options: dict[str, Any]
) -> None:
    page = open_page("/", **options)
    page.get_by_role("link", name="Moving to the new office").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Moving to the new office")
    plain = background(page, "#s4")
    item = page.get_by_role("listitem").filter(has_text="Send the signed lease to legal")
    item.get_by_text("0:37").first.click()
    item.get_by_role("link", name="“I'll send the signed lease to legal by Friday.”").click()
    line = page.locator("#s4")
    expect(line).to_be_in_viewport(ratio=1)
    expect(line).to_contain_text("I'll send the signed lease to legal by Friday.")
    assert background(page, "#s4") != plain
    assert background(page, "#s5") == plain


@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
@pytest.mark.parametrize("line", ["s1", "s2", "s10", "s19"])
def test_beside_the_transcript_the_promise_stays_where_it_is(
    serve_notes: Callable[..., str], watched: Callable[..., Page], line: str, named: bool
) -> None:
    note = office_move()
    said = tuple(replace(s, speaker=s.speaker if named else None) for s in note.transcript.segments)
    items = tuple(item.model_copy(update={"evidence": (line,)}) for item in note.action_items)
    changed = note.model_copy(
        update={"action_items": items, "transcript": NoteTranscript(segments=said)},
    )
    page = watched(serve_notes(changed) + "/meetings/office-move", **DESKTOP)
    item = page.locator("#item-a3")
    item.locator(".proof summary").click()
    item.evaluate("item => window.scrollTo(0, item.offsetTop - 200)")
    before = page.evaluate("scrollY")
    item.get_by_role("link").first.click()
    expect(page.locator(f"#{line}")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == pytest.approx(before, abs=2)


def test_a_line_leads_back_to_what_it_proves(open_page: OpenPage) -> None:
    page = open_page("/meetings/office-move#s11", **PHONE)
    page.locator("#s11").get_by_role("link", name="Decision 1").click()
    expect(page.get_by_text("The servers move last, on the fifth", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("options", [NARROW, PHONE, DESKTOP, WIDE], ids=["360", "390", "1280", "1920"])
@pytest.mark.parametrize("path", ["/", "/meetings/office-move"])
def test_no_page_scrolls_sideways(open_page: OpenPage, path: str, options: dict[str, Any]) -> None:
    page = open_page(path, **options)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


def test_endless_words_do_not_widen_a_phone(
    serve_notes: Callable[..., str], watched: Callable[..., Page]
) -> None:
    word = "x" * 400
    note = office_move()
    said = tuple(Segment(s.id, s.start_s, s.end_s, word, word) for s in note.transcript.segments)
    long = note.model_copy(
        update={
            "title": word,
            "source": word,
            "summary": word,
            "warnings": (word,),
            "transcript": NoteTranscript(segments=said),
            "action_items": tuple(
                i.model_copy(update={"task": word, "owner": word, "quote": word}) for i in note.action_items
            ),
            "sentiment": note.sentiment.model_copy(update={"speakers": {word: 0.5}}),
        }
    )
    url = serve_notes(long)
    for path in ("/", "/meetings/office-move", "/actions", "/feed"):
        page = watched(url + path, **NARROW)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_dark_mode_is_dark_and_both_can_be_read(open_page: OpenPage) -> None:
    light = open_page("/meetings/office-move", color_scheme="light")
    dark = open_page("/meetings/office-move", color_scheme="dark")
    assert light.evaluate(PAPER) != dark.evaluate(PAPER)
    assert contrast(light) >= 7
    assert contrast(dark) >= 7


def test_everything_can_be_read_without_scripts(open_page: OpenPage) -> None:
    page = open_page("/", java_script_enabled=False, **PHONE)
    page.get_by_role("link", name="Moving to the new office").click()
    for name in ("Summary", "Action items", "Decisions", "Open questions", "Mood"):
        expect(page.get_by_role("heading", name=name).first).to_be_visible()
    page.get_by_text("What carries it, over the meeting and by speaker").click()
    page.get_by_text("Mood over the meeting as a table").click()
    expect(page.get_by_role("cell", name="+0.62")).to_be_visible()
    page.get_by_role("link", name="Transcript").click()
    expect(page.get_by_role("heading", name="Transcript")).to_be_visible()
    expect(page.locator("#s1")).to_be_visible()


def test_a_script_that_was_said_is_shown_as_text(
    serve_notes: Callable[..., str], watched: Callable[..., Page]
) -> None:
    code = "<script>document.title = 'owned'</script>"
    note = office_move()
    said = tuple(Segment(s.id, s.start_s, s.end_s, code, code) for s in note.transcript.segments)
    hostile = note.model_copy(update={"title": code, "transcript": NoteTranscript(segments=said)})
    page = watched(serve_notes(hostile) + "/meetings/office-move")
    expect(page.get_by_role("heading", level=1)).to_have_text(code)
    expect(page.locator("#s1")).to_contain_text(code)
    expect(page).to_have_title(f"{code} · Roomscribe")


def test_what_is_not_confirmed_stands_apart_with_its_reason(open_page: OpenPage) -> None:
    page = open_page("/meetings/office-move")
    tray = page.get_by_role("region", name="Not confirmed by the transcript")
    expect(tray.get_by_text("Pack the server room", exact=True)).to_be_visible()
    expect(tray.get_by_text("This is a refusal")).to_be_visible()
    expect(page.get_by_role("region", name="Action items")).not_to_contain_text("Pack the server room")
    expect(page.get_by_role("region", name="Decisions")).not_to_contain_text("sixteen thousand")


def test_the_keyboard_alone_reaches_the_content(open_page: OpenPage) -> None:
    page = open_page("/meetings/office-move")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="All meetings")).to_be_focused()


def test_the_mood_over_time_is_told_in_words_too(open_page: OpenPage) -> None:
    page = open_page("/meetings/office-move")
    page.get_by_text("What carries it, over the meeting and by speaker").click()
    drawing = page.get_by_role("img", name="Mood over the meeting")
    expect(drawing).to_be_visible()
    expect(drawing).to_have_accessible_description(re.compile("Highest at 0:40, lowest at 1:20"))


def test_a_printed_note_has_no_controls_and_no_dark_paper(open_page: OpenPage) -> None:
    page = open_page("/meetings/office-move", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(30, 35, 34)"
    expect(page.get_by_role("navigation")).to_be_hidden()
    expect(page.locator("#s19")).to_be_visible()


def test_an_unknown_meeting_leads_back_to_the_list(
    server_url: str, watched: Callable[..., Page], chromium: Any
) -> None:
    # The browser itself reports a 404 on its console: this page is opened unwatched.
    context = chromium.new_context()
    page = context.new_page()
    page.goto(server_url + "/meetings/gone")
    page.get_by_role("link", name="See all meetings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Meetings")
    context.close()
