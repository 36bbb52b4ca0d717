"""The real voice detector on real sound: the sample meeting, noise, a tone and a mute microphone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from daemon.recorder.voice import CHUNK_S, Listener, VoiceDetector
from pipelines.speech.decode import AudioFile
from pipelines.speech.silero import SileroNetwork
from pipelines.speech.vad import VadSettings

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


CHUNK_BYTES = round(CHUNK_S * 32_000)


def chunk(number: int) -> bytes:
    return number.to_bytes(2, "little") * (CHUNK_BYTES // 2)


@pytest.mark.parametrize(("before_s", "first"), [(0, 100), (10 * CHUNK_S, 90)])
def test_a_meeting_begins_with_enough_speech_and_takes_along_what_was_before(
    before_s: float, first: int
) -> None:
    listener = Listener(speech_s=5 * CHUNK_S, within_s=20 * CHUNK_S, before_s=before_s)
    for number in range(100):
        assert not listener.hear(chunk(number), [False])
    assert listener.speech_s == 0
    for number in range(100, 104):
        assert not listener.hear(chunk(number), [True])
    assert listener.speech_s == pytest.approx(4 * CHUNK_S)
    assert listener.hear(chunk(104), [True])
    assert listener.meeting() == b"".join(map(chunk, range(first, 105)))


def test_speech_that_is_too_seldom_begins_no_meeting() -> None:
    listener = Listener(speech_s=5 * CHUNK_S, within_s=20 * CHUNK_S, before_s=0)
    for number in range(200):
        assert not listener.hear(chunk(number), [number % 5 == 0])
    assert listener.speech_s == pytest.approx(4 * CHUNK_S)


def test_what_was_heard_before_a_reset_is_in_no_meeting() -> None:
    listener = Listener(speech_s=2 * CHUNK_S, within_s=20 * CHUNK_S, before_s=10)
    listener.hear(chunk(1), [False])
    listener.hear(chunk(2), [True])
    listener.reset()
    assert listener.speech_s == 0
    listener.hear(chunk(3), [False])
    listener.hear(chunk(4), [True])
    assert listener.hear(chunk(5), [True])
    assert listener.meeting() == chunk(3) + chunk(4) + chunk(5)


class SureNetwork:
    """Gives each chunk the probability that stands in its first sample, in thousandths."""

    def probabilities(self, samples: np.ndarray) -> list[float]:
        return [float(round(each * 32_768)) / 1000 for each in samples[:: CHUNK_BYTES // 2]]


def decided(probabilities: list[float]) -> list[bool]:
    detector = VoiceDetector(SureNetwork())
    pcm = b"".join(chunk(round(1000 * each)) for each in probabilities)
    return list(detector.hear(pcm))


def test_speech_begins_surely_and_ends_late() -> None:
    begin, end = VadSettings().begin, VadSettings().end
    assert end < begin
    quiet, maybe, sure = end - 0.01, (begin + end) / 2, begin
    assert decided([maybe] * 10 + [sure] * 10 + [maybe] * 5 + [quiet] * 3 + [maybe] * 3) == (
        [False] * 10 + [True] * 15 + [False] * 6
    )
    assert decided([quiet] * 30) == [], "it is asked once a second"
    assert decided([sure] + [quiet] * 30) == [False] * 31, "a click is no speech"


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
