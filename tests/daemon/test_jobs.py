"""Jobs: which comes next, and what becomes of them when things go wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from daemon.base.errors import NotFoundError
from daemon.meetings import Job, JobQueue, Priority, Result, WorkFolder, choose, folded, read_jobs
from daemon.meetings.job import KILLS, Outcome

NOW = datetime(2026, 11, 16, 10, tzinfo=UTC)


def job(job_id: str = "m1", **more: Any) -> Job:
    return Job(**{"id": job_id, "source": f"{job_id}.vtt", "priority": "normal", "created_at": NOW} | more)


def after(start: Job, *outcomes: Outcome, **more: Any) -> Job:
    """The job after results of these outcomes, each the next turn."""
    for outcome in outcomes:
        fields = {"step": "transcribe", "progress": start.progress, "reason": f"it {outcome}"} | more
        start = folded(start, Result(job=start.id, turn=start.turn + 1, outcome=outcome, at=NOW, **fields))
    return start


def test_people_who_still_talk_come_before_those_who_wait_and_those_before_a_pile_of_old_files() -> None:
    hour = timedelta(hours=1)
    jobs = [
        job("backlog", priority="backlog", created_at=NOW - hour),
        job("later"),
        job("earlier", created_at=NOW - hour / 2),
        job("live", priority="live", created_at=NOW + hour),
    ]
    order = []
    while chosen := choose(jobs, NOW):
        order.append(chosen.id)
        jobs.remove(chosen)
    assert order == ["live", "earlier", "later", "backlog"]


def test_a_job_whose_result_the_hub_has_not_seen_yet_is_not_taken_again() -> None:
    assert choose([job(turn=4)], NOW, {("m1", 5)}) is None
    assert choose([job(turn=4)], NOW, {("m1", 4)}) == job(turn=4)


def test_a_first_failure_is_tried_again_after_a_while() -> None:
    failed = after(job(), "failed")
    assert failed.state == "waiting"
    assert failed.reason == "it failed"
    assert not failed.is_ready(NOW)
    assert not failed.is_ready(NOW + timedelta(seconds=19))
    assert failed.is_ready(NOW + timedelta(seconds=20))
    assert (failed.strikes, failed.kills, failed.turn) == (1, 0, 1)


@pytest.mark.parametrize("outcomes", [("failed", "failed"), ("crashed", "failed"), ("crashed", "crashed")])
def test_a_second_failure_sets_it_aside_with_the_reason(outcomes: tuple[Outcome, ...]) -> None:
    aside = after(job(), *outcomes)
    assert aside.state == "aside"
    assert aside.reason == f"it {outcomes[-1]}"
    assert [failure.reason for failure in aside.failures] == [f"it {outcome}" for outcome in outcomes]
    assert choose([aside], NOW + timedelta(days=9)) is None


def test_progress_between_two_failures_forgives_the_first() -> None:
    failed = after(job(), "failed")
    again = after(failed, "failed", progress=100)
    assert (again.state, again.progress, again.strikes, again.turn) == ("waiting", 100, 1, 2)
    assert after(again, "yielded", progress=50).progress == 100, "what was done once is done"
    assert after(failed, "failed").state == "aside"


def test_when_the_language_model_fails_twice_the_rules_get_their_chance() -> None:
    failed = after(job(), "failed", "crashed", step="draft")
    assert failed.by_rules
    assert failed.state == "waiting"
    assert failed.is_ready(NOW)
    assert after(failed, "failed", "failed", step="draft").state == "aside"


def test_power_cuts_are_not_the_meetings_fault() -> None:
    assert after(job(), *["killed"] * (KILLS - 1)).is_ready(NOW)
    assert after(job(), *["killed"] * KILLS).state == "aside"
    moved = after(after(job(), *["killed"] * (KILLS - 1)), "yielded", progress=1)
    assert (moved.kills, moved.state, moved.reason) == (0, "waiting", None)
    assert after(moved, "killed").kills == 1


def test_without_a_speech_model_it_waits_and_no_attempt_counts() -> None:
    waiting = after(
        job(), "failed", "waiting", "waiting", needs="models", reason="waiting for the speech model"
    )
    assert waiting.state == "waiting"
    assert waiting.reason == "waiting for the speech model"
    assert choose([waiting], NOW + timedelta(days=9)) is None
    assert choose([waiting.released()], NOW) == waiting.released()


def test_with_a_full_disk_it_waits_a_minute() -> None:
    waiting = after(job(), "waiting", needs="disk")
    assert not waiting.is_ready(NOW)
    assert not waiting.is_ready(NOW + timedelta(seconds=59))
    assert waiting.is_ready(NOW + timedelta(minutes=1))
    assert (waiting.needs, waiting.strikes, waiting.failures) == (None, 0, ())


def test_a_file_that_is_no_meeting_is_never_tried_again() -> None:
    assert after(job(), "refused").state == "aside"


def test_a_result_that_was_folded_before_changes_nothing() -> None:
    once = after(job(), "failed")
    again = Result(job="m1", turn=once.turn, outcome="failed", step="transcribe", progress=0, at=NOW)
    assert folded(once, again) == once


def test_a_clock_that_was_a_year_ahead_does_not_make_a_job_wait_for_a_year() -> None:
    assert job(not_before=NOW + timedelta(days=365)).is_ready(NOW)
    assert not job(not_before=NOW + timedelta(minutes=1)).is_ready(NOW)


def test_a_retried_job_starts_with_a_clean_slate_but_keeps_its_history() -> None:
    aside = after(job(), "failed", "failed")
    retried = aside.retried()
    assert retried.is_ready(NOW)
    assert retried.failures == aside.failures
    assert after(retried, "failed").state == "waiting"


def test_the_queue_is_the_same_after_a_restart(tmp_path: Path) -> None:
    queue = JobQueue(tmp_path)
    priorities: tuple[Priority, ...] = ("live", "normal", "backlog")
    for priority in priorities:
        queue.put(job(priority, priority=priority))
    queue.remove("normal")
    assert sorted(JobQueue(tmp_path), key=lambda each: each.id) == sorted(queue, key=lambda each: each.id)
    assert {each.id for each in read_jobs(tmp_path)} == {"live", "backlog"}


def test_a_job_file_that_rotted_goes_and_costs_only_itself(tmp_path: Path) -> None:
    JobQueue(tmp_path).put(job("good"))
    (tmp_path / "jobs" / "bad.json").write_text('{"id": "bad", ')
    assert [each.id for each in JobQueue(tmp_path)] == ["good"]
    assert not (tmp_path / "jobs" / "bad.json").exists()


def test_an_unknown_job_is_answered_with_where_to_look(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="jobs list"):
        JobQueue(tmp_path).find("nope")


def test_results_come_in_the_order_in_which_they_were_made_and_a_torn_one_goes(tmp_path: Path) -> None:
    work = WorkFolder(tmp_path)
    work.make()
    for number, name in enumerate(("b", "a")):
        at = NOW + timedelta(seconds=number)
        work.put_result(Result(job=name, turn=1, outcome="done", step="compose", progress=1, at=at))
    (work.results_dir / "torn.1.json").write_text("{")
    results = work.results()
    assert [result.job for result in results] == ["b", "a"]
    work.remove_result(results[0])
    assert [path.name for path in work.results_dir.iterdir()] == ["a.1.json"]
    assert [work.has_result(*each) for each in (("a", 1), ("a", 2), ("b", 1))] == [True, False, False]
