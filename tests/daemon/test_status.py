"""`roomscribe status`: the state of the box, gathered from what services and jobs have left behind."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.access import seal
from daemon.base.clock import SystemClock
from daemon.base.config import load_config, packaged_config
from daemon.base.durable import make_folder
from daemon.base.lock import WriterLock
from daemon.base.paths import SYSTEM_STATE
from daemon.base.systemd import Notifier
from daemon.cli.main import roomscribe, run
from daemon.hub.client import lock_path
from daemon.hub.nightly.report import Report, write_report
from daemon.hub.status import HubReport
from daemon.machine.check import Host
from daemon.machine.check.overview import overview
from daemon.meetings import Job, JobQueue
from daemon.notes.store import NoteStore
from daemon.spool.recorder_status import Microphone, live_status, write_status
from daemon.worker.status import Pulse
from tests.fakes.meetings import STARTED, office_move
from tests.fakes.room_page import recorder_status


class Box:
    """A state directory on which services have worked, and whose status is asked."""

    def __init__(self, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.state = state
        self._capsys = capsys

    def status(self) -> tuple[int, dict[str, Any]]:
        """Exit code, and findings by name."""
        code = run(roomscribe, ["--state", str(self.state), "status", "--json"])
        told = json.loads(self._capsys.readouterr().out)
        return code, told | {each["probe"]: each for each in told["findings"]}

    def works(self, **recorder: Any) -> None:
        """All services have said that they work; the hub has a note."""
        Pulse(self.state / "run", Notifier({})).idle()
        write_status(self.state / "run/recorder.json", recorder_status("idle", **recorder))
        with NoteStore.open_writer(self.state) as store:
            store.save(office_move())
            HubReport(self.state).write(store, None)


@pytest.fixture
def box(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Box:
    make_folder(tmp_path / "hub")
    return Box(tmp_path, capsys)


def test_a_box_that_works_says_so_with_its_figures(box: Box) -> None:
    box.works()
    write_report(box.state, Report(job="backup", at=datetime.now(UTC), lines=("made",)))
    with closing(WriterLock(lock_path(box.state))):
        code, told = box.status()
    assert (code, told["status"]) == (0, "ok")
    assert {each["probe"]: each["status"] for each in told["findings"]} == {
        **dict.fromkeys(("recorder", "worker", "hub", "microphone", "queue", "notes", "nightly"), "ok"),
        "disk": told["disk"]["status"],
        "temperature": told["temperature"]["status"],
        "configuration": "ok",
    }
    assert told["version"]
    assert told["notes"]["details"] == {"notes": 1, "last_note_at": STARTED.isoformat()}
    assert told["nightly"]["details"]["backup"]["age_s"] < 3600
    assert told["microphone"]["details"]["level_dbfs"] == -31


def test_a_box_that_is_off_fails(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = box.status()
    assert (code, told["status"]) == (1, "fail")
    assert [told[name]["message"] for name in ("recorder", "worker", "hub")] == ["not running"] * 3
    assert run(roomscribe, ["--state", str(box.state), "status"]) == 1
    assert "fail     hub            not running" in capsys.readouterr().out


def test_what_was_set_aside_is_a_warning(box: Box) -> None:
    box.works()
    now = datetime.now(UTC)
    queue = JobQueue(box.state)
    for number, state in enumerate(("aside", "waiting")):
        job = Job(id=f"20261120-090000-000{number}", source="a.m4a", priority="normal", created_at=now)
        queue.put(job.model_copy(update={"state": state}))
    with closing(WriterLock(lock_path(box.state))):
        code, told = box.status()
    assert code == 5
    assert told["queue"]["message"] == "meetings waiting: 1, set aside: 1"
    assert "a.m4a" not in json.dumps(told), "it may be a private one"


def test_what_fails_is_told_by_the_service_that_knows(box: Box) -> None:
    missing = Microphone(state="missing", name="", detail="no microphone is connected")
    box.works(microphone=missing)
    write_report(box.state, Report(job="backup", at=datetime.now(UTC), problems=("plug its disk in",)))
    with NoteStore.open_reader(box.state) as store:
        HubReport(box.state).write(store, "disk full, 3 files wait")
    with closing(WriterLock(lock_path(box.state))):
        code, told = box.status()
    assert code == 1
    assert told["hub"]["message"] == "disk full, 3 files wait"
    assert told["microphone"]["message"] == "no microphone is connected"
    assert told["nightly"]["message"].endswith("plug its disk in; no good backup is recorded")


def test_the_advice_fits_how_the_services_are_run_and_names_what_is_not_installed(box: Box) -> None:
    box.works(microphone=Microphone(state="missing", name="", detail="no microphone is connected"))
    _, told = box.status()
    assert told["hub"]["advice"] == "see what `roomscribe run` prints"
    appliance = Host(SYSTEM_STATE, None, SystemClock(), settings=lambda: load_config(packaged_config()))
    advice = {each.probe: each.advice for each in overview(appliance, None).findings}
    assert advice["hub"] == "see `systemctl status 'roomscribe*'`"
    bare = Host(box.state, None, SystemClock(), which=lambda _: None)
    [microphone] = (
        each
        for each in overview(bare, live_status(box.state, bare.clock)).findings
        if each.probe == "microphone"
    )
    assert microphone.install == "sudo apt install alsa-utils"


def test_a_private_meeting_is_no_last_note(box: Box) -> None:
    box.works()
    with NoteStore.open_writer(box.state) as store:
        store.make_private(office_move().id, seal("12345678", datetime.now(UTC)))
        HubReport(box.state).write(store, None)
    assert box.status()[1]["notes"]["details"] == {"notes": 0, "last_note_at": None}
