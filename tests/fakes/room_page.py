"""A page over a room: a recorder that says what it is told, and services that answer orders."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from daemon.base.clock import SystemClock
from daemon.base.control import Orders
from daemon.base.lock import WriterLock
from daemon.hub.client import lock_path
from daemon.meetings import Job, MeetingFolder
from daemon.meetings.queue import jobs_dir
from daemon.meetings.receipts import Heard
from daemon.spool.recorder_status import LiveRecording, Microphone, RecorderState, RecorderStatus
from guardrails.core.types import Segment
from pipelines.compose import Occasion, compose_note, rules_engine
from pipelines.note import Engines, Note
from pipelines.rules import draft_by_rules
from pipelines.speech.passages import Mark
from pipelines.transcript import Transcript
from tests.fakes.reader import reader_of
from web.app import create_app

ID = "20261120-090000-09af"
NOW = datetime(2026, 11, 20, 9, 25, tzinfo=UTC)


def note_by_rules(texts: Sequence[str], note_id: str, source: str, now: datetime = NOW) -> Note:
    """The note so far of somebody who says these sentences, one every half minute."""
    said = tuple(Segment(f"s{n}", 30.0 * n, 30.0 * n + 5, None, text) for n, text in enumerate(texts))
    return compose_note(
        draft_by_rules(said),
        Transcript(language="en", segments=said),
        Occasion(note_id, source, now, now.date()),
        Engines(rules=rules_engine()),
    )


def recorder_status(state: RecorderState = "recording", **changes: Any) -> RecorderStatus:
    """What the recorder tells while it records, is paused in a recording, or waits."""
    recording = LiveRecording(
        id=ID,
        started_at=NOW - timedelta(minutes=25),
        started_by="voice",
        duration_s=1503,
        speech_s=1200,
        quiet_s=0,
        overflows=0,
    )
    status = RecorderStatus(
        pid=1,
        at=NOW,
        boot_s=SystemClock().boot_s(),
        state=state,
        listening=True,
        listening_detail="",
        recording=None if state == "idle" else recording,
        microphone=Microphone(state="open", name="USB room microphone", detail="16 kHz"),
        level_dbfs=-31,
        alarm=None,
        problem=None,
        overflows=0,
        disk_free_bytes=10**11,
        disk_hours_left=900,
    )
    return status.model_copy(update=changes)


class RoomPage:
    """The page as a browser on the machine itself, its administrator, meets it."""

    def __init__(self, state_dir: Path) -> None:
        self.state_dir = state_dir
        self.status: RecorderStatus | None = recorder_status()
        self.app = create_app(
            reader_of(),
            timezone=UTC,
            state_dir=state_dir,
            open_recorder=lambda: self.status,
            now=lambda: NOW,
        )
        self.client: FlaskClient = self.app.test_client()

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers)

    def send(self, method: str, path: str, data: Any = None, **options: Any) -> Any:
        """As a form or a script of ours does it."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.get("/record").text)
        assert found
        headers = {"Origin": "http://localhost", "X-CSRF-Token": found[1]}
        return self.client.open(path, method=method, data=data, headers=headers, **options)

    def heard(self, *texts: str, of: str = ID) -> None:
        """Those passages, half a minute each, are written down of the recording."""
        folder = MeetingFolder(self.state_dir, of)
        folder.receipts.mkdir(parents=True, exist_ok=True)
        lines = [
            Heard(
                segments=(Segment(f"s{number}", 30.0 * number, 30.0 * number + 5, None, text),),
                mark=Mark(heard_s=30.0 * (number + 1), segments=number + 1),
                flags=(),
                warnings=(),
                engine=None,
            ).model_dump_json()
            for number, text in enumerate(texts)
        ]
        temporary = folder.heard.with_suffix(".new")
        temporary.write_text("\n".join(lines) + "\n")
        temporary.rename(folder.heard)

    def add_job(self, job: Job) -> None:
        jobs_dir(self.state_dir).mkdir(parents=True, exist_ok=True)
        (jobs_dir(self.state_dir) / f"{job.id}.json").write_text(job.model_dump_json())

    @contextmanager
    def hub(self, answer: Callable[[str, dict[str, Any]], Any] = lambda *_: {"id": None}) -> Iterator[None]:
        """One that is there and gives `answer` to orders; without another, it knows no file."""
        path = lock_path(self.state_dir)
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(WriterLock(path)), self.answering("hub", answer):
            yield

    @contextmanager
    def answering(self, service: str, answer: Callable[[str, dict[str, Any]], Any]) -> Iterator[None]:
        """A service that answers each order with what `answer` makes of it: details, or a refusal's text."""
        orders = Orders(self.state_dir, service, SystemClock())
        done = threading.Event()

        def serve() -> None:
            while not done.wait(0.01):
                for order in orders.pending():
                    told = answer(order.do, order.arguments)
                    if isinstance(told, str):
                        orders.answer(order, message=told, ok=False, exit_code=2)
                    else:
                        orders.answer(order, message="done", details=told)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
