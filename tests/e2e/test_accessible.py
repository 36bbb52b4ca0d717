"""Every page by the rules of axe-core (WCAG 2.2 and good practice): light and dark, from 320 to 1920 px.

On a phone, what is tapped is as large as a thumb on each of them.

`make test` looks at a phone in light and a desk in dark; `make test-system` at every width in both, and at
the other languages.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import House
from tests.e2e.every_page import Sight, stay
from tests.e2e.test_long_note import SMALL, THUMB_PX

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1200)]
"""Some 50 pages: minutes on a slow machine."""

FETCH = Path(__file__).parents[2] / "scripts" / "fetch_axe.sh"
WIDTHS = (320, 390, 768, 1280, 1920)
PHONES = WIDTHS[:2]
SOME = (("light", WIDTHS[0]), ("dark", WIDTHS[3]))
ALL = tuple((scheme, width) for scheme in ("light", "dark") for width in WIDTHS)
LOOKS = [pytest.param(SOME, id="some"), pytest.param(ALL, id="all", marks=pytest.mark.system)]
HEIGHT = 900
LOOK = """async () => (await axe.run()).violations.flatMap(
    (rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.failureSummary}`))"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The program that looks."""
    found = subprocess.run([FETCH], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        pytest.skip(f"NO PAGE WAS LOOKED AT FOR ACCESSIBILITY: {found.stderr.strip()}")
    return Path(found.stdout.strip()).read_text()


@pytest.mark.parametrize("looks", LOOKS)
def test_no_page_breaks_a_rule_scrolls_sideways_or_is_hard_to_tap(
    chromium: Browser, axe: str, house: House, looks: tuple[tuple[Any, int], ...]
) -> None:
    found: dict[str, list[str]] = {}
    for sight in house.sights:
        with opened(chromium, house, sight) as page:
            page.evaluate(axe)
            for scheme, width in looks:
                page.emulate_media(color_scheme=scheme)
                found |= broken(page, f"{sight.name}, {scheme}", width)
    assert found == {}


@pytest.mark.system
@pytest.mark.parametrize("code", ["de", "fr"])
def test_longer_words_break_no_rule_and_no_line(chromium: Browser, axe: str, house: House, code: str) -> None:
    """In the other languages, on the narrowest phone; pages that need a press are those of the test above."""
    found: dict[str, list[str]] = {}
    for sight in house.sights:
        if sight.prepare is not stay:
            continue
        with opened(chromium, house, sight, locale=code) as page:
            assert page.evaluate("document.documentElement.lang") == code
            page.evaluate(axe)
            found |= broken(page, sight.name, WIDTHS[0])
    assert found == {}


@contextmanager
def opened(chromium: Browser, house: House, sight: Sight, **options: Any) -> Iterator[Page]:
    """On the narrowest phone, in a browser of its own."""
    viewport: Any = {"width": WIDTHS[0], "height": HEIGHT}
    with closing(chromium.new_context(reduced_motion="reduce", viewport=viewport, **options)) as context:
        page = context.new_page()
        sight.open(page, house.url)
        yield page


def broken(page: Page, name: str, width: int) -> dict[str, list[str]]:
    """What is wrong with the page at this width, by its name."""
    page.set_viewport_size({"width": width, "height": HEIGHT})
    wrong: list[str] = page.evaluate(LOOK)
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        wrong.append("it scrolls sideways")
    if width in PHONES:
        wrong += [f"{height} px high: {what}" for height, what in page.evaluate(SMALL, THUMB_PX)]
    return {f"{name}, {width} px": wrong} if wrong else {}
