"""When the recorder records: by voice, by hand and by the clock, and what is on the disk afterwards."""

from __future__ import annotations

import os
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from daemon.base.errors import RefusedError
from daemon.spool import list_recordings
from tests.fakes.microphone import Room, only, seconds


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut leaves is the spool's own test; here days of meetings are to pass in seconds."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


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
