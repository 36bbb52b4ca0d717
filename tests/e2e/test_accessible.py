"""Every page by the rules of axe-core (WCAG 2.2 and good practice): light and dark, from 320 to 1920 px.

`make test` looks at a phone in light and a desk in dark; `make test-system` at every width in both.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import House
from tests.e2e.every_page import stay

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1200)]
"""Some 50 pages: minutes on a slow machine."""

FETCH = Path(__file__).parents[2] / "scripts" / "fetch_axe.sh"
WIDTHS = (320, 390, 768, 1280, 1920)
LOOKS = [
    pytest.param("light", WIDTHS[:1], id="light-phone"),
    pytest.param("dark", WIDTHS[3:4], id="dark-desk"),
    pytest.param("light", WIDTHS, id="light-all", marks=pytest.mark.system),
    pytest.param("dark", WIDTHS, id="dark-all", marks=pytest.mark.system),
]
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


@pytest.mark.parametrize(("scheme", "widths"), LOOKS)
def test_no_page_breaks_a_rule_or_scrolls_sideways(
    chromium: Browser, axe: str, house: House, scheme: Any, widths: tuple[int, ...]
) -> None:
    found: dict[str, list[str]] = {}
    for sight in house.sights:
        context = chromium.new_context(color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        page.set_viewport_size({"width": widths[0], "height": HEIGHT})
        sight.open(page, house.url)
        page.evaluate(axe)
        for width in widths:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            wrong = page.evaluate(LOOK)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append("it scrolls sideways")
            if wrong:
                found[f"{sight.name}, {width} px"] = wrong
        context.close()
    assert found == {}


@pytest.mark.parametrize("code", ["de", pytest.param("fr", marks=pytest.mark.system)])
def test_longer_words_break_no_rule_and_no_line(chromium: Browser, axe: str, house: House, code: str) -> None:
    """In the other languages, on the narrowest phone; pages that need a press are those of the test above."""
    found: dict[str, list[str]] = {}
    for sight in house.sights:
        if sight.prepare is not stay:
            continue
        context = chromium.new_context(locale=code, reduced_motion="reduce")
        page = context.new_page()
        page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
        sight.open(page, house.url)
        assert page.evaluate("document.documentElement.lang") == code
        page.evaluate(axe)
        wrong = page.evaluate(LOOK)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append("it scrolls sideways")
        if wrong:
            found[sight.name] = wrong
        context.close()
    assert found == {}
