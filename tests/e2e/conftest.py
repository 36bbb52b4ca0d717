"""A real Chromium in front of a real server over a real store.

Every page that a test opens is watched: an error on its console, or a request to anything but the server,
fails the test that caused it.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from daemon.notes.store import NoteStore
from pipelines.note import Note
from tests.e2e.every_page import NAME, Sight, served, sights
from tests.fakes.hub_page import HubPage
from tests.fakes.meetings import STARTED, office_move
from tests.fakes.pulse import VirtualRoom, missing_programs
from web.app import create_app
from web.server import Server

# What is expected comes at once, except on a machine that is busy with other work.
expect.set_options(timeout=30_000)

# The shell is Chromium without a desktop around its pages: a page costs it a third of the processor's time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
CHROMIUM_ARGS = (
    "--headless=new",
    "--no-sandbox",  # tests may run as root, in a container
    "--disable-gpu",
    # Nothing of the browser's own may reach for the network.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The machine by the name that other devices use, so that it asks for the PIN.
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)


class OpenPage(Protocol):
    """Opens `path` of the server in a browser of its own, with options of playwright's `new_context`."""

    def __call__(self, path: str, **options: Any) -> Page: ...


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The one for all browsers: a second one in the same thread is refused."""
    if CHROMIUM is None:
        pytest.skip("NO BROWSER TEST RAN: `apt-get install chromium-headless-shell` brings what it needs")
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGS))
    with closing(browser):
        yield browser


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualRoom]:
    """A conference room with a virtual microphone."""
    if missing := missing_programs():
        pytest.skip(
            f"THE VIRTUAL MICROPHONE DID NOT RUN: no {', '.join(missing)} here; "
            "`apt-get install pulseaudio pulseaudio-utils libasound2-plugins` brings it"
        )
    with closing(VirtualRoom(tmp_path_factory.mktemp("room"))) as virtual:
        yield virtual


@dataclass(frozen=True)
class House:
    """A furnished appliance that answers at `url`."""

    page: HubPage
    url: str

    @property
    def sights(self) -> tuple[Sight, ...]:
        return sights(self.page)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One for all tests of a module: what one changes, the next one finds."""
    with served(tmp_path_factory.mktemp("house")) as (page, url):
        yield House(page, url)


@pytest.fixture
def serve_notes(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Stores the given notes and serves them; returns the address."""
    cleanups: list[Callable[[], None]] = []

    def start(*notes: Note) -> str:
        with NoteStore.open_writer(tmp_path) as writer:
            for note in notes:
                writer.save(note)
        store = NoteStore.open_reader(tmp_path)
        server = Server(
            create_app(lambda: nullcontext(store), timezone=ZoneInfo("Europe/Berlin"), state_dir=tmp_path),
            "127.0.0.1",
            0,
        )
        thread = threading.Thread(target=server.run)
        thread.start()
        cleanups.extend([server.stop, thread.join, server.close, store.close])
        return server.url

    yield start
    for cleanup in cleanups:
        cleanup()


@pytest.fixture
def server_url(serve_notes: Callable[..., str]) -> str:
    """A server over two meetings."""
    earlier = office_move("earlier", STARTED - timedelta(days=1)).model_copy(
        update={"title": "Weekly review"}
    )
    return serve_notes(office_move(), earlier)


@pytest.fixture
def watched(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address and, at the end, fails on console errors and on requests to other hosts."""
    contexts, complaints = [], []

    def open_address(url: str, **options: Any) -> Page:
        context = chromium.new_context(**options)
        contexts.append(context)
        origin = "/".join(url.split("/")[:3]) + "/"
        context.on(
            "request",
            lambda request: None if request.url.startswith(origin) else complaints.append(request.url),
        )
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on(
            "console",
            lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None,
        )
        page = context.new_page()
        page.goto(url)
        return page

    yield open_address
    for context in contexts:
        context.close()
    # A page that still asks for news when its server is stopped at the end of a test has done nothing wrong.
    assert [each for each in complaints if "ERR_CONNECTION_RE" not in each] == []


@pytest.fixture
def open_page(server_url: str, watched: Callable[..., Page]) -> OpenPage:
    return lambda path, **options: watched(server_url + path, **options)
