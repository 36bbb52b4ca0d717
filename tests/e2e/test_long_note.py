"""A note of 96 minutes on a phone: how far it is to the end, how many stops, how large what is tapped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from daemon.meetings import MeetingFolder
from daemon.meetings.sound import find_sound, write_loudness
from guardrails.core.types import Segment
from pipelines.note import Note, NoteTranscript, Topic
from pipelines.speech.loudness import SLOTS, Loudness
from tests.e2e.test_page import DESKTOP, PHONE
from tests.fakes.kept_meetings import held
from tests.fakes.meetings import office_move

pytestmark = pytest.mark.browser

LINES = 900
LINE_S = 96 * 60 / LINES
PEOPLE = tuple(f"Person {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTU")
MOST_SCREENS = 6
MOST_STOPS = 150
THUMB_PX = 44

STOPS = """() => [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
    .filter((each) => each.tabIndex >= 0 && !each.disabled)
    .filter((each) => each.checkVisibility({contentVisibilityAuto: true})).length"""
SMALL = """(least) => [...document.querySelectorAll(':is(a[href], button, summary, select)')]
    .filter((each) => each.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true}))
    .map((each) => {
        const after = getComputedStyle(each, '::after');
        const around = after.position === 'absolute' ? -parseFloat(after.top) - parseFloat(after.bottom) : 0;
        return [Math.round(each.getBoundingClientRect().height + around), each.outerHTML.slice(0, 90)];
    }).filter(([height]) => height && height < least)"""


def long_note() -> Note:
    """96 minutes, 21 people, 12 topics; sixteen items and the two that are not confirmed."""
    made = office_move()
    said = tuple(
        Segment(
            f"s{n}",
            (n - 1) * LINE_S,
            n * LINE_S - 1,
            PEOPLE[n // 4 % len(PEOPLE)],
            made.transcript.segments[n % 19].text,
        )
        for n in range(1, LINES + 1)
    )
    topics = tuple(
        Topic(
            title=f"Topic number {n}, with some words",
            start_s=n * 480.0,
            begins=f"s{n * 75 + 1}",
            said="The price is what we hoped for, and nobody was against it.",
            evidence=("s3",),
            items=("a1-0",),
        )
        for n in range(12)
    )
    copies: dict[str, Any] = {
        kind: tuple(
            item.model_copy(update={"id": f"{item.id}-{n}", "evidence": (f"s{n * 250 + place * 45 + 4}",)})
            for n in range(times)
            for place, item in enumerate(getattr(made, kind))
            if not n or item.verdict == "verified"
        )
        for kind, times in (("action_items", 3), ("decisions", 2), ("questions", 1))
    }
    return made.model_copy(
        update={
            **copies,
            "duration_s": 96 * 60.0,
            "summary": made.summary * 3,
            "topics": topics,
            "transcript": NoteTranscript(segments=said),
        }
    )


@pytest.fixture
def open_long(serve_notes: Callable[..., str], watched: Callable[..., Page]) -> Callable[..., Page]:
    url = serve_notes(long_note()) + "/meetings/office-move"
    return lambda anchor="", **options: watched(url + anchor, **options)


@pytest.fixture
def sound(tmp_path: Path) -> None:
    """Of the long note, with how loud it is: the player takes its room. Nobody plays it."""
    held(tmp_path, "office-move", 1)
    found = find_sound(tmp_path, "office-move")
    assert found
    loudness = Loudness(length_s=96 * 60.0, levels=tuple(n % 100 for n in range(SLOTS)))
    write_loudness(MeetingFolder(tmp_path, "office-move"), found, loudness)


@pytest.mark.usefixtures("sound")
def test_a_note_is_read_in_six_screens_of_a_phone(open_long: Callable[..., Page]) -> None:
    page = open_long(**PHONE)
    expect(page.get_by_role("img", name="Loudness")).to_be_visible()
    assert page.locator("#actions .claim").count() >= 10
    expect(page.locator("#transcript")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") <= MOST_SCREENS * 844
    assert page.locator(".gist").evaluate("gist => gist.clientHeight / 28.8") <= 3.1, "three lines of summary"
    expect(page.locator("#actions h2")).to_be_in_viewport()


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("anchor", ["", "#transcript"], ids=["note", "transcript"])
def test_what_is_tapped_is_as_large_as_a_thumb(open_long: Callable[..., Page], anchor: str) -> None:
    page = open_long(anchor, **PHONE)
    assert page.evaluate(SMALL, THUMB_PX) == []


@pytest.mark.usefixtures("sound")
@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("anchor", ["", "#transcript"], ids=["note", "transcript"])
def test_the_keyboard_passes_in_few_stops(
    open_long: Callable[..., Page], anchor: str, options: dict[str, Any]
) -> None:
    assert open_long(anchor, **options).evaluate(STOPS) <= MOST_STOPS


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_line_far_down_is_shown_with_its_part_and_the_note_again_by_its_bar(
    open_long: Callable[..., Page], scripts: bool
) -> None:
    page = open_long("#s600", **PHONE, java_script_enabled=scripts)
    expect(page.locator("#s600")).to_be_in_viewport(ratio=1)
    expect(page.locator("#s500")).to_be_hidden()
    expect(page.locator("#actions")).to_be_hidden()
    bar = page.get_by_role("navigation", name="On this page")
    expect(bar).to_be_in_viewport(ratio=1)
    bar.get_by_role("link", name="Decisions").click()
    expect(page.locator("#decisions h2")).to_be_in_viewport(ratio=1)
    expect(page.locator("#s600")).to_be_hidden()


def test_back_leads_from_the_words_to_the_item(open_long: Callable[..., Page]) -> None:
    page = open_long(**PHONE)
    item = page.locator("#item-a2-1")
    item.locator(".proof summary").click()
    item.locator("blockquote a").click()
    expect(page.locator("#s299")).to_be_in_viewport(ratio=1)
    page.go_back()
    expect(item.locator(".text")).to_be_in_viewport(ratio=1)


def test_more_shows_the_whole_summary_and_the_topics(open_long: Callable[..., Page]) -> None:
    page = open_long(**PHONE)
    expect(page.get_by_text("Topic number 4")).to_be_hidden()
    page.get_by_text("More: 12 topics").click()
    expect(page.get_by_text("Topic number 4")).to_be_visible()
    assert page.locator(".gist").evaluate("gist => gist.scrollHeight - gist.clientHeight") == 0


def test_all_of_it_is_printed(open_long: Callable[..., Page]) -> None:
    page = open_long(**PHONE)
    page.emulate_media(media="print")
    for words in ("#item-a1-0 blockquote", "#s1", "#s900"):
        expect(page.locator(words)).to_be_visible()
