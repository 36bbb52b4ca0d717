"""The transcript: whose words they are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from bench.speaker_colours import BACKGROUNDS, COLOURS, LEAST_CONTRAST, contrasts, distances
from tests.e2e.test_long_note import PEOPLE, long_note
from tests.e2e.test_page import DESKTOP

pytestmark = pytest.mark.browser

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
