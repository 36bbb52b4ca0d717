"""The transcript: whose words they are, and where some words were said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from guardrails.core.types import Segment
from tests.e2e.test_long_note import PEOPLE, long_note
from tests.e2e.test_page import DESKTOP, PHONE
from tests.fakes.meetings import office_move
from tests.fakes.seen_colours import contrasts, distances

pytestmark = pytest.mark.browser

COLOURS = 6
BACKGROUNDS = {"light": ("#fbfaf7", "#ffffff"), "dark": ("#141716", "#1b1f1e")}
"""The paper, and a sheet on it."""
LEAST_CONTRAST = 3.0
"""Of something that is no text (WCAG 2.2, 1.4.11)."""
LEAST_APART = 0.15
"""In OKLab. A step of 0.02 is just seen where two colours touch; these are apart, and small."""
MARKS = """() => Object.fromEntries([...document.querySelectorAll('.turn .voice b')].map((name) => {
    const mark = getComputedStyle(name, '::before');
    const parts = mark.borderTopColor.match(/\\d+/g).slice(0, 3);
    const colour = '#' + parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('');
    return [name.textContent, [colour, mark.borderRadius]];
}))"""


@pytest.fixture
def open_long(serve_notes: Callable[..., str], watched: Callable[..., Page]) -> Callable[..., Page]:
    url = serve_notes(long_note()) + "/meetings/office-move"
    return lambda anchor="", **options: watched(url + anchor, **options)


@pytest.mark.parametrize("scheme", BACKGROUNDS)
def test_colour_blind_people_tell_the_marks_of_speakers_apart(
    open_long: Callable[..., Page], scheme: str
) -> None:
    page = open_long(**DESKTOP, color_scheme=scheme)
    expect(page.locator(".voice b").first).to_be_visible()
    marks = page.evaluate(MARKS)
    assert set(marks) == set(PEOPLE), "the name is always beside the mark"
    shown = [tuple(marks[name]) for name in PEOPLE]
    assert len(set(shown[: 2 * COLOURS])) == 2 * COLOURS, "twelve people have marks of their own"
    colours = list(dict.fromkeys(colour for colour, _ in shown))
    assert len(colours) == COLOURS
    assert (distances(colours) + np.eye(COLOURS)).min() >= LEAST_APART
    for background in BACKGROUNDS[scheme]:
        assert contrasts(colours, background).min() >= LEAST_CONTRAST
    paper = page.evaluate("getComputedStyle(document.body).getPropertyValue('--paper')")
    assert paper.strip() in BACKGROUNDS[scheme]


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_words_are_found_line_by_line_also_where_they_are_folded_away(
    open_long: Callable[..., Page], options: dict[str, Any]
) -> None:
    page = open_long("#transcript", **options)
    address = page.url
    field, count = page.get_by_label("Find in the transcript"), page.locator(".seek [data-count]")
    expect(page.locator("#s500")).to_be_hidden()
    # A capital and an accent that the line does not have.
    field.press_sequentially("CLÉANING")
    expect(count).to_have_text(re.compile(r"^1 / \d+$"))
    first, hits = page.locator(".hit"), int((count.text_content() or "").split()[-1])
    assert hits > 30
    expect(first).to_be_in_viewport(ratio=1)
    expect(first).to_contain_text("cleaning", ignore_case=True)
    seen = [first.get_attribute("id")]
    for number in range(2, hits + 1):
        field.press("Enter")
        expect(count).to_have_text(f"{number} / {hits}")
        seen.append(first.get_attribute("id"))
    assert seen == sorted(set(seen), key=lambda anchor: int(str(anchor)[1:])), "each line once, in order"
    assert int(str(seen[-1])[1:]) > 800
    expect(first).to_be_in_viewport(ratio=1)
    for part in (field, page.get_by_role("button", name="Next line")):
        expect(part).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Next line").click()
    expect(page.locator(f"#{seen[0]}.hit")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Line before").click()
    expect(page.locator(f"#{seen[-1]}.hit")).to_be_in_viewport(ratio=1)
    field.fill("no such words")
    expect(count).to_have_text("not found")
    expect(page.locator(".hit")).to_have_count(0)
    expect(page.get_by_role("button", name="Next line")).to_be_disabled()
    field.press("Enter")
    expect(count).to_have_text("not found")
    field.fill("")
    expect(count).to_be_empty()
    assert page.url == address


def test_words_that_another_part_may_have_are_not_in_this_part(
    serve_notes: Callable[..., str], watched: Callable[..., Page]
) -> None:
    made = office_move()
    said = (Segment(f"t{n}", n * 2.0, n * 2.0 + 2, "Ann", f"This is number {n}.") for n in range(1, 2101))
    lines = made.transcript.model_copy(update={"segments": (*made.transcript.segments, *said)})
    url = serve_notes(made.model_copy(update={"transcript": lines}))
    page = watched(url + "/meetings/office-move#transcript", **PHONE)
    field, count = page.get_by_label("Find in the transcript"), page.locator(".seek [data-count]")
    field.fill("number 2100")
    expect(count).to_have_text("not in this part")
    field.fill("number 7.")
    expect(count).to_have_text("1 / 1")


@pytest.mark.parametrize(
    ("path", "label"),
    [("", "Find in the transcript"), ("/actions", "Search all meetings"), ("/", "Search all meetings")],
)
def test_a_slash_leads_to_the_search_from_every_page(
    open_long: Callable[..., Page], path: str, label: str
) -> None:
    page = open_long(**DESKTOP)
    if path:
        page.goto(page.url.partition("/meetings")[0] + path)
    page.keyboard.press("/")
    expect(page.get_by_label(label)).to_be_focused()
    expect(page.get_by_label(label)).to_have_value("")


def test_what_cannot_work_without_scripts_is_not_offered(open_long: Callable[..., Page]) -> None:
    page = open_long("#transcript", **PHONE, java_script_enabled=False)
    expect(page.locator("#s1")).to_be_visible()
    expect(page.get_by_label("Find in the transcript")).to_be_hidden()
