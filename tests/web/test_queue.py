"""The queue as people see it: where each meeting stands, how long it takes, what failed."""

from __future__ import annotations

from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest

from daemon.jobs import Job
from daemon.jobs.job import Failure
from daemon.worker.status import WorkerStatus
from pipelines.progress import DRAFTING
from tests.fakes.hub_page import hub_page
from tests.fakes.kept_meetings import held
from tests.fakes.room_page import NOW, RoomPage
from web.views.queue import Speeds, jobs_view


@pytest.fixture
def page(tmp_path: Path) -> RoomPage:
    return RoomPage(tmp_path)


def job(job_id: str, minutes: int = 0, **changes: Any) -> Job:
    return Job(
        id=job_id, source=f"{job_id}.mp3", priority="normal", created_at=NOW + timedelta(minutes=minutes)
    ).model_copy(update=changes)


def aside(job_id: str) -> Job:
    failure = Failure(at=NOW, step="transcribe", reason="out of memory")
    return job(job_id, state="aside", reason="the model failed twice", failures=(failure,))


def at(stage: str, fraction: float, eta_s: float) -> WorkerStatus:
    return WorkerStatus(job="a", stage=stage, fraction=fraction, eta_s=eta_s, pid=1)


def test_time_left_comes_from_what_was_measured_and_adds_up() -> None:
    status = at("transcribing", 0.5, 600)
    lengths = {"a": 3600.0, "b": 1800.0}
    speeds = Speeds().measured(status, 3600.0)  # 1,800 s of talk take 600 s
    speeds = speeds.measured(at(DRAFTING, 0.5, 360), 3600.0)  # and their draft 360 s
    views = jobs_view([job("a"), job("b", 1)], "a", status, lengths, speeds, NOW, UTC)
    # a: 600 s to hear, then 3,600 x 0.2 s to draft; b: 1,800 x (1/3 + 0.2) s after that.
    assert [view.left for view in views] == ["about 22 min left", "about 38 min left"]
    assert (views[0].percent, views[0].state) == (50, "running")


def test_nothing_is_promised_before_anything_was_measured() -> None:
    views = jobs_view([job("a"), job("b", 1)], None, None, {"a": 60.0, "b": 60.0}, Speeds(), NOW, UTC)
    assert [view.left for view in views] == [None, None]


def test_each_stage_is_shown() -> None:
    [view] = jobs_view([job("a", step="draft")], "a", at(DRAFTING, 0.1, 10), {}, Speeds(), NOW, UTC)
    assert [(step.name, step.state) for step in view.steps] == [
        ("Speech to text", "done"),
        ("Draft", "now"),
        ("Checks", "later"),
    ]


@pytest.mark.parametrize(
    ("changes", "doing"),
    [
        ({"needs": "models"}, "Waits for a model that is not installed"),
        ({"needs": "audio"}, "Continues while people talk"),
        (
            {"not_before": NOW + timedelta(seconds=20), "reason": "it hung"},
            "It hung. It will be tried again soon.",
        ),
        ({}, "Waiting for its turn"),
    ],
)
def test_why_it_waits_is_told(changes: dict[str, Any], doing: str) -> None:
    [view] = jobs_view([job("a", **changes)], None, None, {}, Speeds(), NOW, UTC)
    assert (view.state, view.doing) == ("waiting", doing)


def test_what_failed_is_shown_with_its_reason_and_tried_again(page: RoomPage) -> None:
    page.add_job(aside("20261120-aa"))
    text = page.get("/queue").text
    assert "The model failed twice." in text
    assert "speech to text: out of memory" in text
    asked: list[tuple[str, Any]] = []
    with page.hub(lambda do, arguments: asked.append((do, arguments)) or {}):
        answer = page.send("POST", "/queue/20261120-aa/retry")
    assert asked == [("jobs retry", {"id": "20261120-aa"})]
    assert "It will be tried again." in page.get(answer.headers["Location"]).text


def test_removing_asks_first(page: RoomPage) -> None:
    page.add_job(aside("20261120-aa"))
    assert "Remove 20261120-aa.mp3?" in page.get("/queue/20261120-aa/drop").text
    asked: list[tuple[str, Any]] = []
    with page.hub(lambda do, arguments: asked.append((do, arguments)) or {}):
        assert page.send("POST", "/queue/20261120-aa/drop").status_code == 303
    assert asked == [("jobs drop", {"id": "20261120-aa"})]
    assert page.get("/queue/gone/drop").status_code == 404


def test_removing_says_what_goes_and_what_stays(tmp_path: Path) -> None:
    with hub_page(tmp_path) as page:
        held(tmp_path, "office-move", 1, store=page.store)
        page.submit("/meetings/office-move/remake", engine="rules")
        asked = page.get("/queue/office-move/drop")
        assert "the existing one is kept, with its recording" in asked
        assert "for good" not in asked
        told = page.submit("/queue/office-move/drop", page="/queue/office-move/drop").text
        assert "the existing one is kept." in told
        assert page.store.heads()
        page.hub.queue.put(job("20261120-aa"))
        assert "is deleted with it, for good" in page.get("/queue/20261120-aa/drop")


def test_what_the_watch_folder_could_not_use_is_named(page: RoomPage) -> None:
    rejected = page.state_dir / "inbox" / "rejected"
    rejected.mkdir(parents=True)
    (rejected / "a.exe").write_text("x")
    (rejected / "a.exe.txt").write_text("a.exe: neither audio nor a transcript\n")
    (rejected / "notes.txt").write_text("what somebody wrote")
    text = page.get("/queue").text
    assert "a.exe: neither audio nor a transcript" in text
    assert "what somebody wrote" not in text


def test_the_list_is_sent_again_only_when_it_has_changed(page: RoomPage) -> None:
    answer = page.get("/queue/part")
    known = {"If-None-Match": answer.headers["ETag"]}
    assert page.get("/queue/part", **known).status_code == 304
    page.add_job(aside("20261120-aa"))
    assert page.get("/queue/part", **known).status_code == 200


def test_what_is_left_of_the_step_is_told_of_a_file_of_unknown_length() -> None:
    [view] = jobs_view([job("a")], "a", at("transcribing", 0.5, 600), {}, Speeds(), NOW, UTC)
    assert view.left == "about 10 min left"
