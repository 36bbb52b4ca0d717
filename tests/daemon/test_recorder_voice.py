"""The real voice detector on real sound: the sample meeting, noise, a tone and a mute microphone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from daemon.recorder.voice import CHUNK_S, Listener, VoiceDetector
from pipelines.speech.decode import AudioFile
from pipelines.speech.silero import SileroNetwork

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "2026-11-16-planning.opus"
BLOCK_BYTES = 3200


@pytest.fixture(scope="module")
def speech() -> bytes:
    """Twenty seconds of the sample meeting, from its first words on."""
    samples = np.concatenate([block for block, _ in zip(AudioFile(SAMPLE).blocks(), range(8), strict=False)])
    first = int(np.argmax(np.abs(samples) > 0.02))
    return (samples[first : first + 20 * 16_000] * 32_767).astype("<i2").tobytes()


def flags_of(pcm: bytes) -> list[bool]:
    detector = VoiceDetector(SileroNetwork())
    blocks = [pcm[i : i + BLOCK_BYTES] for i in range(0, len(pcm), BLOCK_BYTES)]
    return [flag for block in blocks for flag in detector.hear(block)]


def noise(amplitude: int, seconds: int = 20) -> bytes:
    generator = np.random.default_rng(1)
    return generator.normal(0, amplitude, seconds * 16_000).clip(-32_768, 32_767).astype("<i2").tobytes()


def test_people_talking_are_heard(speech: bytes) -> None:
    flags = flags_of(speech)
    assert sum(flags) * CHUNK_S > 8
    assert len(flags) * CHUNK_S > 18.5, "decided on at most a second late"


@pytest.mark.parametrize("gain", [0.03, 0.1])
def test_people_far_from_the_microphone_are_heard(speech: bytes, gain: float) -> None:
    faint = (np.frombuffer(speech, "<i2") * gain).astype("<i2").tobytes()
    assert sum(flags_of(faint)) * CHUNK_S > 8


@pytest.mark.parametrize(
    "sound",
    [bytes(640_000), noise(30), noise(1000), noise(6000)],
    ids=["mute", "hum", "fan", "vacuum cleaner"],
)
def test_what_is_no_speech_starts_nothing(sound: bytes) -> None:
    assert sum(flags_of(sound)) * CHUNK_S < 1


def test_the_defaults_start_on_the_sample_meeting(speech: bytes) -> None:
    detector = VoiceDetector(SileroNetwork())
    listener = Listener(speech_s=8, within_s=20, before_s=10)
    quiet = noise(20, 15)
    heard = quiet + speech
    for at in range(0, len(heard), BLOCK_BYTES):
        block = heard[at : at + BLOCK_BYTES]
        if listener.hear(block, detector.hear(block)):
            break
    else:
        pytest.fail("twenty seconds of talk start no recording")
    meeting = listener.meeting()
    began = heard.index(meeting[:BLOCK_BYTES])
    assert 4 * 32_000 < began < 6 * 32_000, "ten seconds before the first word"
    assert heard[began:].startswith(meeting)
