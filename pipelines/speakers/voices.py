"""Models of voices: how each differs from the background, and how likely it said something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pipelines.speakers.background import GAUSSIANS, Shared, Statistics
from pipelines.speakers.features import WIDTH
from pipelines.speakers.pitch import HEIGHTS, gains, histogram

if TYPE_CHECKING:
    from pipelines.speakers.clustering import Labels
    from pipelines.speakers.features import Floats

BLOCK = 10
"""Frames that have one voice: 100 ms."""
_RELEVANCE = 64.0
"""Frames that make a Gaussian of a voice half as certain as the background. Reynolds, Quatieri and Dunn have
16; with more, a voice keeps less of what it was given by mistake: short turns have an eighth less error."""


@dataclass(frozen=True, slots=True)
class Voices:
    offsets: Floats
    """How far each voice is from the background, shape (voices, GAUSSIANS, WIDTH)."""
    heights: Floats
    """Frames of each voice at each height of pitch, shape (voices, HEIGHTS - 1)."""

    def only(self, kept: Labels) -> Voices:
        return Voices(self.offsets[kept], self.heights[kept])


def models(speech: Shared, labels: Sequence[Labels], count: int) -> Voices:
    """Of `count` voices. `labels`: for each span the voice of each block."""
    counts = np.zeros((count, GAUSSIANS), np.float32)
    sums = np.zeros((count, GAUSSIANS, WIDTH), np.float32)
    heights = np.zeros((count, HEIGHTS - 1), np.float32)
    for (frames, shares), pitches, of_blocks in zip(speech, speech.speech.pitches(), labels, strict=True):
        of_frames = np.repeat(of_blocks, BLOCK)[: len(frames)]
        for voice in np.unique(of_frames):
            own = of_frames == voice
            part = speech.background.statistics(frames[own], shares[own])
            counts[voice] += part.counts
            sums[voice] += part.sums
            heights[voice] += histogram(pitches[own])
    return Voices(Statistics(counts, sums).offsets(_RELEVANCE), heights)


def scores(speech: Shared, voices: Voices) -> list[Floats]:
    """For each span how much better each voice explains each block than the background, (blocks, voices).

    The linear form of the log likelihood ratio (Glembek et al. 2009): a frame keeps the Gaussians that the
    background has for it.
    """
    background = speech.background
    slopes = voices.offsets / background.deviations
    constants = -(slopes * background.means).sum(axis=2) - np.square(voices.offsets).sum(axis=2) / 2
    of_heights = np.pad(gains(voices.heights), ((0, 0), (1, 0))).T
    found: list[Floats] = []
    for (frames, shares), pitches in zip(speech, speech.speech.pitches(), strict=True):
        each = [(shares * (frames @ a.T + b)).sum(axis=1) for a, b in zip(slopes, constants, strict=True)]
        both = np.stack(each, axis=1) + of_heights[pitches]
        found.append(np.add.reduceat(both, np.arange(0, len(frames), BLOCK), axis=0))
    return found
