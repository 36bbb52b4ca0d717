"""The background model: a Gaussian mixture of everybody's speech, against which voices are told apart.

Reynolds, Quatieri and Dunn, "Speaker verification using adapted Gaussian mixture models", 2000. Theirs was
trained on many strangers; this one is fitted on the meeting itself, so that nothing is shipped that was
trained on voices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from pipelines.speakers.features import Floats, Speech

GAUSSIANS = 64
_ROUNDS = 10
_LEAST_VARIANCE = 0.05


@dataclass(frozen=True, slots=True)
class Statistics:
    """What frames have beyond the background (Baum and Welch); those of two voices can be added."""

    counts: Floats
    """Frames of each Gaussian, shape (..., GAUSSIANS)."""
    sums: Floats
    """Of their distances from its mean, in deviations; shape (..., GAUSSIANS, WIDTH)."""

    def offsets(self, relevance: float) -> Floats:
        """How far a voice is from the background: adapted means, held back where little was heard."""
        adapted: Floats = self.sums / (self.counts[..., None] + np.float32(relevance))
        return adapted


_KEPT = 200_000
"""Frames of which the shares are kept, in 26 MB: half an hour of speech. Eight passes need them, and to
compute them takes a third of the time of all."""
_WHOLE = np.float32(65_535)
"""They are kept as so many parts of one: half the memory, and 16-bit floats are slow to read."""


@dataclass(frozen=True, slots=True)
class Background:
    """A mixture of Gaussians with diagonal covariances."""

    weights: Floats
    """Shape (GAUSSIANS,)."""
    means: Floats
    """Shape (GAUSSIANS, WIDTH)."""
    deviations: Floats
    """Shape (GAUSSIANS, WIDTH)."""

    def shares(self, frames: Floats) -> Floats:
        """How much of each frame belongs to each Gaussian, shape (n, GAUSSIANS); rows sum to 1."""
        precisions = 1 / np.square(self.deviations)
        constant = (
            np.log(self.weights) - np.log(self.deviations).sum(1) - (self.means**2 * precisions).sum(1) / 2
        )
        logs: Floats = (
            frames @ (self.means * precisions).T - np.square(frames) @ (precisions.T / 2) + constant
        )
        logs -= logs.max(axis=1, keepdims=True)
        np.exp(logs, out=logs)
        logs /= logs.sum(axis=1, keepdims=True)
        return logs

    def statistics(self, frames: Floats, shares: Floats) -> Statistics:
        """Of these frames."""
        counts = shares.sum(axis=0)
        return Statistics(counts, (shares.T @ frames - counts[:, None] * self.means) / self.deviations)


class Shared:
    """The speech of a meeting, span by span: frames, shape (n, WIDTH), and their shares."""

    def __init__(self, speech: Speech, background: Background) -> None:
        self.speech = speech
        self.background = background
        self._kept: list[npt.NDArray[np.uint16]] = []
        self._left = _KEPT

    def __iter__(self) -> Iterator[tuple[Floats, Floats]]:
        for place, frames in enumerate(self.speech.frames()):
            if place < len(self._kept):
                yield frames, self._kept[place].astype(np.float32) / _WHOLE
                continue
            shares = self.background.shares(frames)
            if place == len(self._kept) and len(frames) <= self._left:
                self._kept.append(np.rint(shares * _WHOLE).astype(np.uint16))
                self._left -= len(frames)
            yield frames, shares


def fit(frames: Floats, seed: int = 0) -> Background:
    """Expectation maximisation from random frames; `frames` has shape (n, WIDTH), n at least GAUSSIANS."""
    random = np.random.default_rng(seed)
    model = Background(
        np.full(GAUSSIANS, 1 / GAUSSIANS, np.float32),
        frames[random.choice(len(frames), GAUSSIANS, replace=False)],
        np.tile(frames.std(axis=0), (GAUSSIANS, 1)),
    )
    for _ in range(_ROUNDS):
        model = _improved(model, frames)
    return model


def _improved(model: Background, frames: Floats) -> Background:
    shares = model.shares(frames)
    counts = shares.sum(axis=0) + np.float32(1e-3)
    means = (shares.T @ frames) / counts[:, None]
    variances = (shares.T @ np.square(frames)) / counts[:, None] - np.square(means)
    return Background(
        counts / counts.sum(), means, np.sqrt(np.maximum(variances, np.float32(_LEAST_VARIANCE)))
    )
