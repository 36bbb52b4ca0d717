"""The worker: what it has done when it is interrupted, refused, killed or short of something."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from daemon.base.errors import StateWriteError
from daemon.meetings import Result, WorkFolder
from daemon.worker.status import read_status
from pipelines.errors import EngineError, WeightsMissingError
from pipelines.speakers.turns import Turn
from pipelines.speech.passages import Audio, Passage
from tests.fakes.sound import context, quiet, write_audio
from tests.fakes.worker_room import SAID, Room, note


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_a_transcript_becomes_a_note_without_any_model(room: Room) -> None:
    folder = room.add("2026-11-16 weekly.vtt")
    assert room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.step, result.turn) == ("done", "compose", 1)
    (item,) = note(folder).action_items
    assert item.due is not None
    assert (item.owner, str(item.due.date)) == ("Ann", "2026-11-20")
    assert note(folder).id == folder.id
    assert note(folder).source == "2026-11-16 weekly.vtt"
    assert room.work.claim() is None
    assert not room.worker().work_once(), "what is done is not done again before the hub has seen it"


def test_a_recording_becomes_a_note_that_names_the_speech_model(room: Room) -> None:
    folder = room.add("talk.m4a", "sound")
    room.worker().work_once()
    assert room.outcome().outcome == "done"
    made = note(folder)
    assert [segment.text for segment in made.transcript.segments] == SAID
    assert made.duration_s == 120
    assert made.language == "en"
    assert made.engines.asr is not None
    assert made.engines.asr.name == "scripted"


@pytest.mark.parametrize("dies_at", range(len(SAID)))
def test_a_worker_that_died_is_continued_at_the_last_passage(room: Room, dies_at: int) -> None:
    folder = room.add("talk.m4a", "sound")

    def die(index: int) -> None:
        if index == dies_at:
            raise KeyboardInterrupt  # nothing of ours catches it: as if the process were gone

    room.engines.before_passage = die
    with pytest.raises(KeyboardInterrupt):
        room.worker().work_once()
    assert room.work.claim() is not None

    room.engines.before_passage = lambda index: None
    second = room.worker()
    result = room.outcome()
    assert (result.outcome, result.reason) == ("killed", "the worker was killed")
    assert second.work_once()
    assert room.outcome().outcome == "done"
    assert room.engines.heard == [0, 1, 2, 3], "every passage is heard once"
    assert [segment.text for segment in note(folder).transcript.segments] == SAID


def test_a_torn_receipt_costs_only_itself(room: Room) -> None:
    folder = room.add("talk.m4a", "sound")
    room.engines.said = SAID[:2]
    room.engines.before_passage = _raise_at(1, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        room.worker().work_once()
    with folder.heard.open("ab") as file:
        file.write(b'{"segments": [{"id": "s2", "te')
    room.engines.before_passage = lambda index: None
    second = room.worker()
    room.fold()
    second.work_once()
    assert [segment.text for segment in note(folder).transcript.segments] == SAID[:2]


def test_a_long_backlog_makes_room_for_people_who_talk_now(room: Room) -> None:
    old = room.add("old.m4a", "sound", "backlog")

    def somebody_talks(index: int) -> None:
        if index == 1:
            room.add("now.vtt", priority="live")

    room.engines.before_passage = somebody_talks
    worker = room.worker()
    worker.work_once()
    assert room.outcome().outcome == "yielded"
    room.engines.before_passage = lambda index: None
    worker.work_once()
    assert room.outcome().job == "now-vtt"
    worker.work_once()
    assert room.outcome().outcome == "done"
    assert room.engines.heard == [0, 1, 2, 3]
    assert note(old).id == old.id


def test_a_normal_job_does_not_interrupt_its_equal(room: Room) -> None:
    room.add("old.m4a", "sound")
    room.engines.before_passage = lambda index: room.add(f"{index}.vtt") and None
    room.worker().work_once()
    assert room.outcome().outcome == "done"


def test_a_meeting_that_is_dropped_while_it_is_worked_on_is_let_go(room: Room) -> None:
    folder = room.add("talk.m4a", "sound")

    def drop(index: int) -> None:
        if index == 1:
            room.queue.remove(folder.id)
            shutil.rmtree(folder.path)

    room.engines.before_passage = drop
    room.worker().work_once()
    assert room.outcome().outcome == "yielded"
    assert not folder.path.exists()


def test_without_a_speech_model_it_waits(room: Room) -> None:
    room.add("talk.m4a", "sound")
    room.engines.before_passage = _raise_at(0, WeightsMissingError("pull it"))
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.needs) == ("waiting", "models")
    assert result.reason == "waiting for the speech model: pull it"
    assert not room.worker().work_once()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("torn.vtt", "WEBVTT\n", "torn.vtt"),
        ("nothing.mp3", "", "nothing.mp3: is empty"),
    ],
)
def test_what_is_no_meeting_is_refused_by_its_name(room: Room, name: str, content: str, reason: str) -> None:
    room.add(name, content)
    room.worker().work_once()
    result = room.outcome()
    assert result.outcome == "refused"
    assert result.reason
    assert reason in result.reason
    assert str(room.path) not in result.reason


def test_an_engine_that_fails_is_loaded_anew_and_its_reason_is_kept(room: Room) -> None:
    room.add("talk.m4a", "sound")
    room.engines.before_passage = _raise_at(1, EngineError("the speech model failed"))
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.step, result.reason) == ("failed", "transcribe", "the speech model failed")
    assert room.engines.released == 1


def test_a_bug_of_ours_costs_the_attempt_and_not_the_worker(room: Room) -> None:
    room.add("talk.m4a", "sound")
    room.engines.before_passage = _raise_at(0, ValueError("oh"))
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.reason) == ("failed", "internal error: ValueError: oh")


def test_a_full_disk_is_waited_out_and_nobody_is_blamed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.add("weekly.vtt")
    worker = room.worker()
    refusals = iter([True, True, False])
    put = WorkFolder.put_result

    def full(work: WorkFolder, result: Result) -> None:
        if next(refusals):
            raise StateWriteError("no space left")
        put(work, result)

    monkeypatch.setattr(WorkFolder, "put_result", full)
    before_s = room.clock.boot_s()
    worker.work_once()
    assert room.outcome().outcome == "done"
    assert room.clock.boot_s() - before_s == 5 + 10  # ever longer pauses


def test_no_room_for_a_receipt_makes_the_job_wait(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.add("weekly.vtt")

    def full(*args: object) -> None:
        raise StateWriteError("cannot write note.json: No space left on device; free some space")

    monkeypatch.setattr("daemon.worker.pipeline.write_receipt", full)
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.needs) == ("waiting", "disk")


def test_who_looks_sees_what_the_worker_does(room: Room) -> None:
    room.add("talk.m4a", "sound")
    seen = []
    room.engines.before_passage = lambda index: seen.append(read_status(room.path))
    room.worker().work_once()
    assert seen[0] is not None
    assert (seen[0].source, seen[0].stage, seen[0].fraction) == ("talk.m4a", "transcribing", 0.0)


def test_receipts_hold_no_more_than_is_needed_to_go_on(room: Room) -> None:
    folder = room.add("talk.m4a", "sound")
    room.worker().work_once()
    lines = [json.loads(line) for line in folder.heard.read_text().splitlines()]
    assert [line["mark"]["segments"] for line in lines] == [1, 2, 3, 4]


def _raise_at(at: int, error: BaseException) -> Callable[[int], None]:
    def check(index: int) -> None:
        if index == at:
            raise error

    return check


VOICES = (Turn(0, 45, "Voice 1"), Turn(45, 400, "Voice 2"))


def test_a_recording_gets_voices_and_what_they_promise_is_theirs(room: Room) -> None:
    room.engines.turns = VOICES
    folder = room.add("talk.m4a", "sound")
    room.worker().work_once()
    made = note(folder)
    assert [line.speaker for line in made.transcript.segments] == ["Voice 1", "Voice 1", "Voice 2", "Voice 2"]
    (item,) = made.action_items
    assert (item.owner, item.flags) == ("Voice 1", ())


def test_a_note_says_that_nobody_knew_how_many_people_speak_unless_it_is_configured(room: Room) -> None:
    room.engines.turns = VOICES
    unknown = room.add("talk.m4a", "sound")
    room.worker().work_once()
    room.fold()
    known = room.add("chairs.m4a", "sound")
    room.worker(voices_bounded=True).work_once()
    said = "How many people spoke was not known"
    assert any(warning.startswith(said) for warning in note(unknown).warnings)
    assert not any(warning.startswith(said) for warning in note(known).warnings)


def test_a_promise_in_a_line_of_two_voices_is_of_either(room: Room) -> None:
    room.engines.turns = (Turn(0, 32, "Voice 1"), Turn(32, 400, "Voice 2"))
    folder = room.add("talk.m4a", "sound")
    room.worker().work_once()
    made = note(folder)
    assert made.transcript.segments[1].speakers == ("Voice 2", "Voice 1")
    (item,) = made.action_items
    assert (item.owner, item.voices, item.flags) == (None, ("Voice 2", "Voice 1"), ())


def test_who_does_not_want_voices_gets_none(room: Room) -> None:
    room.engines.turns = VOICES
    folder = room.add("talk.m4a", "sound")
    room.worker(tell_voices=False).work_once()
    assert {line.speaker for line in note(folder).transcript.segments} == {None}


def test_a_failure_to_tell_voices_apart_costs_the_voices_and_nothing_else(room: Room) -> None:
    def fails() -> tuple[Turn, ...]:
        raise ValueError("matrix is singular")

    room.engines.turns = fails
    folder = room.add("talk.m4a", "sound")
    room.worker().work_once()
    assert room.outcome().outcome == "done"
    made = note(folder)
    assert len(made.action_items) == 1
    assert "The voices could not be told apart (matrix is singular)." in made.warnings


def test_a_worker_that_crashes_over_voices_makes_the_note_without_them_next_time(room: Room) -> None:
    def die() -> tuple[Turn, ...]:
        room.work.crash.write_text("Fatal Python error: Segmentation fault\n", "utf-8")
        raise KeyboardInterrupt

    room.engines.turns = die
    folder = room.add("talk.m4a", "sound")
    with pytest.raises(KeyboardInterrupt):
        room.worker().work_once()
    worker = room.worker()
    assert room.outcome().outcome == "crashed"
    room.clock.sleep(60)
    worker.work_once()
    assert room.outcome().outcome == "done"
    assert room.engines.heard == [0, 1, 2, 3], "nothing is transcribed twice"
    assert {line.speaker for line in note(folder).transcript.segments} == {None}
    assert (
        "The voices could not be told apart (the worker had ended over this recording)."
        in note(folder).warnings
    )


@pytest.mark.parametrize("dies_at", range(4))
def test_a_worker_that_died_goes_on_at_the_same_track(room: Room, dies_at: int) -> None:
    """Two passages on each of two tracks, whose lines overlap."""
    folder = room.add("standup.zip")
    path = folder.source_dir / "standup.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, sound in {"1-ann.wav": context(60, 60), "2-bob.wav": context(0, 60, 60)}.items():
            archive.write(write_audio(room.path / name, [sound]), name)
    room.engines.said = ("Yes.", "I agree.")

    def die(index: int) -> None:
        if len(room.engines.heard) == dies_at:
            raise KeyboardInterrupt

    room.engines.before_passage = die
    with pytest.raises(KeyboardInterrupt):
        room.worker().work_once()
    room.engines.before_passage = lambda index: None
    second = room.worker()
    room.fold()
    assert second.work_once()
    assert room.outcome().outcome == "done"
    assert room.engines.heard == [0, 1, 0, 1], "every passage of every track is heard once"
    made = note(folder)
    assert [(line.id, line.speaker, line.text) for line in made.transcript.segments] == [
        ("s1", "Ann", "Yes."),
        ("s2", "Bob", "Yes."),
        ("s3", "Ann", "I agree."),
        ("s4", "Bob", "I agree."),
    ]


def test_the_sides_of_a_call_are_two_voices_whose_lines_are_in_the_order_of_time(room: Room) -> None:
    ann = context(*[3, 3] * 6)
    folder = room.add("call.wav")
    write_audio(folder.source_dir / "call.wav", [ann, np.concatenate([quiet(3), ann[: -3 * 16_000]])])
    room.engines.said = ("Shall we?",)
    assert room.worker().work_once()
    made = note(folder)
    assert [line.speaker for line in made.transcript.segments] == ["Voice 1", "Voice 2"]
    assert not made.attendees, "a side is nobody's name"


@pytest.mark.parametrize("apart", [True, False])
def test_a_side_on_which_several_people_speak_is_not_one_voice(room: Room, apart: bool) -> None:
    ann = context(*[3, 3] * 6)
    folder = room.add("call.wav")
    write_audio(folder.source_dir / "call.wav", [ann, np.concatenate([quiet(3), ann[: -3 * 16_000]])])
    room.engines.said = ("Shall we?", "Yes.", "I agree.")
    room.engines.turns = [Turn(0, 9, "a"), Turn(30, 39, "b"), Turn(60, 69, "c")]
    assert room.worker(tell_voices=apart).work_once()
    speakers = [line.speaker for line in note(folder).transcript.segments]
    assert speakers == (["Voice 1", "Voice 2", "Voice 3"] if apart else [None, None, None])


def test_who_is_on_one_side_is_heard_though_nearly_all_of_the_rest_is_on_both(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.speech.tracks.SIDES_S", 36.0)
    ann, rest = context(*[3, 3] * 6), context(*[3, 1] * 120)
    folder = room.add("call.wav")
    bob = np.concatenate([quiet(3), ann[: -3 * 16_000]])
    write_audio(folder.source_dir / "call.wav", [np.concatenate([ann, rest]), np.concatenate([bob, rest])])
    heard: list[float] = []
    passages = room.engines.passages

    def listen(audio: Audio, *others: Any, **more: Any) -> Iterator[Passage]:
        first = next(iter(audio.blocks()))
        heard.extend(float(np.abs(first[start * 16_000 : (start + 1) * 16_000]).max()) for start in (1, 4))
        return passages(audio, *others, **more)

    monkeypatch.setattr(room.engines, "passages", listen)
    assert room.worker().work_once()
    assert min(heard) > 0.04, "both, who spoke in turns"
