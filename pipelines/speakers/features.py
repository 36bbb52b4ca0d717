"""The sound of speech as cepstra, 100 times a second: what throat and mouth do to a spectrum.

Mel-frequency cepstral coefficients (Davis and Mermelstein 1980) without the one for loudness, as used for
recognising speakers (Reynolds, Quatieri and Dunn 2000).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pipelines.speakers.pitch import heights_of
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.silero import SileroNetwork, VoiceNetwork
from pipelines.speech.vad import VadSettings
from pipelines.speech.windows import speech_spans

if TYPE_CHECKING:
    import numpy.typing as npt

    from pipelines.speakers.pitch import Heights
    from pipelines.speech.audio import Samples

    Floats = npt.NDArray[np.float32]

STEP = SAMPLE_RATE // 100
COEFFICIENTS = 19
WIDTH = 2 * COEFFICIENTS
"""With deltas."""
LISTENING = VadSettings(begin=0.25, end=0.15, pause_s=0.2, pad_s=0.1)
"""Whoever sits far from the microphone is heard, too: at Whisper's 0.4 half of that speech is missed. The
next speaker often begins after 0.2 s already: with 0.5 s, 3 % more short turns go to the wrong voice."""
_WINDOW, _FFT, _FILTERS = 400, 512, 26
_LOWEST_HZ, _HIGHEST_HZ = 60.0, 7600.0
_LEVEL = 10 ** (-26 / 20)
"""Of speech after levelling: 26 dB below full scale, as in the listening tests of the ITU."""
_MOST_GAIN = 10 ** (40 / 20)


@dataclass(frozen=True, slots=True)
class Speech:
    """All speech of a meeting: 39 bytes for each hundredth of a second."""

    cepstra: npt.NDArray[np.float16]
    """Shape (frames, COEFFICIENTS), silence left out, mean 0 and variance 1 over the meeting."""
    heights: Heights
    """Of the pitch, shape (frames,)."""
    spans: tuple[tuple[float, int], ...]
    """For each stretch of speech, where it starts in the recording (seconds) and how many frames it has."""

    @property
    def seconds(self) -> float:
        return len(self.cepstra) / 100

    def frames(self) -> Iterator[Floats]:
        """The frames of each span with deltas, shape (n, WIDTH)."""
        at = 0
        for _, length in self.spans:
            yield with_deltas(self.cepstra[at : at + length].astype(np.float32))
            at += length

    def pitches(self) -> Iterator[Heights]:
        """The heights of the frames of each span."""
        return iter(np.split(self.heights, np.cumsum([length for _, length in self.spans])[:-1]))


class Level:
    """Brings soft speakers and far seats to one level: by the loudest tenth of each block, slowly."""

    def __init__(self) -> None:
        self._loud = 0.0

    def levelled(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        for block in blocks:
            whole = len(block) // STEP * STEP
            if whole:
                power = np.square(block[:whole].reshape(-1, STEP)).mean(axis=1)
                self._loud = max(float(np.sqrt(np.quantile(power, 0.9))), 0.7 * self._loud)
            gain = np.float32(min(_LEVEL / self._loud, _MOST_GAIN)) if self._loud else np.float32(1)
            yield np.clip(block * gain, -1.0, 1.0)


class Listening:
    """Hears a recording piece by piece; holds the cepstra of its speech and a minute of sound at most."""

    def __init__(self, network: VoiceNetwork | None = None) -> None:
        """`network` hears whether somebody speaks; None loads Silero's."""
        self.from_s = 0.0
        """Where the next piece begins: behind the last stretch of speech that was complete."""
        self._network = network
        self._level = Level()
        # Grows in place: joining a list of arrays would take the memory twice.
        self._cepstra, self._heights = bytearray(), bytearray()
        self._spans: list[tuple[float, int]] = []

    def hear(self, blocks: Iterable[Samples], *, ended: bool = True) -> None:
        """`blocks`: the recording from `from_s` on. Unless it has `ended`, speech at their end is left for
        the next piece. EngineError."""
        self._network = self._network or SileroNetwork()
        begin_s = self.from_s
        louder = self._level.levelled(blocks)
        for span, samples in speech_spans(louder, self._network, LISTENING, ended=ended):
            cepstra = cepstra_of(samples)
            if len(cepstra):
                self._cepstra += cepstra.astype(np.float16).tobytes()
                self._heights += heights_of(samples, len(cepstra)).tobytes()
                self._spans.append((begin_s + span.start / SAMPLE_RATE, len(cepstra)))
            self.from_s = begin_s + span.end / SAMPLE_RATE

    def speech(self) -> Speech:
        """All that was heard. It is normalised in place, so nothing can be heard after it."""
        every = np.frombuffer(self._cepstra, np.float16).reshape(-1, COEFFICIENTS)
        return Speech(_normalised(every), np.frombuffer(self._heights, np.uint8), tuple(self._spans))


def hear(blocks: Iterable[Samples], network: VoiceNetwork | None = None) -> Speech:
    """Hear a whole recording as it comes."""
    listening = Listening(network)
    listening.hear(blocks)
    return listening.speech()


def cepstra_of(samples: Samples) -> Floats:
    """Shape (frames, COEFFICIENTS), one every STEP samples."""
    if len(samples) < _WINDOW:
        return np.zeros((0, COEFFICIENTS), np.float32)
    emphasised = np.append(samples[:1], samples[1:] - np.float32(0.97) * samples[:-1])
    frames = np.lib.stride_tricks.sliding_window_view(emphasised, _WINDOW)[::STEP]
    power = np.square(np.abs(np.fft.rfft(frames * np.hamming(_WINDOW).astype(np.float32), _FFT)))
    energies = np.log(power.astype(np.float32) @ _mel_filters() + np.float32(1e-8))
    cepstra: Floats = energies @ _cosines()
    return cepstra


def with_deltas(cepstra: Floats) -> Floats:
    """Each coefficient, then its slope over five frames."""
    padded = np.concatenate([cepstra[:1], cepstra[:1], cepstra, cepstra[-1:], cepstra[-1:]])
    slopes = (padded[3:-1] - padded[1:-3] + 2 * (padded[4:] - padded[:-4])) / 10
    return np.concatenate([cepstra, slopes * np.float32(_SLOPE_SCALE)], axis=1)


_SLOPE_SCALE = 4.0
"""Slopes of normalised cepstra have a standard deviation of about a quarter."""


def _normalised(cepstra: npt.NDArray[np.float16]) -> npt.NDArray[np.float16]:
    """In place: a copy as float32 would double the memory."""
    if len(cepstra):
        mean = cepstra.mean(axis=0, dtype=np.float32)
        deviation = np.sqrt(np.maximum(_mean_square(cepstra, mean), 1e-6))
        for start in range(0, len(cepstra), 100_000):
            part = cepstra[start : start + 100_000]
            part[:] = (part - mean) / deviation
    return cepstra


def _mean_square(cepstra: npt.NDArray[np.float16], mean: Floats) -> Floats:
    total = np.zeros(COEFFICIENTS, np.float64)
    for start in range(0, len(cepstra), 100_000):
        total += np.square(cepstra[start : start + 100_000] - mean).sum(axis=0, dtype=np.float64)
    return (total / len(cepstra)).astype(np.float32)


@cache
def _mel_filters() -> Floats:
    """Triangles of equal width on the mel scale, shape (_FFT // 2 + 1, _FILTERS)."""
    low, high = (2595 * np.log10(1 + hz / 700) for hz in (_LOWEST_HZ, _HIGHEST_HZ))
    corners = 700 * (10 ** (np.linspace(low, high, _FILTERS + 2) / 2595) - 1)
    hertz = np.arange(_FFT // 2 + 1)[:, None] * SAMPLE_RATE / _FFT
    rising = (hertz - corners[:-2]) / (corners[1:-1] - corners[:-2])
    falling = (corners[2:] - hertz) / (corners[2:] - corners[1:-1])
    return np.maximum(0, np.minimum(rising, falling)).astype(np.float32)


@cache
def _cosines() -> Floats:
    """The discrete cosine transform from log energies to coefficients 1 to COEFFICIENTS."""
    filters = np.arange(_FILTERS)[:, None] + 0.5
    waves: Floats = np.cos(np.pi / _FILTERS * filters * np.arange(1, COEFFICIENTS + 1)).astype(np.float32)
    return waves
