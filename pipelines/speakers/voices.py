"""Models of voices: how each differs from the background, and how likely it said something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pipelines.speakers.background import GAUSSIANS, Shared, Statistics
from pipelines.speakers.features import WIDTH

if TYPE_CHECKING:
    from pipelines.speakers.clustering import Labels
    from pipelines.speakers.features import Floats

BLOCK = 10
"""Frames that have one voice: 100 ms."""
_RELEVANCE = 64.0
"""Frames that make a Gaussian of a voice half as certain as the background. Reynolds, Quatieri and Dunn have
16; with more, a voice keeps less of what it was given by mistake: short turns have an eighth less error."""


def models(speech: Shared, labels: Sequence[Labels], count: int) -> Floats:
    """How far each of `count` voices is from the background, shape (count, GAUSSIANS, WIDTH).

    `labels`: for each span the voice of each block.
    """
    counts = np.zeros((count, GAUSSIANS), np.float32)
    sums = np.zeros((count, GAUSSIANS, WIDTH), np.float32)
    for (frames, shares), of_blocks in zip(speech, labels, strict=True):
        of_frames = np.repeat(of_blocks, BLOCK)[: len(frames)]
        for voice in np.unique(of_frames):
            own = of_frames == voice
            part = speech.background.statistics(frames[own], shares[own])
            counts[voice] += part.counts
            sums[voice] += part.sums
    return Statistics(counts, sums).offsets(_RELEVANCE)


def scores(speech: Shared, offsets: Floats) -> list[Floats]:
    """For each span how much better each voice explains each block than the background, (blocks, voices).

    The linear form of the log likelihood ratio (Glembek et al. 2009): a frame keeps the Gaussians that the
    background has for it.
    """
    background = speech.background
    slopes = offsets / background.deviations
    constants = -(slopes * background.means).sum(axis=2) - np.square(offsets).sum(axis=2) / 2
    found: list[Floats] = []
    for frames, shares in speech:
        each = [(shares * (frames @ a.T + b)).sum(axis=1) for a, b in zip(slopes, constants, strict=True)]
        found.append(np.add.reduceat(np.stack(each, axis=1), np.arange(0, len(frames), BLOCK), axis=0))
    return found
