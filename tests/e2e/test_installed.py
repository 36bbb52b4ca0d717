"""The page as an application of the phone, and its keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import House, OpenPage
from tests.e2e.test_page import DESKTOP, PHONE

pytestmark = pytest.mark.browser


def test_a_browser_reads_the_manifest_and_its_icons(house: House, watched: Callable[..., Page]) -> None:
    page = watched(house.url, **PHONE)
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["display"] == "kStandalone"
    assert manifest["manifest"]["startUrl"] == f"{house.url}/"
    for icon in json.loads(manifest["data"])["icons"]:
        shown = page.evaluate(
            """async (src) => {
                const image = new Image();
                image.src = src;
                await image.decode();
                return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            urljoin(manifest["url"], icon["src"]),
        )
        assert shown == icon["sizes"]
    colours = page.locator("meta[name=theme-color]").evaluate_all("all => all.map((each) => each.content)")
    assert colours == ["#fbfaf7", "#141716"]


def test_a_slash_leads_to_the_search_and_stays_a_slash_in_a_field(open_page: OpenPage) -> None:
    page = open_page("/", **DESKTOP)
    search = page.get_by_label("Search all meetings")
    page.keyboard.press("/")
    expect(search).to_be_focused()
    expect(search).to_have_value("")
    page.keyboard.type("1/2")
    expect(search).to_have_value("1/2")
