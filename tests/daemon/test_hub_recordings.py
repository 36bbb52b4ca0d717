"""What the room's microphone hears: transcribed while people talk, and forgotten when they say so."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

from daemon.meetings import read_jobs
from daemon.spool.forget import forget_range
from daemon.spool.recording import read_record
from tests.fakes.language_model import ScriptedModel, drafting
from tests.fakes.live_room import ID, LINES, LiveRoom
from tests.fakes.whisper import Spoken, evenly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipelines.speech.audio import Samples


@pytest.fixture
def room(tmp_path: Path) -> LiveRoom:
    return LiveRoom(tmp_path)


def test_a_meeting_is_transcribed_while_it_goes_on_and_no_window_twice(room: LiveRoom) -> None:
    heard = []
    with room.open_hub() as hub:
        for _ in range(4):
            room.hear(25, 6)
            room.work(hub)
            heard.append(len(room.whispering.whisper.calls))
            assert room.notes() == []
        assert heard == [0, 1, 2, 3], "from the first minute on, all but the window that is being spoken"
        (job,) = hub.queue
        assert (job.priority, job.needs, job.strikes) == ("live", "audio", 0)
        room.end()
        room.work(hub)
        assert room.words() == list(LINES)
        assert len(room.whispering.whisper.calls) == 4
    (note,) = room.notes()
    assert note.id == ID
    assert note.started_at == read_record(room.folder).started_at
    assert note.duration_s == pytest.approx(124, abs=0.1)
    assert "date-assumed" not in note.flags
    assert (room.path / "meetings" / ID / "meeting.json").exists()


@pytest.mark.parametrize("both_fit", [True, False])
def test_what_is_complete_is_drafted_while_people_still_talk_and_asked_once(
    room: LiveRoom, both_fit: bool
) -> None:
    told = "They said word1, word2 and word3."  # what nobody said would not stand

    model = room.whispering.model = ScriptedModel(drafting(told))
    room.whispering.both_fit = both_fit
    long_line = " ".join(f"word{n}" for n in range(150))
    room.whispering.whisper.script = [[evenly(f"{n} {long_line}.", 0.5, 20)] for n in range(40)]
    with room.open_hub() as hub:
        for _ in range(12):
            room.hear(25, 6)
            room.work(hub)
        ahead = len(model.calls)
        assert (ahead >= 2) == both_fit
        room.end()
        room.work(hub)
    asked = [(call.messages, call.attempt) for call in model.calls]
    assert len(asked) == len(set(asked))
    (note,) = room.notes()
    assert note.coverage.segments_read == note.coverage.segments_total
    assert note.summary == told
    if both_fit:
        assert len(asked) - ahead <= 3, "after the last word the last chunk and the summary are left"


def test_a_recording_that_is_not_worth_keeping_makes_no_note(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        room.hear(40, 3, 40)
        room.work(hub)
        assert len(hub.queue) == 1
        room.writer.discard(ended_at=room.clock.now(), end_reason="too-short")
        room.work(hub)
        assert len(hub.queue) == 0
    assert room.notes() == []
    assert not (room.path / "meetings" / ID).exists()
    assert not room.folder.exists()


def test_gaps_that_nobody_wanted_are_told_and_times_stay_those_of_the_meeting(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        room.hear(25, 3)
        room.writer.open_gap("unplugged")
        room.writer.close_gap(128)
        room.hear(25, 3)
        room.end()
        room.work(hub)
    (note,) = room.notes()
    assert [s.start_s for s in note.transcript.segments] == pytest.approx([0.5, 132.7], abs=0.4)
    assert "recording-gaps" in note.flags
    assert any("0:28: the microphone was unplugged" in warning for warning in note.warnings)


@pytest.mark.parametrize(
    ("changes", "flag", "warning"),
    [
        ({"overflows": 3}, "recording-overflows", "too slow 3 times"),
        ({"silent": True}, "recording-silent", "next to nothing"),
    ],
)
def test_what_the_recorder_had_trouble_with_is_told_in_the_note(
    room: LiveRoom, changes: dict[str, Any], flag: str, warning: str
) -> None:
    with room.open_hub() as hub:
        room.hear(25, 3)
        room.writer.update(**changes)
        room.end()
        room.work(hub)
    (note,) = room.notes()
    assert flag in note.flags
    assert any(warning in each for each in note.warnings)


def test_a_part_of_a_longer_meeting_names_the_part_before(room: LiveRoom) -> None:
    room.writer.update(continues="20261116-060312-07c1")
    with room.open_hub() as hub:
        room.hear(25, 3)
        room.end()
        room.work(hub)
        (head,) = hub.store.heads()
    assert room.notes()[0].continues == head.continues == "20261116-060312-07c1"


def forget_second_line(room: LiveRoom) -> None:
    forget_range(room.folder, read_record(room.folder), 26, 55)


def test_what_is_forgotten_during_the_meeting_is_in_no_file_and_in_no_note(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        room.hear(25, 3, 25, 3, 25, 3)
        room.work(hub)
        assert room.left_of("secret")
        room.writer.forget(26)
        room.hear(25, 30)
        room.work(hub)
        assert room.left_of("secret") == []
        room.end()
        room.work(hub)
        assert "The plan is secret." not in room.words()
        assert room.words()[0] == "We begin."
    assert room.left_of("secret") == []


def test_what_is_forgotten_after_the_meeting_leaves_its_note(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        room.hear(25, 3, 25, 3, 25, 3)
        room.end()
        room.work(hub)
        assert "The plan is secret." in room.words()
        room.whispering.whisper.calls.clear()
        room.whispering.whisper.script = [[evenly(line, 0.5, 2.5)] for line in (LINES[0], LINES[2])]
        forget_second_line(room)
        room.work(hub)
        assert room.words() == ["We begin.", "Ann sends it by Friday."]
    assert room.left_of("secret") == []
    assert read_jobs(room.path) == []


def test_what_is_forgotten_while_the_note_is_made_never_reaches_the_store(room: LiveRoom) -> None:
    room.hear(25, 3, 25, 3, 25, 3)
    room.end()
    with room.open_hub() as hub:
        hub.step()
        worker = room.worker()
        worker.work_once()
        forget_second_line(room)
        hub.step()
        assert room.notes() == [], "a note that was finished before is not stored after"
        room.work(hub)
        assert "The plan is secret." not in room.words()
        assert len(room.words()) == 2
    assert room.left_of("secret") == []


def test_a_forgotten_part_is_noticed_by_a_worker_in_the_middle_of_it(room: LiveRoom) -> None:
    room.hear(25, 3, 25, 3, 25, 3)
    room.end()
    whisper = room.whispering.whisper
    transcribe = whisper.transcribe

    def forget_then_transcribe(audio: Samples, **options: Any) -> tuple[Sequence[Spoken], float]:
        if len(whisper.calls) == 1:
            forget_second_line(room)
        return transcribe(audio, **options)

    with mock.patch.object(whisper, "transcribe", forget_then_transcribe), room.open_hub() as hub:
        room.work(hub)
    assert "The plan is secret." not in room.words()
    assert room.left_of("secret") == []


def test_a_meeting_from_before_the_clock_was_set_is_dated_as_soon_as_it_is(tmp_path: Path) -> None:
    room = LiveRoom(tmp_path)
    anchor = room.writer.recording.anchors[0].model_copy(update={"synchronised": False})
    room.writer.update(anchors=(anchor,))
    room.whispering.whisper.script = [[evenly("I'll send the report by Friday.", 0.5, 2.5)]]
    room.clock.synchronised = False
    with room.open_hub() as hub:
        room.hear(25, 3)
        room.end()
        room.work(hub)
        (note,) = room.notes()
        assert "date-provisional" in note.flags
        assert any("provisional" in warning for warning in note.warnings)
        assert [item.due and str(item.due.date) for item in note.action_items] == ["2026-11-20"]

        room.clock.wall += timedelta(days=14)
        room.clock.synchronised = True
        room.work(hub)
        (note,) = room.notes()
        assert note.started_at == anchor.wall + timedelta(days=14)
        assert [item.due and str(item.due.date) for item in note.action_items] == ["2026-12-04"]
        assert "date-provisional" not in note.flags
        assert not any("provisional" in warning for warning in note.warnings)


def test_after_a_reboot_the_date_of_an_unset_clock_stays_provisional(tmp_path: Path) -> None:
    room = LiveRoom(tmp_path)
    anchor = room.writer.recording.anchors[0].model_copy(update={"synchronised": False})
    room.writer.update(anchors=(anchor,))
    room.hear(25, 3)
    room.end()
    room.clock.boot_id = "another"
    with room.open_hub() as hub:
        room.work(hub)
        room.work(hub)
    assert "date-provisional" in room.notes()[0].flags
