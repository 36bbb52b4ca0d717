"""When the recorder records, and what is on the disk afterwards, as people in the room would see it."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from daemon.errors import RefusedError, StateWriteError
from daemon.recorder.report import alarm_of
from daemon.spool import Recording, list_recordings
from daemon.spool.recording import spool_dir
from daemon.spool.salvage import salvage
from daemon.spool.segment import OpenSegment
from daemon.spool.wav import BYTES_PER_S
from tests.fakes.microphone import Room


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut leaves is the spool's own test; here days of meetings are to pass in seconds."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


def only(room: Room) -> Recording:
    (spooled,) = list_recordings(room.state)
    return spooled.recording


def seconds(pcm: bytes) -> float:
    return len(pcm) / BYTES_PER_S


# By voice


def test_talk_starts_a_recording_and_nothing_of_it_is_lost(tmp_path: Path) -> None:
    room = Room(tmp_path, least_speech_s=0)
    before = room.quiet(60)
    said = room.talk(30)
    room.session.stop()
    ((start_s, pcm),) = room.recorded()
    assert start_s == 0
    assert pcm.endswith(said)
    assert abs(seconds(pcm) - 40) < 0.1, "ten seconds before the first word"
    assert pcm in before + said


def test_a_meeting_that_starts_with_single_words_is_kept_from_the_first(tmp_path: Path) -> None:
    room = Room(tmp_path, least_speech_s=0)
    room.quiet(30)
    sound = b"".join(room.talk(2) + room.quiet(3) for _ in range(6))
    room.session.stop()
    ((_, pcm),) = room.recorded()
    assert pcm.endswith(sound)


def test_the_start_of_a_meeting_is_dated_by_its_first_sample(tmp_path: Path) -> None:
    room = Room(tmp_path, least_speech_s=0)
    room.quiet(60)
    first_word_at = room.clock.now()
    room.talk(20)
    room.session.stop()
    recording = only(room)
    assert abs(recording.started_at - (first_word_at - timedelta(seconds=10))) < timedelta(seconds=0.2)
    assert recording.id.startswith(recording.started_at.strftime("%Y%m%d-%H%M%S-"))
    later = recording.started_at_by(room.clock.now(), room.clock.boot_id, room.clock.boot_s())
    assert later is not None
    assert abs(later - recording.started_at) < timedelta(milliseconds=1)


def test_a_few_words_now_and_then_start_nothing(tmp_path: Path) -> None:
    room = Room(tmp_path)
    for _ in range(8):
        room.talk(3)
        room.quiet(17)
    assert list_recordings(tmp_path) == []
    assert b"RIFF" not in room.on_disk()


def test_silence_ends_a_meeting(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.converse(120)
    room.quiet(299)
    assert only(room).state == "recording"
    room.quiet(2)
    recording = only(room)
    assert (recording.state, recording.end_reason) == ("ended", "silence")
    assert recording.speech_s == pytest.approx(90, abs=5)
    room.quiet(30)
    assert len(list_recordings(tmp_path)) == 1


def test_a_short_chat_is_discarded_and_leaves_no_audio(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.talk(40)
    room.quiet(301)
    recording = only(room)
    assert (recording.state, recording.end_reason) == ("discarded", "too-short")
    assert b"RIFF" not in room.on_disk()


def test_the_next_meeting_gets_its_own_recording(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.converse(100)
    room.quiet(320)
    second = room.converse(100)
    room.quiet(320)
    assert [spooled.recording.state for spooled in list_recordings(tmp_path)] == ["ended", "ended"]
    ((_, pcm),) = room.recorded()
    assert second in pcm


def test_after_a_stop_by_hand_the_same_talk_starts_nothing_new(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.converse(100)
    stopped = room.session.stop()
    room.converse(100)
    assert only(room).id == stopped
    assert "waits until the room is quiet" in room.session.deaf_because
    room.quiet(301)
    room.converse(100)
    assert len(list_recordings(tmp_path)) == 2


def test_stopping_what_is_not_running_is_no_error(tmp_path: Path) -> None:
    assert Room(tmp_path).session.stop() is None


# Hours and ways to start


def test_outside_the_allowed_hours_nobody_can_start(tmp_path: Path) -> None:
    room = Room(tmp_path, allowed_hours=("mon-fri 7-9",))
    room.converse(60)
    assert list_recordings(tmp_path) == []
    assert "outside the allowed hours (mon-fri 7-9)" in room.session.deaf_because
    with pytest.raises(RefusedError, match=r"mon-fri 7-9.*allowed_hours"):
        room.session.start("button")


def test_a_meeting_that_runs_over_the_hours_is_not_cut_off(tmp_path: Path) -> None:
    room = Room(tmp_path, allowed_hours=("mon 10:00-10:06",))
    room.converse(400)
    assert only(room).state == "recording"
    room.session.stop()
    assert seconds(room.recorded()[0][1]) > 390


def test_by_button_alone_talk_starts_nothing_and_nothing_is_kept(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.talk(60)
    assert list_recordings(tmp_path) == []
    room.session.start("button")
    said = room.talk(5)
    room.session.stop()
    assert room.recorded() == [(0.0, said)]
    assert only(room).state == "ended", "what somebody wanted is kept, however short"


def test_a_recording_started_by_hand_waits_longer_for_people_to_come(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    room.quiet(600)
    said = room.converse(60)
    room.quiet(299)
    assert only(room).state == "recording"
    room.quiet(5)
    assert only(room).end_reason == "silence"
    assert said in room.recorded()[0][1]


def test_a_recording_that_nobody_came_to_ends(tmp_path: Path) -> None:
    room = Room(tmp_path, start="schedule")
    room.session.start("schedule")
    room.quiet(901)
    assert (only(room).state, only(room).started_by) == ("ended", "schedule")


def test_starting_twice_is_one_recording(tmp_path: Path) -> None:
    room = Room(tmp_path)
    assert room.session.start("button") == room.session.start("button")
    assert only(room).started_by == "button"


def test_an_endless_meeting_is_kept_in_parts_without_a_seam(tmp_path: Path) -> None:
    room = Room(tmp_path, longest_hours=0.05)
    room.session.start("button")
    said = room.converse(400)
    room.session.stop()
    parts = list_recordings(tmp_path)
    assert b"".join(pcm for number in range(3) for _, pcm in room.recorded(number)) == said
    assert [part.recording.continues for part in parts] == [None, parts[0].id, parts[1].id]
    assert [part.recording.end_reason for part in parts] == ["longest", "longest", "order"]
    starts = [part.recording.started_at for part in parts]
    assert [later - earlier for earlier, later in pairwise(starts)] == [
        pytest.approx(timedelta(seconds=180), abs=timedelta(seconds=0.2))
    ] * 2


# Off the record


def test_off_the_record_nothing_reaches_the_disk(tmp_path: Path) -> None:
    room = Room(tmp_path)
    before = room.converse(100)
    room.session.pause(room.clock.boot_s())
    secret = room.converse(40)
    room.session.resume()
    after = room.converse(20)
    room.session.stop()
    (_, first), (second_start_s, second) = room.recorded()
    assert before.endswith(first[-20 * BYTES_PER_S :])
    assert second == after
    assert second_start_s == pytest.approx(seconds(first) + 40, abs=0.01)
    assert not any(secret[i : i + 200] in room.on_disk() for i in range(0, len(secret), 3200))
    (gap,) = only(room).gaps
    assert (gap.reason, gap.end_s) == ("paused", second_start_s)


def test_what_is_said_between_the_button_and_the_recorder_is_off_the_record_too(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    said = room.talk(10)
    pressed_s = room.clock.boot_s()
    secret = room.talk(0.3)
    room.session.pause(pressed_s)
    assert room.recorded() == [(0.0, said)]
    assert secret[:200] not in room.on_disk()
    assert [(gap.reason, gap.start_s) for gap in only(room).gaps] == [("paused", 10)]


def test_off_the_record_before_a_meeting_keeps_it_from_starting(tmp_path: Path) -> None:
    room = Room(tmp_path, least_speech_s=0)
    room.talk(5)
    room.session.pause(room.clock.boot_s())
    room.quiet(400)
    room.converse(100)
    assert list_recordings(tmp_path) == []
    with pytest.raises(RefusedError, match="resume first"):
        room.session.start("button")
    room.session.resume()
    said = room.converse(20)
    room.session.stop()
    assert room.recorded() == [(0.0, said)]


def test_off_the_record_survives_a_restart(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.session.pause(room.clock.boot_s())
    room.restarted()
    room.converse(60)
    assert room.session.is_paused
    assert list_recordings(tmp_path) == []
    room.session.resume()
    assert not room.restarted().is_paused


def test_off_the_record_ends_when_people_have_talked_and_left(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.converse(100)
    room.session.pause(room.clock.boot_s())
    room.converse(60)
    room.quiet(301)
    assert not room.session.is_paused
    assert only(room).end_reason == "silence"
    assert seconds(room.recorded()[0][1]) < 111


def test_off_the_record_holds_even_if_the_disk_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path)
    room.converse(100)
    monkeypatch.setattr(OpenSegment, "append", refuse)
    monkeypatch.setattr("daemon.recorder.offrecord.write_durably", refuse)
    with pytest.raises(StateWriteError):
        room.session.pause(room.clock.boot_s())
    secret = room.talk(10)
    monkeypatch.undo()
    room.session.resume()
    room.talk(5)
    room.session.stop()
    assert secret[:200] not in room.on_disk()


def refuse(*_: Any) -> None:
    raise StateWriteError("cannot write: disk full; free some space on its disk and try again")


# Forget


def test_the_last_minutes_are_forgotten_everywhere(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    kept = room.converse(100)
    secret = room.converse(60)
    forgotten = room.session.forget(1, room.clock.boot_s())
    after = room.converse(20)
    room.session.stop()
    assert room.recorded() == [(0.0, kept), (160.0, after)]
    assert [(span.from_s, span.to_s) for span in forgotten] == [(pytest.approx(100), pytest.approx(160))]
    assert not any(secret[i : i + 200] in room.on_disk() for i in range(0, len(secret), 3200))
    (gap,) = only(room).gaps
    assert (gap.reason, gap.start_s, gap.end_s) == ("forgotten", pytest.approx(100), pytest.approx(160))
    assert only(room).speech_s == pytest.approx(90, abs=3), "of 180 s, a minute is not counted any more"


def test_what_is_only_in_memory_is_forgotten_too(tmp_path: Path) -> None:
    room = Room(tmp_path)
    secret = room.talk(5)
    assert room.session.forget(10, room.clock.boot_s()) == []
    room.talk(30)
    room.session.stop()
    assert secret[-3200:-3000] not in room.on_disk()


def test_forgetting_reaches_back_into_meetings_that_have_ended(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    kept = room.converse(116)
    secret = room.converse(64)
    first = room.session.stop()
    room.quiet(30)
    room.session.start("button")
    also_secret = room.talk(26)
    forgotten = room.session.forget(2, room.clock.boot_s())
    assert [span.id for span in forgotten] == [first, room.session.meeting and room.session.meeting.id]
    room.session.stop()
    assert room.recorded(0) == [(0.0, kept)]
    assert room.recorded(1) == []
    assert also_secret[:200] not in room.on_disk()
    assert secret[-200:] not in room.on_disk()


def test_forgetting_before_a_reboot_reaches_what_the_wall_clock_says(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    kept = room.talk(60)
    room.talk(60)
    room.session.stop()
    room.clock.boot_id, room.clock.since_boot_s = "boot-b", 20
    room.restarted().forget(1, room.clock.boot_s())
    assert room.recorded() == [(0.0, kept)]


def test_forgetting_twice_forgets_no_more(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    kept = room.talk(70)
    room.talk(60)
    asked_s = room.clock.boot_s()
    room.session.forget(1, asked_s)
    first = room.recorded()
    room.session.forget(1, asked_s)
    assert room.recorded() == first == [(0.0, kept)]


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


def test_a_meeting_that_hardly_makes_a_sound_raises_an_alarm(tmp_path: Path) -> None:
    room = Room(tmp_path, start="button")
    room.session.start("button")
    room._sound(61, 3)
    assert "next to nothing" in (alarm_of(room.session) or "")
    room.session.stop()
    assert only(room).silent is True
    room.session.start("button")
    room._sound(61, 60)
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
