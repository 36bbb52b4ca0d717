"""How loud it is, for the meter on the page, and whether the microphone hears anything at all."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pipelines.speech.audio import SAMPLE_RATE

FULL_SCALE = 32_768
LOWEST_DBFS = -99.0
"""Stands for silence: JSON knows no infinity."""
_TOO_QUIET_DBFS = -70.0
"""Rooms with nobody in them give -60 to -70 with a microphone that works; speech at its other end -50."""
_PATIENCE_S = 60.0


def to_dbfs(amplitude: float) -> float:
    """Decibels relative to full scale, at least LOWEST_DBFS."""
    return max(LOWEST_DBFS, 20 * math.log10(amplitude / FULL_SCALE)) if amplitude > 0 else LOWEST_DBFS


@dataclass(frozen=True, slots=True)
class Loudness:
    """Of a block: peak and root mean square in 0..32768, and its length."""

    peak: float
    rms: float
    seconds: float


def loudness(pcm: bytes) -> Loudness:
    """Measure 16-bit PCM at 16 kHz."""
    import numpy as np

    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
    if not samples.size:
        return Loudness(0.0, 0.0, 0.0)
    rms = math.sqrt(float(np.dot(samples, samples)) / samples.size)
    return Loudness(float(np.abs(samples).max()), rms, samples.size / SAMPLE_RATE)


class LevelMeter:
    """Levels of a stretch of time (a meeting), and of its last block."""

    def __init__(self) -> None:
        self.now_dbfs = LOWEST_DBFS
        self._peak = 0.0
        self._loudest = 0.0
        self._energy = 0.0
        self._heard_s = 0.0
        self._zeros_s = 0.0

    def hear(self, block: Loudness) -> None:
        self.now_dbfs = to_dbfs(block.rms)
        self._peak = max(self._peak, block.peak)
        self._loudest = max(self._loudest, block.rms)
        self._energy += block.rms**2 * block.seconds
        self._heard_s += block.seconds
        self._zeros_s = 0.0 if block.peak else self._zeros_s + block.seconds

    @property
    def peak_dbfs(self) -> float | None:
        """None before the first sound."""
        return to_dbfs(self._peak) if self._heard_s else None

    @property
    def mean_dbfs(self) -> float | None:
        return to_dbfs(math.sqrt(self._energy / self._heard_s)) if self._heard_s else None

    @property
    def is_silent(self) -> bool:
        """Whether all of it, at least a minute, was too quiet to hold speech."""
        return self._heard_s >= _PATIENCE_S and to_dbfs(self._loudest) < _TOO_QUIET_DBFS

    @property
    def is_dead(self) -> bool:
        """Whether the last minute was digital silence, which no microphone gives that is on."""
        return self._zeros_s >= _PATIENCE_S
