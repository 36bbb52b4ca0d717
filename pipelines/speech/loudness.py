"""How loud a recording is over its time, measured while something else reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelines.model import Model
from pipelines.progress import Progress
from pipelines.speech.audio import SAMPLE_RATE

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples
    from pipelines.speech.passages import Audio

SLOTS = 300
"""As many as a drawing has bars: on a phone each is a little wider than a pixel."""
_STEP = SAMPLE_RATE // 4
"""Samples that are measured together."""
_SILENCE_DB, _LOUD_DB = -60.0, -15.0
"""Of the largest amplitude, as root mean square. A quiet room and a voice beside the microphone."""


class Loudness(Model):
    length_s: float
    levels: tuple[int, ...]
    """Of equal stretches from start to end, 0 (silence) to 100; at most SLOTS."""


class Measured:
    """An `Audio` of which `loudness` is known once all of it was read."""

    def __init__(self, audio: Audio) -> None:
        self._audio = audio
        self.loudness: Loudness | None = None

    @property
    def position_s(self) -> float:
        return self._audio.position_s

    @property
    def length_s(self) -> float | None:
        return self._audio.length_s

    @property
    def flags(self) -> tuple[str, ...]:
        return self._audio.flags

    @property
    def warnings(self) -> tuple[str, ...]:
        return self._audio.warnings

    def blocks(self, from_s: float = 0.0) -> Iterator[Samples]:
        import numpy as np

        powers: list[float] = []
        rest = np.zeros(0, dtype=np.float32)
        for block in self._audio.blocks(from_s):
            sound = np.concatenate((rest, block))
            whole = len(sound) // _STEP * _STEP
            powers += np.square(sound[:whole]).reshape(-1, _STEP).mean(axis=1).tolist()
            rest = sound[whole:]
            yield block
        if from_s == 0.0 and powers:
            self.loudness = _loudness(powers)

    def read(self, progress: Progress) -> Loudness | None:
        """How loud it is; it is read for that where nobody has done so. BadInputError."""
        if self.loudness is None:
            for _ in self.blocks():
                progress("measuring how loud it is", self.position_s, self.length_s)
        return self.loudness


def _loudness(powers: list[float]) -> Loudness:
    """`powers`: mean squares of each _STEP samples."""
    import numpy as np

    slots = np.array_split(np.array(powers), min(SLOTS, len(powers)))
    means = np.array([slot.mean() for slot in slots])
    decibels = 10 * np.log10(np.maximum(means, 1e-12))
    shares = np.clip((decibels - _SILENCE_DB) / (_LOUD_DB - _SILENCE_DB), 0.0, 1.0)
    return Loudness(
        length_s=len(powers) * _STEP / SAMPLE_RATE,
        levels=tuple(round(100 * float(share)) for share in shares),
    )
