"""Voices of a meeting that goes on: each line is given to the nearest voice so far, or to a new one.

A label stays with its line. The pass over the whole recording at the end hears better, and takes over the
labels (`labelling`). That needs a network: what learns voices from the meeting itself has to hear all of it
first, and only listens until then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from guardrails.core.types import Segment
from pipelines.errors import EngineError
from pipelines.speakers.classical import ClassicalEngine, tell_apart
from pipelines.speakers.features import Listening
from pipelines.speakers.neural import ALIKE, CLEAR_S, cut
from pipelines.speakers.turns import Turn, VoiceCount, is_voice, new_labels
from pipelines.speakers.windows import unit
from pipelines.speech.audio import SAMPLE_RATE

if TYPE_CHECKING:
    from pipelines.speakers.embedder import Embedder
    from pipelines.speakers.features import Floats
    from pipelines.speech.audio import Samples
    from pipelines.speech.passages import Audio

_REMEMBERED = 10
"""Lines of each voice that are heard again after a restart: points are in memory alone."""


class LiveSpeakers(Protocol):
    """What is known of the voices of a meeting that goes on."""

    def labelled(
        self, before: Iterable[Segment], lines: Sequence[Segment], audio: Audio
    ) -> tuple[Segment, ...]:
        """`lines` with their voices, where these are known already. `before`: the lines before them."""
        ...


class LiveListener:
    """The classical engine while a meeting goes on: hears what was said, so that little is left to do at the
    end. Obeys SpeakerEngine then, for the recording from `from_s` on.
    """

    name = ClassicalEngine.name

    def __init__(self) -> None:
        self._listening = Listening()

    @property
    def from_s(self) -> float:
        return self._listening.from_s

    def labelled(
        self, before: Iterable[Segment], lines: Sequence[Segment], audio: Audio
    ) -> tuple[Segment, ...]:
        with suppress(EngineError):  # met again, and reported, at the end
            self._listening.hear(audio.blocks(self.from_s), ended=False)
        return tuple(lines)

    def turns(self, blocks: Iterable[Samples], count: VoiceCount) -> tuple[Turn, ...]:
        self._listening.hear(blocks)
        return tell_apart(self._listening.speech(), count)


class LiveVoices:
    """The voices of one meeting so far, each as the sum of its points."""

    def __init__(self, embedder: Embedder, most: int) -> None:
        """`most`: voices; whoever comes after them is the nearest."""
        self._embedder = embedder
        self._most = most
        self._sums: dict[str, Floats] = {}

    def labelled(
        self, before: Iterable[Segment], lines: Sequence[Segment], audio: Audio
    ) -> tuple[Segment, ...]:
        """`lines` with their voices; as they are where the network fails. `before`: the lines before them."""
        try:
            if not self._sums:
                self._learn(before, audio)
            return tuple(replace(line, speaker=self._label(_sound(line, audio))) for line in lines)
        except EngineError:
            return tuple(lines)

    def _learn(self, lines: Iterable[Segment], audio: Audio) -> None:
        spoken: defaultdict[str, list[Segment]] = defaultdict(list)
        for line in lines:
            if line.speaker is not None and is_voice(line.speaker):
                spoken[line.speaker].append(line)
        for label, own in spoken.items():
            for line in own[-_REMEMBERED:]:
                self._add(label, self._point(_sound(line, audio)))

    def _label(self, samples: Samples) -> str:
        point = self._point(samples)
        labels = list(self._sums)
        likeness = unit(np.stack([*self._sums.values(), -point])) @ point  # the last is like nobody
        nearest = int(likeness.argmax())
        is_clear = len(samples) >= CLEAR_S * SAMPLE_RATE
        if not labels or (likeness[nearest] < ALIKE and is_clear and len(labels) < self._most):
            label = next(new_labels(labels))
        else:
            label = labels[nearest]
        self._add(label, point)
        return label

    def _add(self, label: str, point: Floats) -> None:
        self._sums[label] = self._sums.get(label, np.zeros_like(point)) + point

    def _point(self, samples: Samples) -> Floats:
        points = np.stack([self._embedder.embed(part) for _, part in cut(samples)])
        mean: Floats = unit(unit(points).mean(axis=0, keepdims=True))[0]
        return mean


def _sound(line: Segment, audio: Audio) -> Samples:
    """What was recorded of a line; at least 0.1 s."""
    start_s = line.start_s or 0.0
    length = max(round(((line.end_s or 0.0) - start_s) * SAMPLE_RATE), SAMPLE_RATE // 10)
    blocks: list[Samples] = []
    for block in audio.blocks(start_s):
        blocks.append(block)
        if sum(map(len, blocks)) >= length:
            break
    return np.concatenate([*blocks, np.zeros(length, np.float32)])[:length]
