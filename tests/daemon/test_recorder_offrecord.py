"""Off the record, and taken off it afterwards: what people do not want kept is nowhere on the disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from daemon.base.errors import RefusedError, StateWriteError
from daemon.spool import list_recordings
from daemon.spool.segment import BYTES_PER_S, OpenSegment
from tests.fakes.microphone import Room, only, refuse, seconds


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut leaves is the spool's own test; here days of meetings are to pass in seconds."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


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
    monkeypatch.setattr("daemon.recorder.off_record.write_durably", refuse)
    with pytest.raises(StateWriteError):
        room.session.pause(room.clock.boot_s())
    secret = room.talk(10)
    monkeypatch.undo()
    room.session.resume()
    room.talk(5)
    room.session.stop()
    assert secret[:200] not in room.on_disk()


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
