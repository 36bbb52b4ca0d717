"""The voices of a recording beside its words: lines get voices, and a note never fails for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from guardrails.core.types import Segment
from pipelines.errors import EngineError
from pipelines.importers import import_transcript
from pipelines.speakers.classical import ClassicalEngine
from pipelines.speakers.labelling import (
    FAILED,
    GUESSED,
    UNCOUNTED,
    tell_voices,
    with_voices,
    without_voices,
)
from pipelines.speakers.turns import Turn, VoiceCount, is_voice, known_name, renamed
from pipelines.speech.passages import FileAudio
from pipelines.transcript import Transcript

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "2026-11-16-planning.opus"


def line(number: int, start_s: float | None, end_s: float | None, speaker: str | None = None) -> Segment:
    return Segment(f"s{number}", start_s, end_s, speaker, "Words.")


def room(*lines: Segment) -> Transcript:
    return Transcript(segments=lines)


def speakers(transcript: Transcript) -> list[str | None]:
    return [segment.speaker for segment in transcript.segments]


def test_the_lines_of_the_sample_get_the_voices_of_its_recording() -> None:
    names = import_transcript(SAMPLE.with_suffix(".vtt"))
    heard = names.model_copy(update={"segments": tuple(replace(s, speaker=None) for s in names.segments)})
    stages: list[str] = []

    def progress(stage: str, done: float, total: float | None) -> None:
        stages.append(stage)

    told = with_voices(
        heard, lambda: tell_voices(ClassicalEngine(), FileAudio(SAMPLE), VoiceCount(at_most=6), progress)
    )
    pairs = {(old.speaker, new.speaker) for old, new in zip(names.segments, told.segments, strict=True)}
    assert pairs == {("Priya", "Voice 1"), ("Tom", "Voice 2"), ("Elena", "Voice 3"), ("Marcus", "Voice 4")}
    assert not told.warnings
    assert set(stages) == {"telling voices apart"}
    assert without_voices(told.segments) == heard.segments


def test_who_is_known_already_and_what_was_typed_stay_as_they_are() -> None:
    turns = [Turn(0, 200, "Voice 1"), Turn(200, 400, "Voice 2")]
    told = with_voices(room(line(1, 0, 9), line(2, 210, 219), line(3, 220, 229, "Ann"), line(4, None, None)),
                       lambda: turns)  # fmt: skip
    assert speakers(told) == ["Voice 1", "Voice 2", "Ann", None]
    assert told.warnings == ()


def test_a_line_in_which_two_speak_has_both_voices_and_is_read_as_nobodys() -> None:
    turns = [Turn(0, 203, "Voice 1"), Turn(203, 400, "Voice 2"), Turn(400, 402, "Voice 3")]
    told = with_voices(
        room(line(1, 0, 9), line(2, 201, 206), line(3, 210, 219), line(4, 396, 402)), lambda: turns
    )
    assert [each.speakers for each in told.segments] == [
        ("Voice 1",), ("Voice 2", "Voice 1"), ("Voice 2",), ("Voice 2",)
    ], "who has no line of its own is no voice of the meeting"  # fmt: skip
    named = replace(told.segments[1], speaker="Ann", also="Bob")
    assert [each.speakers for each in without_voices((*told.segments, named))] == [()] * 5


def test_a_short_recording_says_that_its_voices_are_a_guess() -> None:
    told = with_voices(room(line(1, 0, 9)), lambda: [Turn(0, 40, "Voice 1")])
    assert speakers(told) == ["Voice 1"]
    assert told.flags == (GUESSED,)
    assert "guess" in told.warnings[0]


def test_several_voices_of_an_unknown_number_of_people_may_be_one_person() -> None:
    turns = [Turn(0, 200, "Voice 1"), Turn(200, 400, "Voice 2")]
    heard = room(line(1, 0, 9), line(2, 210, 219))
    told = with_voices(heard, lambda: turns, is_bounded=False)
    assert speakers(told) == ["Voice 1", "Voice 2"]
    assert told.flags == (UNCOUNTED,)
    (warning,) = told.warnings
    assert warning.startswith("How many people spoke was not known")
    assert warning.endswith('put them together by "the same as".')
    assert with_voices(heard, lambda: turns, is_bounded=True).flags == ()
    assert with_voices(heard, lambda: turns[:1], is_bounded=False).flags == (), (
        "one voice can be nobody else's"
    )
    short = with_voices(heard, lambda: [Turn(0, 9, "Voice 1"), Turn(210, 219, "Voice 2")], is_bounded=False)
    assert short.flags == (GUESSED,), "which says already that it is a guess"


def test_where_the_engine_fails_the_lines_have_no_speakers_and_the_note_says_so() -> None:
    def fails() -> list[Turn]:
        raise EngineError("no memory")

    told = with_voices(room(line(1, 0, 9)), fails)
    assert speakers(told) == [None]
    assert told.flags == (FAILED,)
    assert told.warnings == ("The voices could not be told apart (no memory).",)


def test_nothing_is_listened_to_for_lines_that_have_no_use_of_it() -> None:
    def never() -> list[Turn]:
        raise AssertionError("nobody asked for it")

    for lines in ((), (line(1, 0, 9, "Ann"),), (line(1, None, None),)):
        assert with_voices(room(*lines), never) == room(*lines)


def test_silence_makes_no_voice() -> None:
    assert speakers(with_voices(room(line(1, 0, 9)), lambda: ())) == [None]


def test_a_label_is_no_name() -> None:
    assert is_voice("Voice 2")
    assert not is_voice("Voice over")
    assert not is_voice("Ann")
    assert [known_name(name) for name in ("Voice 12", "Ann", None)] == [None, "Ann", None]
    said = "Voice 1: Voice 12 pays. Voice 3 waits."
    assert renamed(said, {"Voice 1": "Ann", "Voice 3": "Voice 1"}) == "Ann: Voice 12 pays. Voice 1 waits."
