"""The scheduler over restarts: what was missed runs once, what was done does not run again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from daemon.base.errors import StateWriteError
from daemon.hub.nightly.schedule import Scheduler, Timetable
from tests.fakes.clock import FakeClock

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = "30 2 * * *"


def started(path: Path, clock: FakeClock, failing: bool = False) -> int:
    """What a start does at once, without its threads; returns how often the job ran."""
    runs: list[datetime] = []

    def run() -> None:
        runs.append(clock.now())
        if failing:
            raise StateWriteError("the disk is full")

    scheduler = Scheduler(path, BERLIN, clock, [("backup", NIGHT, run)])
    for job in scheduler._scheduler.get_jobs():
        if getattr(job, "next_run_time", None) is not None:  # not left to its trigger
            job.func(*job.args)
    return len(runs)


def test_a_job_that_was_missed_runs_once_at_the_next_start(tmp_path: Path) -> None:
    clock, path = FakeClock(), tmp_path / "schedule.json"
    assert started(path, clock) == 0
    clock.sleep(4 * 86_400)
    assert started(path, clock) == 1
    assert started(path, clock) == 0


def test_a_job_that_fails_waits_for_its_next_time(tmp_path: Path) -> None:
    clock, path = FakeClock(), tmp_path / "schedule.json"
    started(path, clock)
    clock.sleep(86_400)
    assert started(path, clock, failing=True) == 1
    assert started(path, clock) == 0


def test_a_restart_in_the_hour_after_clocks_went_forward_misses_nothing(tmp_path: Path) -> None:
    table = Timetable(tmp_path / "schedule.json", BERLIN)
    done_at = datetime(2026, 3, 28, 1, 30, tzinfo=UTC)
    ten_past_three = datetime(2026, 3, 29, 1, 10, tzinfo=UTC)
    table.done("backup", done_at)
    assert not table.was_missed("backup", NIGHT, ten_past_three)
    assert table.was_missed("backup", NIGHT, ten_past_three + timedelta(hours=1))


def test_a_restart_in_the_repeated_hour_repeats_nothing(tmp_path: Path) -> None:
    table = Timetable(tmp_path / "schedule.json", BERLIN)
    table.done("backup", datetime(2026, 10, 25, 0, 30, tzinfo=UTC))
    assert not table.was_missed("backup", NIGHT, datetime(2026, 10, 25, 2, 0, tzinfo=UTC))
    assert Timetable(tmp_path / "schedule.json", BERLIN).was_missed(
        "backup", NIGHT, datetime(2026, 10, 26, 1, 30, tzinfo=UTC)
    )
