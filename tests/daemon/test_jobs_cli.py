"""`roomscribe jobs` as a user meets it, without a hub."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daemon.base.durable import make_folder
from daemon.cli.main import roomscribe, run
from daemon.meetings import Claim, Failure, Job, JobQueue, MeetingFolder, WorkFolder
from daemon.worker.status import WorkerStatus

NOW = datetime(2026, 11, 16, 10, tzinfo=UTC)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    queue = JobQueue(tmp_path)
    failure = Failure(at=NOW, step="transcribe", reason="the speech model failed")
    aside = Job(id="20261116-aaaa", source="old.m4a", priority="normal", created_at=NOW)
    queue.put(
        aside.model_copy(update={"state": "aside", "reason": failure.reason, "failures": (failure, failure)})
    )
    queue.put(Job(id="20261116-bbbb", source="new.vtt", priority="normal", created_at=NOW))
    make_folder(MeetingFolder(tmp_path, "20261116-aaaa").path)
    return tmp_path


def call(state: Path, *arguments: str) -> int:
    return run(roomscribe, ["--state", str(state), "jobs", *arguments])


def test_the_list_shows_what_comes_next_and_why_something_was_set_aside(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(state, "list") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "20261116-bbbb  waiting  transcribe  new.vtt"
    assert second == "20261116-aaaa  aside    transcribe  old.m4a: the speech model failed"


def test_the_list_as_json_has_the_history(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(state, "list", "--json") == 0
    waiting, aside = json.loads(capsys.readouterr().out)
    assert (waiting["state"], waiting["failures"]) == ("waiting", [])
    assert aside["state"] == "aside"
    assert [failure["reason"] for failure in aside["failures"]] == ["the speech model failed"] * 2
    assert (waiting["attempts"], waiting["priority"], waiting["not_before"]) == (0, "normal", None)
    assert waiting["created_at"] == "2026-11-16T10:00:00Z"


def test_the_meeting_in_work_shows_how_far_it_is(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work = WorkFolder(state)
    work.make()
    claim = Claim(job="20261116-bbbb", turn=1, pid=1, boot_id="a", oom_kills=None, started_at=NOW)
    work.put_claim(claim)
    make_folder(state / "run")
    status = WorkerStatus(
        job=claim.job, source="new.vtt", stage="transcribing", fraction=0.5, pid=os.getpid()
    )
    (state / "run" / "worker.json").write_text(status.model_dump_json())
    assert call(state, "list") == 0
    line = capsys.readouterr().out.splitlines()[0]
    assert line == "20261116-bbbb  running  transcribe  new.vtt: transcribing 50%"


def test_a_retried_meeting_waits_again(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(state, "retry", "20261116-aaaa") == 0
    assert capsys.readouterr().out == "old.m4a will be tried again\n"
    job = JobQueue(state).find("20261116-aaaa")
    assert (job.state, job.strikes) == ("waiting", 0)


def test_a_dropped_meeting_is_gone_with_its_folder(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(state, "drop", "20261116-aaaa", "--yes", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"dropped": "20261116-aaaa"}
    assert not MeetingFolder(state, "20261116-aaaa").path.exists()
    assert [job.id for job in JobQueue(state)] == ["20261116-bbbb"]


@pytest.mark.parametrize("command", ["retry", "drop"])
def test_an_unknown_job_is_one_line_with_exit_code_2(
    state: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert call(state, command, "nope") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "jobs list" in line


def test_an_empty_queue_says_so_beside_the_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(tmp_path, "list") == 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "The queue is empty" in shown.err
    assert call(tmp_path, "list", "--json") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_what_waits_for_its_next_try_says_so(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    queue = JobQueue(state)
    job = queue.find("20261116-bbbb")
    for wait, told in (
        (timedelta(hours=1), ": it hung; will be tried again soon"),
        (-timedelta(hours=1), ": it hung"),
    ):
        queue.put(job.model_copy(update={"not_before": datetime.now(UTC) + wait, "reason": "it hung"}))
        assert call(state, "list") == 0
        line = capsys.readouterr().out.splitlines()[0]
        assert line == f"20261116-bbbb  waiting  transcribe  new.vtt{told}"
