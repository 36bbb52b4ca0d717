"""The page in the browser's language, and in one that is chosen on a device, with what its scripts say."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import House

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_it_is_german_by_the_browser_and_french_by_choice(chromium: Browser, house: House) -> None:
    context = chromium.new_context(locale="de-AT", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{house.url}/actions")
    tick = page.locator(".tick").first
    expect(tick).to_have_accessible_name("Erledigt: Pay the courier bill")
    tick.click()
    expect(page.locator("#ticked")).to_have_text("Erledigt: Pay the courier bill")
    expect(tick).to_have_accessible_name("Wieder öffnen: Pay the courier bill")
    tick.click()
    expect(page.locator("#ticked")).to_have_text("Wieder geöffnet: Pay the courier bill")
    page.goto(f"{house.url}/meetings/office-move#transcript")
    page.get_by_label("Im Transkript finden").fill("xylophone")
    expect(page.locator("[data-count]")).to_have_text("nicht gefunden")
    page.get_by_role("button", name="Français").click()
    expect(page).to_have_url(f"{house.url}/meetings/office-move")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto(house.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Réunions")
    expect(page.get_by_role("button", name="Français")).to_have_attribute("aria-current", "true")
    context.close()
