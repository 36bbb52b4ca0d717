"""A device that has lost the network, of a page with TLS: without it browsers have nothing to show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from playwright.sync_api import Browser, Playwright, expect

from daemon.access.certificates import Certificates
from daemon.notes.store import NoteStore
from tests.e2e.conftest import CHROMIUM, CHROMIUM_ARGS
from tests.e2e.test_page import PHONE
from tests.fakes.meetings import office_move
from tests.fakes.serving import answering
from web.app import create_app
from web.server import Server

pytestmark = pytest.mark.browser

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const kept of await (await caches.open(name)).keys()) found.push(new URL(kept.url).pathname);
    return found;
}"""


@pytest.fixture
def trusting(playwright: Playwright) -> Iterator[Browser]:
    """A browser that takes the certificate, as a device does that trusts the machine's authority."""
    args = [*CHROMIUM_ARGS, "--ignore-certificate-errors"]
    with closing(playwright.chromium.launch(executable_path=CHROMIUM, args=args)) as browser:
        yield browser


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(office_move())
        yield create_app(lambda: nullcontext(store), timezone=ZoneInfo("Europe/Berlin"))


def test_without_the_network_a_page_says_so_and_no_note_is_on_the_device(
    tmp_path: Path, trusting: Browser, app: Flask
) -> None:
    certificates = Certificates(tmp_path)
    certificates.make(("127.0.0.1",), ("127.0.0.0/8",), datetime.now(UTC))
    tls, title = certificates.context(), office_move().title
    with closing(trusting.new_context(**PHONE)) as context:
        page = context.new_page()
        heading = page.get_by_role("heading", level=1)
        with answering(Server(app, "127.0.0.1", 0, tls=tls)) as server:
            address = f"{server.url}/meetings/office-move"
            page.goto(address)
            page.evaluate("navigator.serviceWorker.ready.then(() => {})")
            page.goto(address)
            expect(heading).to_have_text(title)
            page.goto(f"{server.url}/actions")
            port = server.port
        page.goto(address)
        expect(heading).to_have_text("Roomscribe cannot be reached")
        assert title not in page.content()
        assert page.evaluate(KEPT) == ["/static/offline.html"]
        with answering(Server(app, "127.0.0.1", port, tls=tls)):
            page.get_by_role("link", name="Try again").click()
            expect(heading).to_have_text(title)
            assert page.url == address


def test_nothing_is_installed_on_a_device_without_tls(app: Flask) -> None:
    assert "offline.js" not in app.test_client().get("/").text
    assert "offline.js" in app.test_client().get("/", base_url="https://localhost").text
