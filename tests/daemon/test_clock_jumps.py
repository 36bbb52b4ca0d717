"""A clock that is set while the appliance works: a year ahead, an hour back, at any moment."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest

from daemon.hub.nightly.schedule import Timetable
from daemon.hub.nightly.table import Night
from daemon.meetings import read_jobs
from daemon.meetings.queue import in_order
from daemon.spool import list_recordings
from daemon.spool.segment import BYTES_PER_S
from pipelines.errors import EngineError
from tests.fakes.appliance import wait_for
from tests.fakes.hub_room import HubRoom
from tests.fakes.live_room import LiveRoom
from tests.fakes.microphone import Room
from tests.fakes.whisper import evenly

pytestmark = pytest.mark.soak

YEAR, HOUR = timedelta(days=365), timedelta(hours=1)
JUMPS = (YEAR, -HOUR)

Count = Callable[[int, int], int]
Figure = Callable[[str], None]


def test_a_recording_knows_nothing_of_it(
    tmp_path: Path, count: Count, chance: random.Random, figure: Figure
) -> None:
    """The clock a year ahead or an hour back, in the middle of recordings."""
    meetings = count(5, 50)
    for number in range(meetings):
        room = Room(tmp_path / str(number), start="button")
        room.session.start("button")
        began = room.clock.now()
        said = []
        for _ in range(6):
            said.append(room.talk(chance.randrange(1, 20)))
            room.clock.wall += chance.choice(JUMPS)
        room.session.stop()
        (spooled,) = list_recordings(room.state)
        assert room.recorded() == [(0.0, b"".join(said))], "no sample is missing, none is twice"
        recording = spooled.recording
        assert abs(recording.started_at - began) < timedelta(seconds=1)
        assert (recording.gaps, recording.end_reason) == ((), "order")
        assert recording.duration_s == pytest.approx(len(b"".join(said)) / BYTES_PER_S)
    figure(f"{meetings} recordings, {6 * meetings} jumps: no sample lost, every start as it was")


def test_a_due_date_counts_from_the_day_on_which_it_was_said(tmp_path: Path) -> None:
    for number, jump in enumerate(JUMPS):
        room = LiveRoom(tmp_path / str(number))
        room.whispering.whisper.script = [[evenly("I'll send the report by Friday.", 0.5, 2.5)]]
        with room.open_hub() as hub:
            room.hear(25, 3)
            room.clock.wall += jump
            room.hear(25, 3)
            room.end()
            room.clock.wall += jump
            room.work(hub)
        (note,) = room.notes()
        assert [item.due and str(item.due.date) for item in note.action_items] == ["2026-11-20"]


def test_jobs_are_done_once_and_in_the_order_in_which_they_came(
    tmp_path: Path, count: Count, chance: random.Random, figure: Figure
) -> None:
    """The clock a year ahead or an hour back, at random moments of the work on a queue of files."""
    rounds, files = count(3, 15), 6
    for number in range(rounds):
        room = HubRoom(tmp_path / str(number))
        finished: list[str] = []
        with room.open_hub() as hub:
            for each in range(files):
                room.drop(f"2026-11-16 {each}.txt", f"Ann: I'll send report {each} by Friday.")
                room.settle(hub)
                room.clock.wall += chance.choice(JUMPS)
            came = [job.source for job in in_order(read_jobs(room.path))]
            worker = room.worker()
            while worker.work_once():
                room.clock.wall += chance.choice(JUMPS)
                hub.step()
                finished += [note.source for note in room.notes() if note.source not in finished]
        assert came == finished == [f"2026-11-16 {each}.txt" for each in range(files)]
        due = {
            item.due.date.isoformat()
            for note in room.notes()
            for item in note.action_items
            if item.due and item.due.date
        }
        assert due == {"2026-11-20"}
    figure(f"{rounds * files} files: each one note, in their order, with the right due date")


def test_a_job_that_waits_for_its_next_attempt_waits_an_hour_at_most(tmp_path: Path) -> None:
    room = HubRoom(tmp_path)
    fails = True

    def fail(index: int) -> None:
        if fails:
            raise EngineError("the speech model failed")

    room.engines.before_passage = fail
    room.clock.wall += YEAR
    with room.open_hub() as hub:
        room.drop("talk.m4a", "sound")
        room.settle(hub)
        worker = room.worker()
        assert worker.work_once()
        hub.step()
        fails = False
        room.clock.wall -= YEAR
        assert worker.work_once()
        hub.step()
    assert len(room.notes()) == 1


@pytest.mark.parametrize("jump", JUMPS, ids=["a year ahead", "an hour back"])
def test_the_night_runs_what_is_due_once_and_goes_on_when_the_clock_is_right_again(
    tmp_path: Path, jump: timedelta
) -> None:
    room = HubRoom(tmp_path, nightly={"backup": "30 2 * * *"})
    ran: list[datetime] = []
    has_run = Event()

    def run(night: Night) -> None:
        ran.append(night.now)
        has_run.set()

    room.jobs = {"backup": run}
    with room.open_hub() as hub:
        hub.step()
        hub._nights.start()
        room.clock.wall += jump
        hub.step()
        if jump == YEAR:
            assert has_run.wait(10), "a night has passed, as far as anybody knows"
            has_run.clear()
            written = tmp_path / "hub" / "schedule.json"
            wait_for(lambda: "2027" in written.read_text(), "the run is not written down")
        room.clock.wall -= jump
        hub.step()
        assert not has_run.wait(0.3), "nothing is due"
        room.clock.sleep(86_400)
        room.clock.wall += timedelta(minutes=1)  # somebody sets it a little: it is looked at anew
        hub.step()
        assert has_run.wait(10)
    assert len(ran) == (2 if jump == YEAR else 1)


def test_the_table_of_the_night_runs_nothing_twice_whatever_the_clock_does(
    tmp_path: Path, count: Count, chance: random.Random, figure: Figure
) -> None:
    """The clock a year ahead or an hour back, at random moments of a year of nights."""
    now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    table = Timetable(tmp_path / "schedule.json", UTC)
    ran: list[datetime] = []
    nights = count(60, 365)
    wrong = timedelta(0)
    for _ in range(nights * 24):
        now += HOUR
        if chance.random() < 0.02:
            wrong = chance.choice((timedelta(0), YEAR, -HOUR))
        shown = now + wrong
        if table.was_missed("backup", "30 2 * * *", shown):
            ran.append(now)
            table.done("backup", shown)
    apart = [later - earlier for earlier, later in pairwise(ran)]
    figure(f"{nights} nights: {len(ran)} runs, at most {max(apart) / HOUR:.0f} h apart")
    assert max(apart) <= timedelta(days=2)
    assert len(ran) <= 2 * nights
