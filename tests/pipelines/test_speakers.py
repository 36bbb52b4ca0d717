"""Voices of a recording told apart: who spoke when, and whose each line is.

The recording is the sample meeting of the demo: four voices of a speech synthesiser, 3 minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from guardrails.core.types import Segment
from pipelines.evaluate.speakers import score_recording
from pipelines.importers import import_transcript
from pipelines.speakers.classical import ClassicalEngine
from pipelines.speakers.clustering import mixing
from pipelines.speakers.features import Level, hear
from pipelines.speakers.lines import voices_of
from pipelines.speakers.live import LiveListener
from pipelines.speakers.turns import Turn, VoiceCount, named
from pipelines.speech.decode import AudioFile

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "2026-11-16-planning.opus"
PEOPLE = 4
LINE = Segment("s1", 0.0, 5.0, None, "I'll book the room.")


@cache
def sound() -> Samples:
    return np.concatenate(list(AudioFile(SAMPLE).blocks()))


def first(seconds: float) -> Iterator[Samples]:
    """The beginning of the recording, as a decoder gives it."""
    samples = sound()[: round(seconds * 16_000)]
    for start in range(0, len(samples), 80_000):
        yield samples[start : start + 80_000]


def reference() -> list[Turn]:
    return [
        Turn(line.start_s or 0.0, line.end_s or 0.0, line.speaker or "")
        for line in import_transcript(SAMPLE.with_suffix(".vtt")).segments
    ]


def voices(turns: tuple[Turn, ...]) -> set[str]:
    return {turn.voice for turn in turns}


@pytest.mark.parametrize("count", [VoiceCount(exactly=PEOPLE), VoiceCount(at_most=PEOPLE + 2)])
def test_people_who_take_turns_are_told_apart(count: VoiceCount) -> None:
    turns = ClassicalEngine().turns(first(600), count)
    result = score_recording("sample", reference(), turns)
    assert result.voices == PEOPLE
    assert result.score.right_lines > 0.95
    assert result.score.der < 0.05
    assert list(dict.fromkeys(turn.voice for turn in turns)) == [f"Voice {n}" for n in (1, 2, 3, 4)]
    assert list(turns) == sorted(turns, key=lambda turn: turn.start_s)


def test_the_same_recording_gives_the_same_voices() -> None:
    count = VoiceCount(at_most=3)
    once, again = (ClassicalEngine().turns(first(75), count) for _ in range(2))
    assert once == again
    assert 1 < len(voices(once)) <= 3


@pytest.mark.parametrize("count", [VoiceCount(), VoiceCount(at_most=3), VoiceCount(exactly=2)])
def test_less_than_a_minute_of_speech_is_one_voice(count: VoiceCount) -> None:
    assert voices(ClassicalEngine().turns(first(40), count)) == {"Voice 1"}


def test_one_who_was_alone_is_one_voice() -> None:
    assert voices(ClassicalEngine().turns(first(75), VoiceCount(at_most=1))) == {"Voice 1"}


def test_halves_of_one_voice_mix_within_a_stretch_of_speech_and_people_do_not() -> None:
    spans = np.repeat(np.arange(40), 10)
    people = spans % 3
    assert mixing(people, spans) < 0.1
    halves = np.where(people == 2, np.random.default_rng(0).integers(2, 4, len(people)), people)
    assert mixing(halves, spans) > 0.9
    assert mixing(np.zeros(400, np.intp), spans) == 0.0


def test_where_nobody_speaks_there_are_no_voices() -> None:
    assert ClassicalEngine().turns([np.zeros(16_000 * 70, np.float32)], VoiceCount()) == ()
    assert ClassicalEngine().turns((), VoiceCount(exactly=3)) == ()


def test_a_far_seat_is_heard_as_well_as_a_near_one() -> None:
    near = hear(first(20))
    far = hear(block * np.float32(0.01) for block in first(20))
    assert far.seconds == pytest.approx(near.seconds, rel=0.02)


def test_silence_is_not_made_loud_and_nothing_leaves_the_range() -> None:
    assert not np.concatenate(list(Level().levelled([np.zeros(16_000, np.float32)]))).any()
    assert np.abs(np.concatenate(list(Level().levelled([np.ones(16_000, np.float32) * 5])))).max() <= 1


def test_speech_takes_39_bytes_for_each_hundredth_of_a_second() -> None:
    speech = hear(first(30))
    assert speech.cepstra.nbytes + speech.heights.nbytes == 39 * sum(length for _, length in speech.spans)
    assert speech.cepstra.mean(axis=0, dtype=float) == pytest.approx(0, abs=0.01)
    assert speech.cepstra.std(axis=0, dtype=float) == pytest.approx(1, abs=0.01)


class Growing:
    """A recording that goes on: so much of it is there."""

    there_s = 0.0

    def blocks(self, from_s: float) -> Iterator[Samples]:
        samples = sound()[round(from_s * 16_000) : round(self.there_s * 16_000)]
        for start in range(0, len(samples), 80_000):
            yield samples[start : start + 80_000]


def test_what_was_heard_while_people_talked_is_not_heard_again_and_gives_the_same_voices() -> None:
    listener, audio = LiveListener(), Growing()
    for there_s in range(25, 125, 25):
        audio.there_s = float(there_s)
        assert listener.labelled((), (LINE,), audio) == (LINE,)
        assert there_s - 15 < listener.from_s <= there_s
    audio.there_s = 600.0
    turns = listener.turns(audio.blocks(listener.from_s), VoiceCount(at_most=PEOPLE + 2))
    result = score_recording("sample", reference(), turns)
    assert result.voices == PEOPLE
    assert result.score.right_lines > 0.95


def test_a_pause_does_not_end_a_turn_and_another_voice_does() -> None:
    found = named([Turn(0, 2, "7"), Turn(2.8, 4, "7"), Turn(4, 5, "3"), Turn(7, 8, "3")])
    assert found == (Turn(0, 4, "Voice 1"), Turn(4, 5, "Voice 2"), Turn(7, 8, "Voice 2"))


TURNS = [Turn(0, 10, "Voice 1"), Turn(10, 20, "Voice 2"), Turn(30, 31, "Voice 1")]


@pytest.mark.parametrize(
    ("line", "voice", "second"),
    [
        ((0.0, 5.0), "Voice 1", None),
        ((7.0, 12.0), "Voice 1", "Voice 2"),
        ((8.0, 14.0), "Voice 2", "Voice 1"),
        ((9.7, 16.0), "Voice 2", None),
        ((20.5, 21.0), "Voice 2", None),
        ((24.0, 24.5), "Voice 2", None),
        ((27.0, 29.0), "Voice 1", None),
        ((31.5, 32.0), "Voice 1", None),
    ],
)
def test_a_line_has_the_voice_of_most_of_its_time_and_a_second_that_has_a_good_share(
    line: tuple[float, float], voice: str, second: str | None
) -> None:
    assert voices_of([line], TURNS) == [(voice, second)]


def test_lines_where_no_speech_was_heard_are_one_voice() -> None:
    assert voices_of([(0, 1), (5, 6)], []) == [("Voice 1", None)] * 2
