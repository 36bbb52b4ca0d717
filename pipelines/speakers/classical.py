"""The engine that needs no weights: it learns the voices of a meeting from the meeting itself.

Works at the end, when all was heard. It hears how a voice sounds on this microphone, so a person who changes
seats may become a second voice, and two people whose voices are alike one. The number of voices is its weak
point: docs/voices.md has figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pipelines.speakers import background, windows
from pipelines.speakers.clustering import Clusters, Labels, cluster, mixing
from pipelines.speakers.decoding import decode
from pipelines.speakers.features import Speech, hear
from pipelines.speakers.turns import MOST, Turn, VoiceCount, named
from pipelines.speakers.voices import BLOCK, models, scores

if TYPE_CHECKING:
    from pipelines.speakers.features import Floats
    from pipelines.speech.audio import Samples
    from pipelines.speech.silero import VoiceNetwork

SHORTEST_S = 60.0
"""Less speech fits no background model, and is taken for one voice: in six clips of 30 s (AMI) whatever was
told apart was worse than that."""
ALIKE = 0.15
"""Centres with a greater cosine are one voice."""
MIXED = 0.9
"""Clusters that follow each other more freely are one voice (`clustering.mixing`). Both are fitted by
`bench.train_voice_count`; docs/adr/0230."""
LEAST_S = 4.0
"""What has spoken for less in all is no voice of its own, unless so many were asked for."""
_SAMPLE = 30_000
"""Frames that the background is fitted on, spread over the meeting: five minutes of speech."""
_PASSES = 3


class ClassicalEngine:
    """Bound by linear memory: 39 bytes for each frame of speech, and four for each voice and block; beside
    that 26 MB at most."""

    name = "classical"

    def __init__(self, network: VoiceNetwork | None = None) -> None:
        """`network` hears whether somebody speaks; None loads Silero's."""
        self._network = network

    def turns(self, blocks: Iterable[Samples], count: VoiceCount) -> tuple[Turn, ...]:
        return tell_apart(hear(blocks, self._network), count)


def tell_apart(speech: Speech, count: VoiceCount) -> tuple[Turn, ...]:
    """The turns of what was heard, named; nothing where nobody spoke."""
    return named(_turns(speech, _voices(speech, count))) if speech.spans else ()


def _voices(speech: Speech, count: VoiceCount) -> list[Labels]:
    """The voice of each block of each span."""
    one = [np.zeros(-(-length // BLOCK), np.intp) for _, length in speech.spans]
    most = count.exactly or min(count.at_most or MOST, MOST)
    if speech.seconds < SHORTEST_S or most == 1:
        return one
    shared = background.Shared(speech, background_of(speech))
    points, pitches = windows.points(shared), windows.pitches(speech)
    if count.exactly:
        found = cluster(points, most, pitches)
    else:
        found = _estimated(points, pitches, windows.spans(speech), most)
    labels, many = _blocks(speech, found.labels), int(found.labels.max()) + 1
    for _ in range(_PASSES):
        labels = decode(scores(shared, models(shared, labels, many)))
    if count.exactly:
        return labels
    return _without_small(shared, labels, many)


def background_of(speech: Speech) -> background.Background:
    apart = -(-len(speech.cepstra) // _SAMPLE)
    return background.fit(np.concatenate([frames[::apart].copy() for frames in speech.frames()]))


def _estimated(points: Floats, pitches: Floats, spans: Labels, most: int) -> Clusters:
    """From two voices, one more as long as all of them are unlike and keep apart. Two people in one voice
    would have each other's promises; one in two voices is named twice."""
    found = cluster(points, 2, pitches)
    for many in range(3, most + 1):
        more = cluster(points, many, pitches)
        if more.likeness > ALIKE or mixing(more.labels, spans) > MIXED:
            break
        found = more
    return found


def _without_small(speech: background.Shared, labels: Sequence[Labels], count: int) -> list[Labels]:
    """What the smallest clusters said goes to the voice that explains it best."""
    spoken = np.bincount(np.concatenate(labels), minlength=count) * BLOCK / 100
    kept = np.flatnonzero(spoken >= LEAST_S)
    if len(kept) == count or not len(kept):
        return list(labels)
    return decode(scores(speech, models(speech, labels, count).only(kept)))


def _blocks(speech: Speech, labels: Labels) -> list[Labels]:
    """From the voice of each window to that of each block: the window whose middle is nearest."""
    found: list[Labels] = []
    at = 0
    for _, length in speech.spans:
        many = len(windows.starts(length))
        middles = np.arange(0, length, BLOCK) - windows.WINDOW // 2 + windows.STEP // 2
        found.append(labels[at + np.clip(middles // windows.STEP, 0, many - 1)])
        at += many
    return found


def _turns(speech: Speech, labels: Sequence[Labels]) -> Iterator[Turn]:
    for (start_s, length), voices in zip(speech.spans, labels, strict=True):
        edges = [0, *(np.flatnonzero(np.diff(voices)) + 1).tolist(), len(voices)]
        for first, last in pairwise(edges):
            end_s = start_s + min(last * BLOCK, length) / 100
            yield Turn(start_s + first * BLOCK / 100, end_s, str(voices[first]))
