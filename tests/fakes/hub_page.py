"""The page with a hub behind it, in one process: what a form asks for really happens."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daemon.base.clock import SystemClock
from daemon.base.config import Config, load_config, merge
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.hub.hub import Hub
from daemon.notes.store import NoteStore
from daemon.worker.status import Pulse
from daemon.worker.worker import Worker
from pipelines.note import Note
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines
from web.app import create_app
from web.security import Door
from web.site import utc_now
from web.views.room import OpenRecorder

BERLIN = ZoneInfo("Europe/Berlin")
_HIDDEN = re.compile(r'type="hidden" name="(edit|back)" value="([^"]*)"')


@dataclass
class HubPage:
    state: Path
    hub: Hub
    app: Flask
    client: FlaskClient

    @property
    def store(self) -> NoteStore:
        return self.hub.store

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer.text

    def submit(self, path: str, page: str = "/meetings/office-move", **fields: Any) -> TestResponse:
        """Send a form with the token that stands on `page`, and follow to what is shown then."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.client.get(page).text)
        assert found, f"there is no form at {page}"
        data = {"csrf": found[1], **fields}
        headers = {"Origin": "http://localhost"}
        return self.client.post(path, data=data, headers=headers, follow_redirects=True)

    def take_back(self, shown: str) -> TestResponse:
        """Press "Undo" in the message on the page `shown`."""
        message = shown.partition('class="toast"')[2].partition("</form>")[0]
        fields = {name: unescape(value) for name, value in _HIDDEN.findall(message)}
        return self.submit(re.findall('action="([^"]*)"', message)[0], **fields)

    def with_note(self, note: Note) -> HubPage:
        """This page, with `note` as it was made: what tests before changed is undone."""
        self.store.save(note)
        for edit in self.store.edits(note.id):
            self.store.undo(note.id, edit.id)
        return self


@contextmanager
def hub_page(
    state: Path,
    *,
    now: Callable[[], datetime] = utc_now,
    open_recorder: OpenRecorder = lambda: None,
    door: Door | None = None,
    configured: Mapping[str, Any] | None = None,
) -> Iterator[HubPage]:
    """A hub without inbox traffic or night jobs, in a thread of its own, until the end of the block.

    `configured`: sections and keys that differ from the defaults. The page takes the other arguments as
    `create_app` does.
    """
    defaults = load_config(None, system=state / "no-such-file")
    config = Config.model_validate(merge(defaults.model_dump(), dict(configured or {})))
    with ExitStack() as stack:
        hub = Hub(state, lambda: config, SystemClock(), Notifier({}), stack, jobs={})
        app = create_app(
            lambda: nullcontext(hub.store),
            timezone=BERLIN,
            state_dir=state,
            now=now,
            open_recorder=open_recorder,
            door=door,
            config=lambda: config,
        )
        thread = threading.Thread(target=hub.run)
        thread.start()
        try:
            yield HubPage(state, hub, app, app.test_client())
        finally:
            hub.stop()
            thread.join()


def rules_worker(state: Path) -> Worker:
    """The worker beside the hub, on a machine without models."""
    config = configured(locale={"timezone": f"{BERLIN}"})
    pulse = Pulse(run_dir(state, {}), Notifier({}))
    return Worker(state, config, ScriptedEngines(()), SystemClock(), pulse)
