"""Labels while a meeting goes on: a voice keeps its own, also after a restart and the pass at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from guardrails.core.types import Segment
from pipelines.errors import EngineError
from pipelines.speakers.labelling import FAILED, with_voices
from pipelines.speakers.live import LiveVoices
from pipelines.speakers.turns import Turn
from pipelines.transcript import Transcript
from tests.pipelines.test_speakers_neural import PITCHES, TALK, Pitch, talk

if TYPE_CHECKING:
    from pipelines.speakers.features import Floats
    from pipelines.speech.audio import Samples


class Recorded:
    """Obeys `pipelines.speech.passages.Audio`."""

    position_s = 0.0
    length_s = None
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def blocks(self, from_s: float) -> Iterator[Samples]:
        sound = talk()[round(from_s * 16_000) :]
        for at in range(0, len(sound), 30_000):
            yield sound[at : at + 30_000]


def lines() -> list[Segment]:
    """One for each part of TALK."""
    found: list[Segment] = []
    for _, seconds in TALK:
        start_s = found[-1].end_s + 1 if found and found[-1].end_s is not None else 0.0
        found.append(Segment(f"s{len(found) + 1}", start_s, start_s + seconds, None, "Words."))
    return found


EXPECTED = [f"Voice {PITCHES.index(pitch) + 1}" for pitch, _ in TALK]


def speakers(labelled: tuple[Segment, ...]) -> list[str | None]:
    return [line.speaker for line in labelled]


def test_each_line_has_a_voice_as_soon_as_it_is_heard_and_a_murmur_is_the_nearest() -> None:
    live, before = LiveVoices(Pitch(), 10), tuple[Segment, ...]()
    for line in lines():
        before += live.labelled(before, [line], Recorded())
    assert speakers(before) == EXPECTED


def test_after_a_restart_the_voices_go_on_under_their_labels() -> None:
    every = lines()
    before = LiveVoices(Pitch(), 10).labelled((), every[:4], Recorded())
    named = (*before[:3], replace(before[3], speaker="Ann"))
    after = LiveVoices(Pitch(), 10).labelled(before, every[4:], Recorded())
    assert speakers(before + after) == EXPECTED
    # What is no label is not learned, and a number that was somebody's is nobody else's.
    without_second = LiveVoices(Pitch(), 10).labelled((named[0], before[3]), [every[1]], Recorded())
    assert speakers(without_second) == ["Voice 4"]


def test_no_more_voices_than_people() -> None:
    assert set(speakers(LiveVoices(Pitch(), 2).labelled((), lines(), Recorded()))) == {"Voice 1", "Voice 2"}


def test_where_the_network_fails_lines_stay_as_they_are() -> None:
    class Broken:
        def embed(self, samples: Samples) -> Floats:
            raise EngineError("the network for voices failed")

    assert LiveVoices(Broken(), 10).labelled((), lines(), Recorded()) == tuple(lines())


def test_the_pass_at_the_end_corrects_lines_and_keeps_labels() -> None:
    said = ("Voice 2", "Voice 2", "Voice 1", "Ann", "Voice 1", None, None)
    heard = Transcript(
        segments=tuple(replace(line, speaker=who) for line, who in zip(lines(), said, strict=True))
    )
    found = ("Voice 1", "Voice 1", "Voice 2", "Voice 3", "Voice 1", "Voice 2", "Voice 3")
    turns = [
        Turn(line.start_s or 0.0, line.end_s or 0.0, who) for line, who in zip(lines(), found, strict=True)
    ]
    told = with_voices(heard, lambda: turns)
    expected = ["Voice 2", "Voice 2", "Voice 1", "Ann", "Voice 2", "Voice 1", "Voice 3"]
    assert speakers(told.segments) == expected

    def failing() -> list[Turn]:
        raise EngineError("no memory")

    kept = with_voices(heard, failing)
    assert speakers(kept.segments) == list(said)
    assert kept.flags == (FAILED,)
