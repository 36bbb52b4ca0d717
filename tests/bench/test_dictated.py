"""Noise that is made to write as much as people say, so that two ways of hearing can be compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.asr import SAID_PER_S, talk_of
from pipelines.speech.model import OneDecoding
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.transcriber import SpeechWeights, WhisperTranscriber
from tests.fakes.whisper_weights import write_whisper

pytestmark = pytest.mark.models


def test_both_ways_write_as_much_and_look_at_no_sound_twice(tmp_path: Path) -> None:
    from bench.dictated import Dictated

    sound = talk_of(tmp_path / "talk.wav", 1)
    weights = write_whisper(tmp_path / "weights")
    ours, bare = (Dictated(str(weights), device="cpu", compute_type="int8", cpu_threads=1) for _ in range(2))
    ours.per_s = SAID_PER_S
    settings = SpeechSettings(language="en", temperatures=(0.0,), threads=1)
    hears = WhisperTranscriber(
        lambda: SpeechWeights(weights, "noise"), settings, load=lambda *_: OneDecoding(ours)
    )
    assert hears.transcribe(sound).segments
    found, info = bare.transcribe(
        str(sound),
        language="en",
        vad_filter=True,
        word_timestamps=True,
        temperature=[0.0],
    )
    bare.per_s = ours.written / info.duration_after_vad
    assert list(found)
    assert ours.written == pytest.approx(bare.written, abs=ours.windows)
    assert 150 < ours.written <= 60 * SAID_PER_S + ours.windows
    assert bare.windows == 2, "a minute is two windows of 30 s"
    assert ours.windows == 2
