"""A transcription that is interrupted, and one of a recording that still grows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from guardrails.core.types import Segment
from pipelines.speech.passages import FileAudio, Mark
from pipelines.speech.transcriber import Report, SpeechSettings, SpeechWeights, WhisperTranscriber
from tests.fakes.sound import context, write_audio
from tests.fakes.whisper import LoudIsSpeech, ScriptedWhisper, evenly

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

WEIGHTS = SpeechWeights(Path("models/whisper"), "Systran/faster-whisper-base")
SCENE = (20.0, 3.0, 20.0, 40.0, 25.0, 2.0, 3.0, 2.0, 20.0)
LINES = ["We begin now.", "The budget is next.", "Bob sends it.", "That is all.", "Bye."]


def transcriber(lines: list[str]) -> tuple[WhisperTranscriber, ScriptedWhisper]:
    """Every window holds the next of `lines`, in its first seconds."""
    whisper = ScriptedWhisper([[evenly(line, 12.5, 14.0)] for line in lines])
    return (
        WhisperTranscriber(lambda: WEIGHTS, SpeechSettings(), load=lambda *_: whisper, listen=LoudIsSpeech),
        whisper,
    )


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return write_audio(tmp_path / "meeting.wav", [context(*SCENE)])


def shown(segments: list[Segment]) -> list[tuple[str, str, float | None]]:
    return [(s.id, s.text, s.start_s and round(s.start_s, 1)) for s in segments]


def test_a_transcription_that_stops_after_every_passage_ends_as_one_that_never_did(recording: Path) -> None:
    whole, once = transcriber(LINES)
    expected = list(whole.segments(recording))
    assert len(expected) > 2

    parts, whisper = transcriber(LINES)
    mark: Mark | None = Mark()
    found: list[Segment] = []
    report = Report()
    while mark is not None:
        passage = next(parts.passages(FileAudio(recording), report=report, after=mark), None)
        found += passage.segments if passage else ()
        mark = passage.mark if passage else None
    assert shown(found) == shown(expected)
    assert whisper.detections == once.detections, "the language is not detected again"
    assert len(whisper.calls) == len(expected), "nothing is heard twice"
    prompts = [[call["initial_prompt"] for call in each.calls] for each in (whisper, once)]
    assert prompts[0] == prompts[1] != [None] * len(expected), "and each window with what was said before it"
    assert report.recorded_s == pytest.approx(sum(SCENE), abs=0.02)


def test_a_line_that_may_be_a_loop_is_in_the_passage_that_settles_it(recording: Path) -> None:
    parts, _ = transcriber(["We go on.", "We go on.", "And that is all.", "Bye."])
    passages = list(parts.passages(FileAudio(recording)))
    assert [[s.text for s in passage.segments] for passage in passages] == [
        ["We go on."],
        ["We go on.", "And that is all."],
        ["Bye."],
    ]


class Growing:
    """A recording that has `length_s` seconds so far."""

    flags = warnings = ()

    def __init__(self, samples: Samples) -> None:
        self._samples = samples
        self.length_s = self.position_s = 0.0

    def blocks(self, from_s: float) -> Iterator[Samples]:
        yield self._samples[round(from_s * 16000) : round(self.length_s * 16000)]
        self.position_s = self.length_s


def test_the_last_words_of_a_recording_that_goes_on_wait_until_they_are_over() -> None:
    parts, whisper = transcriber(LINES)
    audio = Growing(context(25, 3, 25, 30))
    mark = Mark()
    heard: dict[float, list[str]] = {}
    for seconds in (10, 26, 40, 56, 80):
        audio.length_s = seconds
        for passage in parts.passages(audio, after=mark, ended=False):
            mark = passage.mark
            heard.setdefault(seconds, []).extend(s.text for s in passage.segments)
    assert heard == {56: [LINES[0]], 80: [LINES[1]]}
    audio.length_s = 83
    assert not list(parts.passages(audio, after=mark, ended=True))
    assert mark.segments == len(whisper.calls) == 2


def test_what_was_just_said_is_transcribed_when_the_recording_ends() -> None:
    parts, _ = transcriber(LINES)
    audio = Growing(context(25, 3, 10))
    audio.length_s = 38
    assert not list(parts.passages(audio, ended=False))[1:]
    assert [p.mark.segments for p in parts.passages(audio, ended=True)][-1] == 2


def test_it_is_known_for_how_long_nobody_has_spoken() -> None:
    parts, _ = transcriber(LINES)
    audio = Growing(context(25, 3, 25, 30, 10))
    mark = Mark()
    report = Report()
    quiet = []
    for seconds in (10, 26, 40, 56, 80, 83, 90):
        audio.length_s = seconds
        for passage in parts.passages(audio, report=report, after=mark, ended=False):
            mark = passage.mark
        quiet.append(report.quiet_s)
    assert quiet == pytest.approx([0, 0, 0, 2.6, 26.6, 29.6, 0], abs=0.1)
