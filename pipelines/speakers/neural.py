"""The engine with weights: each stretch of speech is a point, and points of one voice lie together.

Memory grows with the turns, not their square: a kilobyte for each three seconds of speech.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pipelines.speakers.classical import LEAST_S
from pipelines.speakers.clustering import Labels, cluster
from pipelines.speakers.features import LISTENING, Level
from pipelines.speakers.turns import MOST, Turn, VoiceCount, named
from pipelines.speakers.windows import unit
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.silero import SileroNetwork, VoiceNetwork
from pipelines.speech.windows import speech_spans

if TYPE_CHECKING:
    from pipelines.speakers.embedder import Embedder
    from pipelines.speakers.features import Floats
    from pipelines.speech.audio import Samples

PIECE_S = 3.0
"""The longest stretch that is one point: longer ones may hold two voices."""
CLEAR_S = 1.0
"""A shorter stretch tells too little: it makes no voice, and goes to the nearest."""
ALIKE = 0.5
"""Centres with a greater cosine are one voice. A usual threshold of such networks; not measured here, where
there are none."""


@dataclass(frozen=True, slots=True)
class Piece:
    start_s: float
    end_s: float


class NeuralEngine:
    name = "onnx"

    def __init__(self, embedder: Embedder, network: VoiceNetwork | None = None) -> None:
        """`network` hears whether somebody speaks; None loads Silero's."""
        self._embedder = embedder
        self._network = network

    def turns(self, blocks: Iterable[Samples], count: VoiceCount) -> tuple[Turn, ...]:
        pieces: list[Piece] = []
        points: list[Floats] = []
        for span, samples in speech_spans(
            Level().levelled(blocks), self._network or SileroNetwork(), LISTENING
        ):
            for first, part in cut(samples):
                start_s = (span.start + first) / SAMPLE_RATE
                pieces.append(Piece(start_s, start_s + len(part) / SAMPLE_RATE))
                points.append(self._embedder.embed(part))
        if not pieces:
            return ()
        labels = _voices(pieces, unit(np.stack(points).astype(np.float32)), count)
        return named(Turn(p.start_s, p.end_s, str(voice)) for p, voice in zip(pieces, labels, strict=True))


def cut(samples: Samples) -> Iterator[tuple[int, Samples]]:
    """A stretch of speech in equal pieces, with their first samples."""
    many = -(-len(samples) // round(PIECE_S * SAMPLE_RATE))
    edges = [len(samples) * number // many for number in range(many + 1)]
    for first, last in pairwise(edges):
        yield first, samples[first:last]


def _voices(pieces: list[Piece], points: Floats, count: VoiceCount) -> Labels:
    """The voice of each piece."""
    lengths = np.array([piece.end_s - piece.start_s for piece in pieces])
    clear = lengths >= CLEAR_S
    clear = clear if clear.any() else np.ones(len(pieces), bool)
    most = min(count.exactly or count.at_most or MOST, int(clear.sum()))
    found = cluster(points[clear], most)
    while found.likeness > ALIKE and not count.exactly and most > 1:
        most -= 1
        found = cluster(points[clear], most)
    spoken = np.bincount(found.labels, weights=lengths[clear], minlength=most)
    kept = np.arange(most) if count.exactly else np.flatnonzero(spoken >= min(LEAST_S, spoken.max()))
    centres = unit(np.stack([points[clear][found.labels == voice].sum(axis=0) for voice in kept]))
    nearest: Labels = (points @ centres.T).argmax(axis=1)
    return nearest
