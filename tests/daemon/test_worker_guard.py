"""Who watches over the worker: what hangs is ended, what is told to stop leaves a result."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.base.systemd import Notifier
from daemon.meetings import Job, MeetingFolder, WorkFolder
from daemon.worker.claims import OpenClaim
from daemon.worker.guard import STALL_S, Guard, deadline_s, resident_bytes
from daemon.worker.status import Pulse, read_status
from daemon.worker.worker import Worker
from tests.fakes.clock import FakeClock
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines


class Left(BaseException):
    """The process has ended, with this exit code."""


class Watched:
    """Work that has just begun, and its guard."""

    def __init__(self, path: Path) -> None:
        self.clock = FakeClock()
        self.work = WorkFolder(path)
        self.work.make()
        self.pulse = Pulse(path / "run", Notifier({}), self.clock.boot_s)
        self.guard = Guard(self.pulse, self.clock.boot_s, self._leave)
        job = Job(id="m1", source="talk.m4a", priority="normal", created_at=self.clock.now())
        self.pulse.begin(job.id, job.source)
        self.claim = OpenClaim(self.work, job, MeetingFolder(path, job.id), self.clock)
        self.guard.work_begins(self.claim)

    def _leave(self, code: int) -> None:
        raise Left(code)

    def outcome(self) -> tuple[str, str | None]:
        (result,) = self.work.results()
        return result.outcome, result.reason


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path)


def test_work_that_gets_on_is_left_alone(watched: Watched) -> None:
    for minute in range(20):
        watched.clock.sleep(60)
        watched.pulse.progress("transcribing", minute, 60)
        watched.guard.end_what_hangs()
    assert watched.work.results() == []


def test_work_that_hangs_is_ended_with_the_reason(watched: Watched) -> None:
    watched.clock.sleep(STALL_S - 1)
    watched.guard.end_what_hangs()
    watched.clock.sleep(2)
    with pytest.raises(Left, match="1"):
        watched.guard.end_what_hangs()
    assert watched.outcome() == ("failed", "no progress for 240 s")
    assert watched.work.claim() is None


def test_work_that_gets_on_for_ever_is_ended_too_but_later_for_a_longer_recording(watched: Watched) -> None:
    hour_s = 3600.0
    assert deadline_s(3 * hour_s) > 3 * deadline_s(hour_s) - deadline_s(None) * 3
    assert (deadline_s(None), deadline_s(hour_s)) == (hour_s / 2, 20.5 * hour_s)
    watched.guard.audio_is(60.0)
    passed_s = 0.0
    while passed_s <= deadline_s(60.0):
        watched.guard.end_what_hangs()
        watched.clock.sleep(60)
        passed_s += 60
        watched.pulse.progress("transcribing", 1, 2)
    with pytest.raises(Left):
        watched.guard.end_what_hangs()
    assert watched.outcome() == ("failed", "not done within 50 min")


def test_who_is_told_to_stop_says_how_far_it_got(watched: Watched) -> None:
    with pytest.raises(Left, match="0"):
        watched.guard.stop()
    assert watched.outcome() == ("yielded", None)


def test_a_result_that_is_there_is_not_written_again(watched: Watched) -> None:
    assert watched.claim.conclude("done")
    watched.clock.sleep(STALL_S + 1)
    watched.guard.end_what_hangs()
    with pytest.raises(Left):
        watched.guard.stop()
    assert watched.outcome() == ("done", None)


def test_an_idle_worker_does_not_hang(watched: Watched) -> None:
    watched.claim.conclude("done")
    watched.guard.work_ends()
    watched.clock.sleep(9 * STALL_S)
    watched.guard.end_what_hangs()
    with pytest.raises(Left, match="0"):
        watched.guard.stop()


def test_the_watchdog_is_fed_by_progress_and_at_most_once_a_second(tmp_path: Path) -> None:
    sent: list[str] = []
    notifier = Notifier({})
    notifier.alive = lambda: sent.append("alive")
    clock = FakeClock()
    pulse = Pulse(tmp_path, notifier, clock.boot_s)
    pulse.begin("m1", "talk.m4a")
    for token in range(30):
        pulse.progress("drafting", token, 100)
        clock.sleep(0.1)
    assert len(sent) == 3
    pulse.idle()
    assert len(sent) == 4


def test_the_time_that_is_left_is_told(tmp_path: Path) -> None:
    clock = FakeClock()
    pulse = Pulse(tmp_path / "run", Notifier({}), clock.boot_s)
    pulse.begin("m1", "talk.m4a")
    pulse.progress("transcribing", 0, 100)
    clock.sleep(30)
    pulse.progress("transcribing", 25, 100)
    status = read_status(tmp_path)
    assert status is not None
    assert (status.fraction, status.eta_s) == (0.25, 90)
    assert (status.job, status.source, status.stage) == ("m1", "talk.m4a", "transcribing")
    clock.sleep(2)
    pulse.progress("drafting", 50, 100)
    clock.sleep(10)
    pulse.progress("drafting", 75, 100)
    assert (shown := read_status(tmp_path))
    assert (shown.stage, shown.fraction, shown.eta_s) == ("drafting", 0.75, 10)
    clock.sleep(2)
    pulse.progress("drafting", 120, 100)
    assert (shown := read_status(tmp_path))
    assert (shown.fraction, shown.eta_s) == (1, 0)
    pulse.progress("checking", 3, None)
    assert (shown := read_status(tmp_path))
    assert (shown.stage, shown.fraction, shown.eta_s) == ("checking", None, None)
    pulse.idle()
    assert (shown := read_status(tmp_path))
    assert (shown.job, shown.source, shown.stage, shown.fraction) == (None, None, None, None)


@pytest.mark.parametrize(
    ("reason", "resident", "line"),
    [
        ("too large", 2 * 10**9, "2000 MB in use: the worker starts anew"),
        ("too large", 10**9 + 1, "1000 MB in use: the worker starts anew"),
        ("a new configuration", 10**8, ""),
        ("models unused", 10**9, "no meeting for 10 min: the worker starts anew without models"),
    ],
)
def test_the_worker_begins_anew_between_two_meetings(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, reason: str, resident: int, line: str
) -> None:
    caplog.set_level(logging.INFO)
    clock, released = FakeClock(), list[float]()
    engines = ScriptedEngines()

    def release() -> bool:
        released.append(clock.boot_s())
        return reason == "models unused"

    engines.release = release
    each = Worker(
        tmp_path,
        configured(worker={"memory_limit_mb": 1000}),
        engines,
        clock,
        Pulse(tmp_path / "run", Notifier({}), clock.boot_s),
        resident=lambda: resident,
        is_outdated=lambda: reason == "a new configuration",
    )
    clock.sleep(600)
    each.run()  # comes back
    assert bool(released) == (reason == "models unused"), "others look for no work before they end"
    assert [record.getMessage() for record in caplog.records if "anew" in record.getMessage()] == (
        [line] if line else []
    )


def test_the_pages_of_weights_that_are_mapped_are_not_held(tmp_path: Path) -> None:
    statm = tmp_path / "statm"
    statm.write_text("9000000 800000 750000 1 0 60000 0\n", "ascii")
    assert resident_bytes(statm) == 50_000 * os.sysconf("SC_PAGE_SIZE")


def test_the_resident_memory_is_what_the_kernel_says() -> None:
    held: Callable[[], int] = resident_bytes
    assert 10**7 < held() < 10**11
