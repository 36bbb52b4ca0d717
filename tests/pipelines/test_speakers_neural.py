"""The engine with weights: random ones of the true shape run; points that a test scripts become voices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pipelines.errors import EngineError
from pipelines.speakers.embedder import OnnxEmbedder
from pipelines.speakers.neural import NeuralEngine
from pipelines.speakers.turns import VoiceCount
from tests.fakes.voice_weights import (
    CAM_DIMENSION,
    DIMENSION,
    NEMO_DIMENSION,
    write_campplus,
    write_resnet34,
    write_titanet_small,
)
from tests.fakes.whisper import LoudIsSpeech
from tests.pipelines.test_speakers import first

if TYPE_CHECKING:
    from pipelines.speakers.features import Floats
    from pipelines.speech.audio import Samples


PITCHES = (220, 440, 880)
"""In Hz: three "voices" of one tone each."""
TALK = ((220, 8.0), (440, 5.0), (220, 4.0), (880, 9.0), (440, 0.6), (440, 7.0), (220, 12.0))
"""Who speaks for how many seconds, with a second of silence behind."""


class Pitch:
    """Not a network: how much of each pitch is in a stretch, with noise in further dimensions."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(1)

    def embed(self, samples: Samples) -> Floats:
        times = np.arange(len(samples)) / 16_000
        waves = [abs(np.mean(samples * np.exp(2j * np.pi * pitch * times))) for pitch in PITCHES]
        noise = self.random.normal(0, 0.2 * max(waves), 16)
        return np.concatenate([waves, noise]).astype(np.float32)


def talk() -> Samples:
    parts = []
    for pitch, seconds in TALK:
        parts.append(0.3 * np.sin(2 * np.pi * pitch * np.arange(round(seconds * 16_000)) / 16_000))
        parts.append(np.zeros(16_000))
    return np.concatenate(parts).astype(np.float32)


@pytest.mark.parametrize("count", [VoiceCount(exactly=3), VoiceCount(at_most=6), VoiceCount()])
def test_points_that_lie_together_are_one_voice_and_a_murmur_is_the_nearest(count: VoiceCount) -> None:
    turns = NeuralEngine(Pitch(), LoudIsSpeech()).turns([talk()], count)
    at = 0.0
    for pitch, seconds in TALK:
        middle = at + seconds / 2
        (voice,) = {turn.voice for turn in turns if turn.start_s <= middle < turn.end_s}
        assert voice == f"Voice {PITCHES.index(pitch) + 1}"
        at += seconds + 1


def test_one_alone_is_one_voice_and_silence_none() -> None:
    class Same:
        def embed(self, samples: Samples) -> Floats:
            return np.ones(8, np.float32)

    turns = NeuralEngine(Same()).turns(first(60), VoiceCount())
    assert {turn.voice for turn in turns} == {"Voice 1"}
    assert NeuralEngine(Same()).turns([np.zeros(160_000, np.float32)], VoiceCount()) == ()


@pytest.mark.models
def test_random_weights_of_the_true_shape_tell_a_recording_in_turns(tmp_path: Path) -> None:
    path = write_resnet34(tmp_path / "voxceleb_resnet34.onnx")
    assert 26e6 < path.stat().st_size < 27e6
    embedder = OnnxEmbedder(path)
    (samples,) = [block for block in first(3) if len(block) == 48_000]
    once, again = embedder.embed(samples), embedder.embed(samples)
    assert once.shape == (DIMENSION,)
    assert np.array_equal(once, again)
    turns = NeuralEngine(embedder).turns(first(20), VoiceCount(exactly=2))
    assert {turn.voice for turn in turns} == {"Voice 1", "Voice 2"}
    assert list(turns) == sorted(turns, key=lambda turn: turn.start_s)


@pytest.mark.models
def test_campplus_gives_one_point_for_any_length(tmp_path: Path) -> None:
    path = write_campplus(tmp_path / "campplus.onnx")
    assert 27e6 < path.stat().st_size < 31e6
    embedder = OnnxEmbedder(path)
    (samples,) = [block for block in first(3) if len(block) == 48_000]
    found = embedder.embed(samples)
    assert found.shape == (CAM_DIMENSION,)
    assert np.isfinite(found).all()
    assert cosine(found, embedder.embed(samples * np.float32(0.5))) > 0.99, (
        "how loud it is makes no difference"
    )
    assert embedder.embed(samples[:1_600]).shape == (CAM_DIMENSION,), "less than a segment of its context"


@pytest.mark.models
def test_the_metadata_says_how_the_network_wants_the_sound(tmp_path: Path) -> None:
    quiet = write_resnet34(tmp_path / "a.onnx", blocks=(1,), framework="3d-speaker", normalize_samples="1")
    loud = write_resnet34(tmp_path / "b.onnx", blocks=(1,), feature_normalize_type="")
    samples = next(iter(first(2)))
    one, other = OnnxEmbedder(quiet).embed(samples), OnnxEmbedder(loud).embed(samples)
    assert not np.allclose(one, other)
    same = write_resnet34(tmp_path / "c.onnx", blocks=(1,), normalize_samples="1")
    # Without a mean, how loud the sound is makes no difference.
    assert np.allclose(one, OnnxEmbedder(same).embed(samples))


def cosine(one: Floats, other: Floats) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


@pytest.mark.models
def test_titanet_has_another_shape_a_length_and_its_point_behind_the_people_of_its_training(
    tmp_path: Path,
) -> None:
    path = write_titanet_small(tmp_path / "titanet_small.onnx")
    assert 38e6 < path.stat().st_size < 42e6
    embedder = OnnxEmbedder(path)
    (samples,) = [block for block in first(3) if len(block) == 48_000]
    found = embedder.embed(samples)
    assert found.shape == (NEMO_DIMENSION,)
    softer = embedder.embed(samples * np.float32(0.5))
    assert cosine(found, softer) > 0.99, "how loud it is makes no difference"
    raw = write_titanet_small(tmp_path / "raw.onnx", feature_normalize_type="")
    assert cosine(found, OnnxEmbedder(raw).embed(samples)) < 0.9
    turns = NeuralEngine(embedder).turns(first(20), VoiceCount(exactly=2))
    assert {turn.voice for turn in turns} == {"Voice 1", "Voice 2"}


@pytest.mark.models
@pytest.mark.parametrize(
    "metadata", [{"framework": "nemo"}, {"framework": "pyannote"}, {"sample_rate": "8000"}]
)
def test_another_network_is_refused_in_one_line(tmp_path: Path, metadata: dict[str, str]) -> None:
    path = write_resnet34(tmp_path / "voices.onnx", blocks=(1,), **metadata)
    with pytest.raises(EngineError, match="no network for voices that can be used"):
        OnnxEmbedder(path)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "voices.onnx").write_bytes(b"hello")
    with pytest.raises(EngineError, match="cannot be loaded"):
        OnnxEmbedder(tmp_path / "voices.onnx")
