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


def clicks(seconds: int = 20) -> bytes:
    """A bang every second, dying away within a tenth."""
    samples = np.frombuffer(noise(20, seconds), "<i2").astype(np.float64)
    decay = np.exp(-np.arange(1600) / 200) * np.random.default_rng(2).normal(0, 12_000, 1600)
    for second in range(seconds):
        samples[16_000 * second : 16_000 * second + 1600] += decay
    return samples.clip(-32_768, 32_767).astype("<i2").tobytes()


@pytest.mark.parametrize(
    "sound",
    [bytes(640_000), noise(30), noise(1000), noise(6000), clicks()],
    ids=["mute", "hum", "fan", "vacuum cleaner", "clicks"],
)
def test_what_is_no_speech_starts_nothing(sound: bytes) -> None:
    assert sum(flags_of(sound)) == 0


ROOMS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "audio" / "ami"


@pytest.mark.skipif(not ROOMS.is_dir(), reason="REAL ROOMS WERE NOT TRIED: their recordings are not here")
@pytest.mark.parametrize("gain", [1.0, 0.1], ids=["as recorded", "20 dB quieter"])
@pytest.mark.parametrize(
    ("clip", "is_a_meeting"),
    [("dev00", True), ("trn03", True), ("trn04", True), ("trn05", True), ("trn01", False), ("trn02", False)],
)
def test_real_rooms_start_a_recording_only_where_people_talk(
    clip: str, is_a_meeting: bool, gain: float
) -> None:
    """Half minutes of AMI; in trn01 and trn02 there are some seconds of words."""
    samples = np.concatenate(list(AudioFile(ROOMS / f"{clip}.flac").blocks()))
    pcm = (samples * 32_767 * gain).astype("<i2").tobytes()
    detector, listener = VoiceDetector(SileroNetwork()), Listener(speech_s=8, within_s=20, before_s=10)
    blocks = [pcm[at : at + BLOCK_BYTES] for at in range(0, len(pcm), BLOCK_BYTES)]
    assert any(listener.hear(block, detector.hear(block)) for block in blocks) is is_a_meeting


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
