"""The recorder starts again: after a crash, a power cut or an update, and what becomes of the meeting."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from daemon.base.clock import SystemClock
from daemon.base.control import ask
from daemon.recorder.service import interrupted_s, recover
from daemon.spool import SpooledRecording, list_recordings
from daemon.spool.recorder_status import read_status
from daemon.spool.segment import BYTES_PER_S
from tests.fakes.appliance import wait_for
from tests.fakes.microphone import Room
from tests.fakes.soundcard import sound_at

ROOT = Path(__file__).resolve().parents[2]


def crashed(state: Path, seconds: float = 45.0, **changes: Any) -> Room:
    """A recorder that has died while it recorded."""
    room = Room(state, start="button", **changes)
    room.session.start("button")
    room.talk(seconds)
    return room


def left(room: Room) -> SpooledRecording:
    return list_recordings(room.state)[-1]


def test_a_meeting_goes_on_after_a_crash(tmp_path: Path) -> None:
    room = crashed(tmp_path)
    room.clock.sleep(5)
    recover(room.restarted(), tmp_path, room.clock)
    said = room.talk(5)
    room.session.stop()
    (_, first), (resumed_s, second) = room.recorded()
    assert second == said
    assert resumed_s == pytest.approx(50, abs=0.01), "the lost second, and five in which nothing ran"
    assert len(first) / BYTES_PER_S > 43


def test_a_meeting_of_long_ago_is_over(tmp_path: Path) -> None:
    room = crashed(tmp_path)
    room.clock.sleep(400)
    recover(room.restarted(), tmp_path, room.clock)
    assert room.session.meeting is None
    recording = left(room).recording
    assert (recording.state, recording.end_reason) == ("ended", "power")
    assert recording.ended_at is not None
    assert recording.ended_at - recording.started_at == timedelta(seconds=recording.duration_s)


def rebooted(room: Room, off_s: float, *, clock_is_right: bool) -> None:
    room.clock.sleep(off_s)
    room.clock.boot_id, room.clock.since_boot_s = "boot-b", 20.0
    room.clock.synchronised = clock_is_right


def test_a_meeting_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    room = crashed(tmp_path)
    rebooted(room, 60, clock_is_right=True)
    recover(room.restarted(), tmp_path, room.clock)
    room.talk(5)
    room.session.stop()
    assert room.recorded()[1][0] == pytest.approx(105, abs=0.1)
    anchors = left(room).recording.anchors
    assert [anchor.boot_id for anchor in anchors] == ["boot-a", "boot-b"]


def test_yesterdays_meeting_does_not_go_on_where_no_clock_tells(tmp_path: Path) -> None:
    room = crashed(tmp_path)
    rebooted(room, 60, clock_is_right=False)
    assert interrupted_s(left(room).recording, room.clock) is None
    recover(room.restarted(), tmp_path, room.clock)
    assert room.session.meeting is None
    assert left(room).recording.state == "ended"


def test_a_restart_goes_on_in_a_linked_part_and_only_soon(tmp_path: Path) -> None:
    room = crashed(tmp_path)
    room.session.close()
    room.clock.sleep(3)
    recover(room.restarted(), tmp_path, room.clock)
    room.talk(5)
    room.session.close()
    first, second = list_recordings(tmp_path)
    assert second.recording.continues == first.id
    room.clock.sleep(400)
    recover(room.restarted(), tmp_path, room.clock)
    assert room.session.meeting is None


def test_older_meetings_that_were_left_open_are_ended(tmp_path: Path) -> None:
    crashed(tmp_path, 5)
    room = crashed(tmp_path, 5)
    room.clock.sleep(500)
    second = Room(tmp_path, start="button")
    second.clock.sleep(600)
    second._count = 7
    second.session.start("button")
    second.talk(5)
    recover(second.restarted(), tmp_path, second.clock)
    states = [spooled.recording.state for spooled in list_recordings(tmp_path)]
    assert states == ["ended", "recording"]


# Killed, for real


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_kill_nine_at_random_moments_costs_less_than_two_seconds(
    tmp_path: Path,
    count: Callable[[int, int], int],
    chance: random.Random,
    figure: Callable[[str], None],
) -> None:
    """Recorder: kill -9 at random moments of one meeting; what is left must be what sounded at that time."""
    kills = count(10, 100)
    clock = SystemClock()
    lives = []
    """When each process was ready, and when it was killed, in seconds since boot."""
    for number in range(kills + 1):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.fakes.recorder_child", str(tmp_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            ready_s = clock.boot_s()
            if number == 0:
                wait_for(lambda: _hears(tmp_path), "a first sound from the microphone")
                ask(tmp_path, "recorder", "start")
            if number == kills:
                ask(tmp_path, "recorder", "stop")
                child.terminate()
                assert child.wait(5) == 0
                break
            Event().wait(chance.uniform(0.2, 2.5))
            lives.append((ready_s, clock.boot_s()))
            child.send_signal(signal.SIGKILL)
    (spooled,) = list_recordings(tmp_path)
    began_s = spooled.recording.anchors[0].boot_s
    stretches = list(spooled.audio())
    assert spooled.recording.state == "ended"
    assert not list(spooled.folder.glob("*.part"))
    gaps = spooled.recording.gaps
    assert {gap.reason for gap in gaps} == {"power"}
    ends_s = [began_s + start_s + len(pcm) / BYTES_PER_S for start_s, pcm in stretches]
    # A block that was half heard when the button was pressed makes all times up to 0.1 s late.
    losses = [
        killed_s - max([ready_s, *(end_s for end_s in ends_s if end_s <= killed_s + 0.1)])
        for ready_s, killed_s in lives
    ]
    figure(f"{kills} kills: at most {max(losses):.2f} s lost, {sum(losses) / kills:.2f} s on average")
    assert max(losses) < 2, losses
    for start_s, pcm in stretches:
        at = _first_sample(began_s + start_s, pcm)
        assert sound_at(at, len(pcm) // 2) == pcm, "without a hole, and in its place"


def _hears(state_dir: Path) -> bool:
    status = read_status(state_dir / "run" / "recorder.json")
    return status is not None and status.microphone.state == "open"


def _first_sample(near_s: float, pcm: bytes) -> int:
    """Which sample since boot the audio begins with, searched around the time at which it should be."""
    around = round(near_s * 16_000)
    where = sound_at(around - 16_000, 32_000).find(pcm[:64])
    assert where >= 0, "this did not sound within a second of its place"
    return around - 16_000 + where // 2
