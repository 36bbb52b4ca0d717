"""The machine on its page: health that never blocks, nights, log, address, and settings."""

from __future__ import annotations

import logging
import threading
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from daemon.base.config import load_config, packaged_config
from daemon.base.log import TAIL
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.hub.nightly.report import Report, jobs_of_the_night, write_report
from daemon.machine.check import Finding
from daemon.machine.check import probes as health
from daemon.models.inventory import Listed
from daemon.models.presence import Record
from daemon.worker.pace import Pace
from daemon.worker.status import Pulse
from tests.fakes.reading import words
from tests.fakes.room_page import NOW, RoomPage, recorder_status
from web.views import system


@pytest.fixture
def page(tmp_path: Path) -> RoomPage:
    return RoomPage(tmp_path)


def test_the_page_comes_at_once_and_the_findings_when_they_are_there(
    page: RoomPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SEEN_BY_HUB", ("disk", "temperature"))
    first = page.get("/system").text
    assert "Checking the machine" in first
    assert "Checking the models" in first
    for thread in [each for each in threading.enumerate() if each.name == "health"]:
        thread.join(60)
    assert "Checking the models" not in page.get("/system/models/part").text
    text = page.get("/system/part").text
    assert "Checked at" in text
    assert "hours of recording" in text
    assert page.send("POST", "/system/check").status_code == 303


def test_services_and_microphone_tell_of_themselves(page: RoomPage) -> None:
    page.status = recorder_status(alarm="the microphone is mute")
    text = page.get("/system/part").text
    assert "Recording." in text
    assert "The microphone is mute." in text
    page.status = None
    assert "Not running." in page.get("/system/part").text


def test_weights_that_the_worker_found_damaged_are_named_with_the_command_that_helps(page: RoomPage) -> None:
    pulse = Pulse(run_dir(page.state_dir), Notifier({}))
    trouble = "model.bin has 8 bytes instead of 145,217,532; run `roomscribe models pull`"
    pulse.damaged((f"the speech model cannot be used: {trouble}",))
    text = page.get("/system/part").text
    assert "model.bin has 8 bytes instead of 145,217,532" in text
    assert "roomscribe models pull" in text
    told = {each["probe"]: each for each in page.get("/api/v1/status").json["findings"]}
    assert told["worker"]["status"] == "fail"
    assert "model.bin has 8 bytes instead of 145,217,532" in told["worker"]["message"]
    assert "roomscribe models pull" in told["worker"]["advice"]
    pulse.damaged(())
    assert "instead of" not in page.get("/system/part").text


def test_what_the_nights_did_is_shown_with_its_problems(page: RoomPage) -> None:
    write_report(page.state_dir, Report(job="backup", at=NOW, problems=("the disk is not there",)))
    text = page.get("/system").text
    assert "the disk is not there" in text
    assert "Last: Fri 20 Nov 2026 09:25 · Next: Sat 21 Nov 2026 03:30" in text


@pytest.mark.parametrize(
    ("at", "problems"), [("30 3 * * *", ("the disk is not there",)), ("", ())], ids=["on", "off"]
)
def test_a_nightly_job_that_was_turned_off_shows_no_old_problem(
    page: RoomPage, at: str, problems: tuple[str, ...]
) -> None:
    write_report(page.state_dir, Report(job="backup", at=NOW, problems=("the disk is not there",)))
    times = load_config(packaged_config()).nightly.model_copy(update={"backup": at})
    jobs = jobs_of_the_night(page.state_dir, times, NOW, UTC)
    [backup] = (each for each in system.nights(jobs, UTC, in_words=True) if each.name == "Backup")
    assert backup.problems == problems


def test_the_last_lines_of_the_log_are_there(page: RoomPage) -> None:
    TAIL.handle(logging.makeLogRecord({"msg": "something <odd>", "levelname": "WARNING"}))
    text = page.get("/system").text
    assert "WARNING something &lt;odd&gt;" in text
    assert "journalctl" in text


def test_the_address_is_one_that_other_devices_can_open(page: RoomPage) -> None:
    assert ".local:8080/</a>" in page.client.get("/system", base_url="http://localhost:8080").text
    answer = page.get("/system/address.svg")
    assert answer.content_type == "image/svg+xml"
    assert answer.data.startswith(b"<?xml")


def fields(**changes: str) -> dict[str, str]:
    return {
        "vocabulary.roster": "Ann Lee\r\n\r\n Bob ",
        "vocabulary.words": "",
        "recorder.device": "",
        "recorder.start": "voice",
        "recorder.allowed_hours": "mon-fri 7-20",
        "schedule.record": "",
        "retention.audio_days": "14",
        "retention.note_days": "0",
    } | changes


def test_settings_are_asked_of_the_hub_as_the_configuration_has_them(page: RoomPage) -> None:
    asked: list[tuple[str, Any]] = []
    with page.hub(lambda do, arguments: asked.append((do, arguments)) or {}):
        answer = page.send("POST", "/system/settings", fields())
    assert answer.status_code == 303
    [(do, arguments)] = asked
    assert do == "settings put"
    assert arguments["settings"]["vocabulary"] == {"roster": ["Ann Lee", "Bob"], "words": []}
    assert arguments["settings"]["retention"] == {"audio_days": 14, "note_days": 0}
    assert "Saved," in page.get(answer.headers["Location"]).text


def test_a_mistake_is_told_and_nothing_that_was_typed_is_lost(page: RoomPage) -> None:
    with page.hub(lambda *_: "[recorder] allowed_hours: no hours"):
        answer = page.send("POST", "/system/settings", fields(**{"recorder.allowed_hours": "whenever"}))
    assert answer.status_code == 400
    assert "[recorder] allowed_hours: no hours" in answer.text
    assert "whenever" in answer.text


@pytest.mark.parametrize("days", ["soon", "-1", "", "1.5", "999999"])
def test_days_are_whole_numbers(page: RoomPage, days: str) -> None:
    answer = page.send("POST", "/system/settings", fields(**{"retention.audio_days": days}))
    assert answer.status_code == 400
    assert "write a whole number of days" in answer.text


def test_without_a_hub_nothing_can_be_set(page: RoomPage) -> None:
    answer = page.send("POST", "/system/settings", fields())
    assert answer.status_code == 400
    assert "the hub is not running" in answer.text


def test_a_box_is_set_up_in_four_steps(page: RoomPage) -> None:
    asked: list[dict[str, Any]] = []
    with page.hub():
        assert "four steps" in page.get("/").text
    typed = (
        {"recorder.device": " jabra*510 "},
        {"recorder.start": "button", "recorder.allowed_hours": "mon-fri 8-18", "schedule.record": ""},
        {"vocabulary.roster": "Ann Lee\nBob", "vocabulary.words": ""},
    )
    where = "/system/settings?step=1"
    with page.hub(lambda do, arguments: asked.append(arguments["settings"]) or {}):
        for number, fields in enumerate(typed, start=1):
            shown = page.get(where).text
            assert f"Step {number} of 4" in shown
            assert all(f'name="{name}"' in shown for name in fields)
            where = page.send("POST", where, fields).headers["Location"]
    # Each step sends what it shows, and nothing else.
    assert asked == [
        {"recorder": {"device": "jabra*510"}},
        {
            "recorder": {"start": "button", "allowed_hours": ["mon-fri 8-18"], "consent": ""},
            "schedule": {"record": []},
        },
        {"vocabulary": {"roster": ["Ann Lee", "Bob"], "words": []}},
    ]
    last = page.get(where).text
    assert "Step 4 of 4" in last
    assert "sudo roomscribe models pull" in last
    assert page.client.get("/system/settings?step=5").status_code == 404


def test_the_page_tells_the_state_of_services_nights_and_settings(page: RoomPage) -> None:
    write_report(page.state_dir, Report(job="backup", at=NOW, lines=("roomscribe-1.tar.gz, 4 MB",)))
    page.status = recorder_status("paused", level_dbfs=-30.6)
    shown = words(page.get("/system").text)
    assert shown.startswith(
        "System Health Services and machine What State Finding Recorder good Off the record. "
        "Worker problem Not running. See what roomscribe run prints. "
        "Hub problem Not running. See what roomscribe run prints. "
        "Microphone good USB room microphone, -31 dBFS. "
        "Queue good Meetings waiting: 0. "
        "Notes unknown No status from the hub yet. "
        "Nightly jobs good All went well, the last backup on 2026-11-20 09:25. "
    )
    assert (
        "Settings Audio is kept for 30 days after its note is stored, notes for ever. "
        "Change settings Programs "
        "Nightly jobs Digest of the day Last: not yet · Next: Fri 20 Nov 2026 19:00 "
        "Digest of the week Last: not yet · Next: Fri 20 Nov 2026 19:10 "
        "Old audio and notes removed Last: not yet · Next: Sat 21 Nov 2026 02:30 "
        "Backup Last: Fri 20 Nov 2026 09:25 · Next: Sat 21 Nov 2026 03:30 roomscribe-1.tar.gz, 4 MB "
        "Store compacted Last: not yet · Next: Sat 21 Nov 2026 02:45 "
        "Store checked Last: not yet · Next: Sat 21 Nov 2026 03:00 "
        "Models checked Last: not yet · Next: Sun 22 Nov 2026 04:00 Models and versions" in shown
    )
    with page.hub():
        assert "Hub good Keeps the notes." in words(page.get("/system").text)


def test_each_finding_is_told_with_its_verdict_and_advice() -> None:
    findings = [
        Finding(probe="disk", status="ok", message="900 hours of recording fit"),
        Finding(
            probe="permissions", status="warn", message="a file is open to all", advice="run `chmod o-r`"
        ),
        Finding(probe="clock", status="skipped", message="only root may ask"),
    ]
    rows = system.health(findings)
    assert [(row.name, row.kind, row.verdict, row.text, row.advice) for row in rows] == [
        ("Disk", "ok", "good", "900 hours of recording fit.", None),
        (
            "Files",
            "warn",
            "warning",
            "A file is open to all.",
            "Run <code>chmod o-r</code>.",
        ),
        ("Clock", "skipped", "unknown", "Only root may ask.", None),
    ]


def test_the_settings_form_holds_what_is_set(page: RoomPage) -> None:
    form = page.get("/system/settings").text
    assert 'name="retention.audio_days"' in form
    assert 'value="30"' in form
    assert 'value="0"' in form
    assert ">mon-fri 7-20</textarea>" in form
    assert words(form).startswith("System Settings Everything else is set in the configuration file, ")


def test_models_are_told_with_their_size_and_whether_they_are_in_use() -> None:
    used = Listed(name="a.gguf", configured=True, state="installed", size=2_600_000_000)
    spare = Listed(name="b.gguf", state="missing")
    shown = [(each.name, each.what, each.size) for each in system.models([used, spare])]
    assert shown == [("a.gguf", "installed", "2.6 GB"), ("b.gguf", "missing, not in use", "")]


def test_what_was_measured_here_stands_beside_the_models() -> None:
    record = Record(
        sha256="ab",
        control="1",
        tried_at=NOW,
        passed=("a", "b"),
        failed=("c",),
        prompt_per_s=31.2,
        output_per_s=6.4,
    )
    pace = Pace(weights="ab", talk_s=100, hearing_s=27, drafted_s=400, drafting_s=200, chunks=2, open_s=0)
    llm = Listed(name="a.gguf", kind="llm", configured=True, state="installed", sha256="ab")
    speech = Listed(name="base", kind="speech", configured=True, state="installed", sha256="cd")
    shown = [each.measured for each in system.models([llm, speech], {"a.gguf": record}, pace)]
    assert shown == [
        "2 of 3 right; reads 31, writes 6.4 tokens/s; with hearing 0.77 s for each second of talk",
        "at work hears at 0.27",
    ]
    heard = Record(sha256="cd", control="2", tried_at=NOW, passed=("x",), failed=(), hearing=0.31)
    tried = {"a.gguf": record, "base": heard}
    line = "2 of 3 right; reads 31, writes 6.4 tokens/s"
    assert system.your_model([llm, speech], tried) == f"{line}; hears at 0.31"
    assert system.your_model([llm, speech], tried, pace) == f"{line}; hears at 0.27", "at work"
    assert system.your_model([llm], tried) == line
    assert system.your_model([speech], tried, pace) == ""
    updated = llm.model_copy(update={"sha256": "ef"})
    assert [each.measured for each in system.models([updated], {"a.gguf": record}, pace)] == [""]
