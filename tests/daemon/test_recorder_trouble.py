"""What is left of a meeting when microphone, disk, recorder or clock fail in the middle of it."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest

from daemon.base.errors import RefusedError
from daemon.recorder.report import alarm_of
from daemon.spool import list_recordings
from daemon.spool.recording import spool_dir
from daemon.spool.salvage import salvage
from daemon.spool.segment import BYTES_PER_S, OpenSegment
from tests.fakes.microphone import Room, only, refuse, seconds


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut leaves is the spool's own test; here days of meetings are to pass in seconds."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


# What goes wrong


def test_an_unplugged_microphone_leaves_a_gap_and_the_meeting_goes_on(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    before = room.talk(70)
    room.without_microphone(50)
    after = room.talk(10)
    room.session.stop()
    assert room.recorded() == [(0.0, before), (120.0, after)]
    (gap,) = only(room).gaps
    assert (gap.reason, gap.start_s, gap.end_s) == ("unplugged", 70, 120)


def test_a_microphone_that_never_comes_back_ends_the_meeting(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.converse(100)
    room.without_microphone(899)
    assert only(room).state == "recording"
    room.without_microphone(10)
    assert (only(room).state, only(room).end_reason) == ("ended", "unplugged")


def test_sound_from_before_a_gap_starts_nothing_after_it(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.talk(7)
    room.without_microphone(2)
    room.talk(7)
    assert list_recordings(tmp_path) == []


def test_lost_blocks_are_counted_and_leave_a_gap_of_their_length(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    before = room.talk(5)
    room.clock.sleep(2.5)
    room.hear(b"\x01\x02" * 1600, lost_s=2.5)
    after = room.talk(5)
    room.session.stop()
    assert room.recorded() == [(0.0, before), (7.5, b"\x01\x02" * 1600 + after)]
    recording = only(room)
    assert (recording.overflows, room.session.overflows) == (1, 1)
    assert [(gap.reason, gap.start_s, gap.end_s) for gap in recording.gaps] == [("overflow", 5, 7.5)]


def test_small_overflows_of_the_sound_system_are_counted_large_ones_leave_a_gap(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    room.talk(5)
    room.clock.sleep(0.3)
    room.hear(b"\x01\x02" * 1600, overflow=True)
    room.clock.sleep(0.9)
    room.hear(b"\x01\x02" * 1600, overflow=True)
    room.session.stop()
    assert only(room).overflows == 2
    assert [(gap.start_s, gap.end_s) for gap in only(room).gaps] == [(pytest.approx(5.1), pytest.approx(6.3))]


def test_a_disk_that_refuses_for_a_while_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    said = room.talk(5)
    with monkeypatch.context() as patch:
        patch.setattr(OpenSegment, "append", refuse)
        said += room.talk(30)
        assert "disk full" in (room.session.problem or "")
    said += room.talk(5)
    assert room.session.problem is None
    room.session.stop()
    assert room.recorded() == [(0.0, said)]


def test_the_end_of_a_meeting_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    said = room.talk(5.5)
    with monkeypatch.context() as patch:
        patch.setattr(OpenSegment, "append", refuse)
        room.session.stop()
        assert only(room).state == "recording"
    room.quiet(6)
    assert only(room).state == "ended"
    assert room.recorded() == [(0.0, said)]


def test_a_voice_start_that_the_disk_refuses_is_tried_again_with_all_that_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path, least_speech_s=0)
    room.quiet(20)
    with monkeypatch.context() as patch:
        patch.setattr("daemon.spool.writer.write_record", refuse)
        said = room.talk(10)
        assert "disk full" in (room.session.problem or "")
    said += room.talk(10)
    room.session.stop()
    assert room.recorded()[0][1].endswith(said)


def test_recording_stops_cleanly_before_the_disk_is_full(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.converse(100)
    assert room.session.conditions.hours_left == pytest.approx((10**11 - 5e8) / BYTES_PER_S / 3600)
    room.free_bytes = 499_000_000
    room.quiet(6)
    assert (only(room).state, only(room).end_reason) == ("ended", "disk")
    assert "499 MB are free, 500 are kept back" in (room.session.problem or "")
    with pytest.raises(RefusedError, match="the disk is full"):
        room.session.start("button")
    room.free_bytes = 501_000_000
    room.converse(40)
    assert len(list_recordings(tmp_path)) == 1, "a few bytes more are no reason to start and stop"
    room.free_bytes = 600_000_000
    room.converse(40)
    assert len(list_recordings(tmp_path)) == 2


def test_a_dead_microphone_raises_an_alarm(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.quiet(5)
    room.dead(59)
    assert alarm_of(room.session) is None
    room.dead(2)
    assert "digital silence" in (alarm_of(room.session) or "")
    room.quiet(0.1)
    assert alarm_of(room.session) is None


def test_a_recording_of_a_muted_microphone_leaves_nothing(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    room.dead(90)
    room.session.stop()
    assert (only(room).state, only(room).end_reason) == ("discarded", "no-sound")


def test_a_meeting_that_hardly_makes_a_sound_raises_an_alarm(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    room.noise(61, 3)
    assert "next to nothing" in (alarm_of(room.session) or "")
    room.session.stop()
    assert only(room).silent is True
    room.session.start("button")
    room.noise(61, 60)
    assert alarm_of(room.session) is None


# Restarts


def take_over(room: Room, lost_s: float) -> None:
    """What the service does after a crash."""
    (left,) = salvage(spool_dir(room.state))
    room.restarted()
    room.clock.sleep(lost_s)
    room.session.take_over(left, lost_s=lost_s)


def test_a_meeting_survives_a_crash_of_the_recorder(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    before = room.talk(45.05)
    take_over(room, 3)
    after = room.talk(50)
    room.session.stop()
    (start_s, first), (resumed_s, second) = room.recorded()
    assert start_s == 0
    assert before.startswith(first)
    assert seconds(before) - seconds(first) <= 2
    assert resumed_s == pytest.approx(seconds(first) + 3)
    assert second == after
    recording = only(room)
    assert [gap.reason for gap in recording.gaps] == ["power"]
    assert [anchor.at_s for anchor in recording.anchors] == [0, pytest.approx(resumed_s)]
    assert recording.speech_s > 60


def test_a_crash_off_the_record_stays_off_the_record(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    before = room.talk(10)
    room.session.pause(room.clock.boot_s())
    room.talk(10)
    take_over(room, 3)
    assert room.session.is_paused
    room.talk(10)
    room.session.resume()
    after = room.talk(10)
    room.session.stop()
    assert [pcm for _, pcm in room.recorded()] == [before, after]


def test_a_meeting_goes_on_in_a_linked_part_when_the_recorder_is_restarted(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.converse(20)
    room.session.close()
    (left,) = list_recordings(tmp_path)
    assert (left.recording.state, left.recording.end_reason) == ("ended", "shutdown")
    room.restarted().take_over(left, lost_s=1)
    room.converse(20)
    room.quiet(301)
    first, second = list_recordings(tmp_path)
    assert second.recording.continues == first.id
    assert (second.recording.state, second.recording.started_by) == ("ended", "voice")


def test_a_meeting_that_is_deleted_while_it_goes_on_is_over(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.converse(100)
    shutil.rmtree(spool_dir(tmp_path) / only(room).id)
    room.converse(60)
    assert room.session.meeting is None
    assert list_recordings(tmp_path) == [], "and the same talk starts no other"
    room.quiet(310)
    room.converse(60)
    assert only(room).state == "recording"


@pytest.mark.parametrize("jump", [timedelta(days=365), timedelta(hours=-1)])
def test_a_wall_clock_that_jumps_changes_nothing_in_a_recording(tmp_path: Path, jump: timedelta) -> None:
    room = Room(tmp_path, allowed_hours=("mon-sun 0-24",))
    said = room.converse(100)
    room.clock.wall += jump
    said += room.converse(100)
    room.quiet(301)
    ((start_s, pcm),) = room.recorded()
    assert start_s == 0
    assert said in pcm
    recording = only(room)
    assert recording.gaps == ()
    true_start = recording.started_at_by(room.clock.now(), room.clock.boot_id, room.clock.boot_s())
    assert true_start == pytest.approx(recording.started_at + jump, abs=timedelta(seconds=1))


@pytest.mark.skipif(os.geteuid() != 0, reason="A FULL DISK WAS NOT TRIED: mounting one needs root")
def test_a_disk_that_runs_full_keeps_what_it_has_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)], check=False)
    if mounted.returncode:
        pytest.skip("A FULL DISK WAS NOT TRIED: nothing can be mounted here")
    try:
        room = Room(disk, start="button", reserve_mb=0)
        room.session.start("button")
        said = room.talk(70)
        assert "disk" in (room.session.problem or "")
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        said += room.talk(20)
        room.session.stop()
        assert only(room).state == "ended"
        assert room.recorded() == [(0.0, said)], "it had waited in memory"
    finally:
        subprocess.run(["umount", str(disk)], check=True)
