from __future__ import annotations

import numpy as np
import pytest

from pipelines.speakers.clustering import cluster
from pipelines.speakers.features import cepstra_of
from pipelines.speakers.pitch import HEIGHTS, gains, heights_of, histogram
from pipelines.speakers.windows import unit

OCTAVE = 24 / np.log2(400 / 65)


def hum(hertz: float, echo: float = 0.0) -> np.ndarray:
    """A second of a voice without words: ten harmonics."""
    times = np.arange(16_000) / 16_000
    numbers = np.arange(1, 11)[:, None]
    sound = 0.05 * (np.sin(2 * np.pi * hertz * numbers * times) / numbers).sum(axis=0)
    if echo:
        sound[400:] += echo * sound[:-400]
    return np.asarray(sound, np.float32)


@pytest.mark.parametrize("hertz", [80.0, 110.0, 155.0, 220.0, 250.0])
@pytest.mark.parametrize("echo", [0.0, 0.8])
def test_a_voice_is_as_high_as_it_hums(hertz: float, echo: float) -> None:
    sound = hum(hertz, echo)
    heights = heights_of(sound, len(cepstra_of(sound)))
    assert len(heights) == len(cepstra_of(sound))
    assert heights[5:-5] == pytest.approx(1 + np.log2(hertz / 65) * OCTAVE, abs=1.1)


def test_noise_and_silence_have_no_pitch() -> None:
    noise = np.random.default_rng(0).standard_normal(16_000).astype(np.float32) * 0.05
    assert np.mean(heights_of(noise, 98) > 0) < 0.05
    assert not heights_of(np.zeros(16_000, np.float32), 98).any()


def test_a_voice_is_most_likely_where_it_speaks_more_often_than_all() -> None:
    low, high = (histogram(np.full(500, height, np.uint8)) for height in (6, 16))
    ratios = gains(np.stack([low, high]))
    assert ratios.shape == (2, HEIGHTS - 1)
    assert ratios[0, 5] > 0 > ratios[0, 15]
    assert ratios[1, 15] > 0 > ratios[1, 5]
    assert histogram(np.zeros(10, np.uint8)).sum() == 0


def test_two_utterances_of_one_person_are_put_together_where_only_pitch_tells_people_apart() -> None:
    """Of three utterances the second is nearer to another person's than to the first."""
    random = np.random.default_rng(1)
    middles = np.array([[1.0, 0.0, 0.0], [0.55, 0.8, 0.0], [0.0, 1.0, 0.6]])
    utterances = np.repeat(np.arange(3), 50)
    points = unit((middles[utterances] + random.normal(0, 0.05, (150, 3))).astype(np.float32))
    person = np.array([0, 0, 1])[utterances]
    heights = np.array([6, 14])[person]
    spoken = np.stack([histogram(np.array([height] * 100 + [0] * 50, np.uint8)) for height in heights])
    assert not same(cluster(points, 2).labels, person)
    assert same(cluster(points, 2, (spoken / 150).astype(np.float32)).labels, person)


def same(labels: np.ndarray, person: np.ndarray) -> bool:
    return all(
        (labels == voice).tolist() in ((person == 0).tolist(), (person == 1).tolist()) for voice in (0, 1)
    )
