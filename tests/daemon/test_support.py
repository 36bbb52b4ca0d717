"""`roomscribe support` as somebody reads it who was in none of the meetings."""

from __future__ import annotations

import json
import os
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.access import Pins, seal
from daemon.base.clock import SystemClock
from daemon.base.durable import make_folder
from daemon.base.version import full_version
from daemon.cli.main import roomscribe, run
from daemon.hub.nightly.report import Report, write_report
from daemon.machine.check import Host
from daemon.machine.support import report
from daemon.meetings import Job
from daemon.meetings.job import Failure
from daemon.meetings.queue import jobs_dir
from daemon.notes.store import NoteStore
from daemon.spool.recorder_status import Microphone, status_path, write_status
from daemon.worker.status import WorkerStatus
from pipelines.editing import ChangeItem, ItemFields
from tests.fakes.room_page import recorder_status

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
PIN = "48291370"
PLANTED = (
    "xylophone", "Quibbleton", "Zanzibar", "Ozymandias", "Featherstone", "Marmalade", "Wisteria", "Bandicoot",
    "Periwinkle", "Thistledown", "Kumquat", "Gargoyle", "Saffron", "Obelisk", PIN,
)  # fmt: skip
"""Each in a place of its own."""
TRANSCRIPT = """\
WEBVTT

00:00.000 --> 00:09.000
<v Ada Quibbleton>I'll send the xylophone to legal by Friday.

00:09.000 --> 00:15.000
<v Rufus Featherstone>We decided to sell the Marmalade.
"""
CONFIG = """\
[vocabulary]
roster = ["Lena Wisteria"]
words = ["Bandicoot"]
[recorder]
device = "Periwinkle"
reserve_mb = 700
start = "button"
[web]
names = ["thistledown.example"]
[backup]
folder = "{folder}"
"""
JOURNAL = (
    ("1", "roomscribe-worker.service: Main process exited, code=killed, status=9/KILL"),
    ("77", "Kumquat.docx: rejected (it is about the Gargoyle); it is in inbox/rejected/Kumquat.docx"),
    ("77", "wrong PIN from 192.168.7.7, number 3"),
    ("77", f"somebody typed {PIN} at the Obelisk"),
    ("77", "the Saffron deal"),
    ("77", "recording 20261119-153500-09af: taken in"),
    ("77", '  File "{source}", line 41, in saffron'),
    ("77", '  File "/srv/Saffron/daemon/base/log.py", line 41, in saffron'),
    ("77", "    raise ValueError(saffron)"),
    ("77", "ValueError: no Saffron"),
)
"""Process and message."""


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state in which every file holds something that nobody else may read."""
    state = tmp_path / "state"
    meeting = tmp_path / "Zanzibar 2026-11-16.vtt"
    meeting.write_text(TRANSCRIPT)
    assert (
        run(roomscribe, ["--state", str(state), "process", str(meeting), "--engine", "rules", "--save"]) == 0
    )
    with NoteStore.open_writer(state) as store:
        [head] = store.heads()
        item = store.get(head.id).action_items[0].id
        change = ChangeItem(kind="action", item=item, fields=ItemFields(owner="Ozymandias"))
        store.edit(head.id, change, NOW, "viewer")
    inbox = state / "inbox"
    make_folder(inbox)
    (inbox / "Kumquat.docx").write_text("Gargoyle")
    failure = Failure(at=NOW, step="draft", reason="cannot read the Gargoyle")
    job = Job(
        id="20261120-090000-00aa",
        source="Kumquat.mp3",
        priority="normal",
        created_at=NOW,
        state="aside",
        reason="internal error: KeyError: Gargoyle",
        failures=(failure,),
    )
    make_folder(jobs_dir(state))
    (jobs_dir(state) / "job.json").write_text(job.model_dump_json())
    write_report(state, Report(job="integrity", at=NOW, problems=("Saffron is damaged",)))
    microphone = Microphone(state="open", name="Periwinkle", detail="")
    write_status(status_path(state, {}), recorder_status("idle", microphone=microphone))
    worker = WorkerStatus(
        job=job.id, source=job.source, stage="drafting by rules", fraction=0.5, pid=os.getpid()
    )
    (state / "run" / "worker.json").write_text(worker.model_dump_json())
    (state / "settings.json").write_text('{"vocabulary": {"words": ["Obelisk"]}}')
    (state / "Saffron").mkdir()
    Pins(state).put({"viewer": seal(PIN, NOW)})
    folder = tmp_path / "Thistledown"
    folder.mkdir()
    (tmp_path / "config.toml").write_text(CONFIG.format(folder=folder))
    monkeypatch.setattr("daemon.spool.recorder_status.STALE_S", 3600.0)  # as if it went on writing
    monkeypatch.setenv("PATH", f"{_journalctl(tmp_path)}:{os.environ['PATH']}")
    return state


def _journalctl(folder: Path) -> Path:
    """A `journalctl` that prints JOURNAL as journald does, whatever it is asked for."""
    source = Path(sys.modules["daemon.base.log"].__file__ or "")
    lines = (
        {
            "__REALTIME_TIMESTAMP": str(1_795_000_000_000_000 + number),
            "_PID": pid,
            "_SYSTEMD_UNIT": "init.scope" if pid == "1" else "roomscribe-hub.service",
            "PRIORITY": "3" if "wrong PIN" in message else "6",
            "MESSAGE": message.replace("{source}", str(source)),
        } | ({"UNIT": "roomscribe-worker.service"} if pid == "1" else {})
        for number, (pid, message) in enumerate(JOURNAL)
    )  # fmt: skip
    entries = folder / "journal.json"
    entries.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    (folder / "bin").mkdir()
    command = folder / "bin" / "journalctl"
    command.write_text(f"#!/bin/sh\nexec cat '{entries}'\n")
    command.chmod(0o755)
    return folder / "bin"


def test_no_word_of_a_meeting_is_in_the_report_and_what_helps_is(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.md"
    options = ["--state", str(state), "--config", str(tmp_path / "config.toml")]
    assert run(roomscribe, [*options, "support", str(file)]) == 0
    assert "read it before you send it" in capsys.readouterr().out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text()
    assert not [word for word in PLANTED if word.lower() in text.lower()]
    for line in (
        f"Roomscribe {full_version()}, Python 3.",
        "recorder.reserve_mb = 700",
        "recorder.start = button",
        "vocabulary.roster = … (1 entries)",
        "ok       configuration\n",
        "ok       microphone\n",
        "level_dbfs = -31.0",
        "microphone open, -31 dBFS, 0 overflows",
        "1 meetings",
        "aside, transcribe, normal, turn 0, 0 strikes, 0 kills, reason: …",
        "2026-11-20 09:00 draft failed",
        "worker: at work 50%",
        "1 notes, 0 of them private, ",
        "integrity: 2026-11-20 09:00",
        "        problems: 1\n",
        "missing, in use: Systran/faster-whisper-",
        "roomscribe-worker: roomscribe-worker.service: Main process exited, code=killed, status=9/KILL",
        "<3> roomscribe-hub: …\n",
        "… 3 more\n",
        "roomscribe-hub: File daemon/base/log.py, line 41",
        "roomscribe-hub: ValueError\n",
    ):
        assert line in text


def test_a_report_is_made_of_a_state_that_is_broken(tmp_path: Path) -> None:
    state, file = tmp_path / "state", tmp_path / "report.md"
    (state / "notes").mkdir(parents=True)
    (state / "notes" / "notes.journal").write_bytes(b"xylophone\n" * 3)
    assert run(roomscribe, ["--state", str(state), "support", str(file)]) == 0
    text = file.read_text()
    assert "could not be collected: StateDamagedError" in text
    assert "## Models and speeds" in text
    assert "xylophone" not in text


def test_the_state_is_read_after_root_has_dropped_its_rights(state: Path, tmp_path: Path) -> None:
    host = Host(state_dir=state, config_file=tmp_path / "config.toml", clock=SystemClock())
    entries = tmp_path / "journal.json"

    def drop() -> None:
        entries.write_text("")  # what takes root has been read
        write_report(state, Report(job="backup", at=NOW))  # what lies in the state has not

    text = report(host, drop)
    assert "roomscribe-hub: ValueError" in text
    assert "backup: 2026-11-20 09:00" in text


def test_what_is_there_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "notes.md"
    file.write_text("mine")
    link = tmp_path / "link.md"
    link.symlink_to(tmp_path / "elsewhere")
    for path in (file, link):
        assert run(roomscribe, ["--state", str(tmp_path), "support", str(path)]) == 2
        assert f"{path} is there already" in capsys.readouterr().err
    assert file.read_text() == "mine"
    assert not (tmp_path / "elsewhere").exists()
