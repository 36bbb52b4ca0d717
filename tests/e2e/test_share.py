"""A note leaves the page in two taps: copied, linked, printed, or one item of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_page import PHONE
from tests.fakes.meetings import office_move

pytestmark = pytest.mark.browser

HELD = """async (kind) => {
    const [held] = await navigator.clipboard.read();
    return (await held.getType(kind)).text();
}"""


@pytest.fixture
def page(serve_notes: Callable[..., str], watched: Callable[..., Page]) -> Page:
    note = office_move().model_copy(update={"title": "Rooms & <chairs>"})
    page = watched(serve_notes(note) + "/meetings/office-move", **PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def test_the_note_is_copied_as_rich_text_and_as_markdown(page: Page) -> None:
    page.locator(".share > summary").tap()
    page.get_by_role("button", name="Copy the note").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    markdown = page.evaluate(HELD, "text/plain")
    assert markdown.startswith("# Rooms & \\<chairs>\n")
    assert "- [ ] **Theo Brandt**: Send the signed lease to legal — due Fri 20 Nov 2026" in markdown
    rich = page.evaluate(HELD, "text/html")
    assert "Rooms &amp; &lt;chairs&gt;</h1>" in rich
    assert "Send the signed lease to legal" in rich
    assert not {"Edit", "Why?", "<a", "class="} & set(rich.replace(">", "> ").replace("=", "= ").split())
    expect(page.get_by_role("button", name="Copy the note")).to_be_visible()


def test_a_link_and_an_item_are_copied(page: Page) -> None:
    address = page.url
    page.locator(".share > summary").tap()
    page.get_by_role("button", name="Copy a link").tap()
    assert page.evaluate(HELD, "text/plain") == address
    item = page.locator("#item-a1")
    item.locator(".proof summary").tap()
    item.get_by_role("button", name="Copy: Send the signed lease to legal").tap()
    assert page.evaluate(HELD, "text/plain").splitlines() == [
        "Send the signed lease to legal",
        "Owner: Theo Brandt Due: Fri 20 Nov 2026 · “by Friday”",
        "“I'll send the signed lease to legal by Friday.”",
        f"{address}#item-a1",
    ]


def test_without_scripts_the_files_are_offered_alone(
    serve_notes: Callable[..., str], watched: Callable[..., Page]
) -> None:
    page = watched(serve_notes(office_move()) + "/meetings/office-move", **PHONE, java_script_enabled=False)
    page.locator(".share > summary").tap()
    expect(page.get_by_role("link", name="Word")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the note")).to_have_count(0)
