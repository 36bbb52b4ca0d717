"""The queue as people see it: where each meeting stands, how long it takes, what failed."""

from __future__ import annotations

from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest

from daemon.meetings import Job
from daemon.meetings.job import Failure
from daemon.worker.status import WorkerStatus
from pipelines.progress import DRAFTING
from tests.fakes.hub_page import hub_page
from tests.fakes.kept_meetings import held
from tests.fakes.reading import words
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
    assert (speeds.hearing, speeds.writing) == (pytest.approx(1 / 3), pytest.approx(0.2))
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
    assert "Speech to text: out of memory" in text
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


@pytest.mark.parametrize(
    ("changes", "length_s", "left"),
    [
        ({}, 600.0, "about 5 min left"),
        ({"step": "draft"}, 600.0, "about 2 min left"),
        ({"step": "draft"}, 299.0, "less than a minute left"),
        ({"step": "draft"}, 300.0, "about 1 min left"),
        ({}, None, None),
        ({"needs": "disk"}, 600.0, None),
        ({"state": "aside", "reason": "it failed"}, 600.0, None),
    ],
)
def test_what_waits_is_given_a_time_by_its_length_and_step(
    changes: dict[str, Any], length_s: float | None, left: str | None
) -> None:
    lengths = {} if length_s is None else {"a": length_s}
    speeds = Speeds(hearing=0.3, writing=0.2)
    [view] = jobs_view([job("a", **changes)], None, None, lengths, speeds, NOW, UTC)
    assert view.left == left


def test_what_waits_for_something_keeps_nobody_behind_it() -> None:
    jobs = [job("a", needs="disk"), job("b", 1), job("c", 2)]
    lengths = {"a": 600.0, "b": 600.0, "c": 600.0}
    views = jobs_view(jobs, None, None, lengths, Speeds(0.3, 0.2), NOW, UTC)
    assert {view.id: view.left for view in views} == {
        "a": None,
        "b": "about 5 min left",
        "c": "about 10 min left",
    }
    unknown = jobs_view([job("b", 1), job("c", 2)], None, None, {"c": 600.0}, Speeds(0.3, 0.2), NOW, UTC)
    assert [view.left for view in unknown] == [None, None], "nobody knows when its turn comes"


@pytest.mark.parametrize(
    ("status", "measured"),
    [
        (at("transcribing", 1.0, 5), Speeds(0.5, 0.5)),
        (at("transcribing", 0.0, 50), Speeds(0.5, 0.5)),
        (at("transcribing", 0.0, 100), Speeds(1.0, 0.5)),
        (at(DRAFTING, 0.75, 10), Speeds(0.5, 0.4)),
        (at("checking", 0.5, 10), Speeds(0.5, 0.5)),
        (None, Speeds(0.5, 0.5)),
    ],
)
def test_speeds_are_learnt_from_the_step_that_runs(status: WorkerStatus | None, measured: Speeds) -> None:
    assert Speeds(0.5, 0.5).measured(status, 100.0) == measured
    assert Speeds(0.5, 0.5).measured(status, None) == Speeds(0.5, 0.5)


def test_the_page_lists_every_meeting_with_what_it_waits_for(page: RoomPage) -> None:
    page.add_job(aside("20261120-aa"))
    page.add_job(job("b", 1))
    page.add_job(job("c", 2, needs="disk"))
    page.add_job(job("d", 3, source="recording 20261120-093000-09af"))
    page.add_job(job("e", 4, not_before=NOW - timedelta(seconds=1), reason="it hung"))
    assert words(page.get("/queue").text) == (
        "Queue Add a recording or a transcript "
        "b.mp3 Waiting for its turn Speech to text Draft Checks Remove "
        "c.mp3 Waits for free space on the disk Speech to text Draft Checks Remove "
        "The room, Fri 20 Nov 2026 09:28 Waiting for its turn Speech to text Draft Checks Remove "
        "e.mp3 Waiting for its turn Speech to text Draft Checks Remove "
        "20261120-aa.mp3 The model failed twice. Failed attempts 09:25, Speech to text: out of memory "
        "Try again Remove"
    )
    assert words(page.get("/").text).endswith(
        "No note yet b.mp3 Waiting for its turn Remove c.mp3 Waits for free space on the disk Remove "
        "The room, Fri 20 Nov 2026 09:28 Waiting for its turn Remove e.mp3 Waiting for its turn Remove "
        "20261120-aa.mp3 The model failed twice. Try again Remove All meetings in the queue"
    )


def test_the_list_of_meetings_shows_the_first_ten_that_wait(page: RoomPage) -> None:
    for number in range(12):
        page.add_job(job(f"j{number:02}", number))
    assert page.get("/").text.count("Waiting for its turn") == 10
    assert page.get("/queue").text.count("Waiting for its turn") == 12
