"""Without a mouse: the Tab key reaches whatever can be used, and shows where it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import House

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

USABLE = """() => {
  const all = [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], [tabindex='0']")];
  const usable = all.filter((each) => each.checkVisibility() && each.tabIndex >= 0
    // Of a group of radio buttons the Tab key reaches the one that is chosen; arrows do the rest.
    && (each.type !== "radio" || each.checked));
  usable.forEach((each, place) => { each.dataset.place = place; });
  return usable.map((each) => each.outerHTML.slice(0, 120));
}"""
FOCUSED = """() => {
  const here = document.activeElement;
  const shows = [null, "::after"].some((part) => getComputedStyle(here, part).outlineStyle !== "none");
  return [here.dataset.place ?? null, shows || here.matches("audio")];
}"""


def test_everything_is_reached_and_seen_to_be_reached(chromium: Browser, house: House) -> None:
    missed: dict[str, list[str]] = {}
    for sight in house.sights:
        context = chromium.new_context(viewport={"width": 390, "height": 844})
        page = context.new_page()
        sight.open(page, house.url)
        page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0)")
        usable: list[str] = page.evaluate(USABLE)
        reached: set[int] = set()
        unseen: set[int] = set()
        # A player has several stops of its own, and a field for a day has one for each part of it.
        for _ in range(4 * len(usable) + 40):
            page.keyboard.press("Tab")
            place, shows = page.evaluate(FOCUSED)
            if place is not None:
                reached.add(int(place))
                if not shows:
                    unseen.add(int(place))
            if len(reached) == len(usable):
                break
        wrong = [f"not reached: {each}" for at, each in enumerate(usable) if at not in reached]
        wrong += [f"no focus to be seen: {usable[at]}" for at in sorted(unseen)]
        if wrong:
            missed[sight.name] = wrong
        context.close()
    assert missed == {}
