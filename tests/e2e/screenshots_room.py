"""Take the pictures of the room and its queue anew: `python -m tests.e2e.screenshots_room`.

They show a meeting that goes on. Look at them before they are committed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from contextlib import closing
from pathlib import Path

from playwright.sync_api import sync_playwright

from daemon.jobs import Claim, Job, WorkFolder
from daemon.jobs.job import Failure
from daemon.worker.status import WorkerStatus
from tests.e2e.conftest import CHROMIUM_ARGS
from tests.e2e.screenshots import DESKTOP, PHONE, PICTURES, _as_on_a_phone
from tests.fakes.room_page import ID, NOW, RoomPage
from web.server import Server

SAID = (
    "Let us begin with the lease. Legal have looked at it.",
    "I'll send the signed lease to legal by Friday.",
    "And who calls the movers?",
    "I can do that, if the date holds.",
)


def main() -> None:
    with tempfile.TemporaryDirectory() as state:
        room = RoomPage(Path(state))
        room.heard(*SAID)
        _fill_queue(room)
        with room.hub(), closing(Server(room.app, "127.0.0.1", 0)) as server:
            thread = threading.Thread(target=server.run)
            thread.start()
            try:
                _take(server.url)
            finally:
                server.stop()
                thread.join()


def _fill_queue(room: RoomPage) -> None:
    failure = Failure(at=NOW, step="transcribe", reason="out of memory")
    jobs = (
        Job(id=ID, source=f"recording {ID}", priority="live", created_at=NOW, needs="audio"),
        Job(id="20261120-aa", source="board meeting.m4a", priority="normal", created_at=NOW),
        Job(id="20261120-bb", source="workshop.mp3", priority="backlog", created_at=NOW),
    )
    failed = jobs[2].model_copy(
        update={
            "state": "aside",
            "reason": "the speech model failed twice",
            "failures": (failure,),
        }
    )
    for job in (*jobs[:2], failed):
        room.add_job(job)
    work = WorkFolder(room.state_dir)
    work.make()
    work.put_claim(
        Claim(job=jobs[1].id, turn=1, pid=1, boot_id="x", oom_kills=None, started_at=NOW),
    )
    status = WorkerStatus(job=jobs[1].id, stage="transcribing", fraction=0.62, eta_s=540, pid=os.getpid())
    (room.state_dir / "run").mkdir()
    (room.state_dir / "run" / "worker.json").write_text(status.model_dump_json())


def _take(url: str) -> None:
    shots = (
        ("record-phone", "/record", PHONE, "light"),
        ("record-phone-dark", "/record", PHONE, "dark"),
        ("record-desktop", "/record", DESKTOP, "light"),
        ("queue-phone", "/queue", PHONE, "light"),
        ("upload-phone", "/upload", PHONE, "light"),
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(CHROMIUM_ARGS)
        )
        for name, path, viewport, scheme in shots:
            page = browser.new_context(
                viewport=viewport,  # type: ignore[arg-type]  # playwright's own class is a dictionary
                color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
            ).new_page()
            page.route("**/page.css", _as_on_a_phone)
            page.goto(url + path)
            page.screenshot(path=PICTURES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
