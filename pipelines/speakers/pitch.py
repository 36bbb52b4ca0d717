"""How high a voice speaks: the one thing about it that neither room nor microphone changes.

Cepstra leave it out, and help where two people's spectra are alike (Friedland et al., "Prosodic and other
long-term features for speaker diarization", 2009). Found by autocorrelation, divided by that of the window
(Boersma 1993). A voice is how often it is at each height, so an octave that is taken for another does little.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pipelines.speech.audio import SAMPLE_RATE

if TYPE_CHECKING:
    from pipelines.speakers.features import Floats
    from pipelines.speech.audio import Samples

    Heights = npt.NDArray[np.uint8]

HEIGHTS = 25
"""0 is no voice, as in "s"; 1 to 24 are a ninth of an octave each."""
_LOWEST_HZ, _HIGHEST_HZ = 65.0, 400.0
_RATE = 4000
"""Pitch needs no more, and so costs a quarter."""
_WINDOW, _STEP, _FFT = 200, 40, 512
"""50 ms, three periods of the lowest voice, every 10 ms."""
_VOICED = 0.6
"""Of the power repeats after a period; above Praat's 0.45, since wrong pitch is worse than none."""
_OCTAVE_COST = 0.02
"""Of a period of twice the length, which repeats as well; Praat has 0.01."""
_UNHEARD = 150
"""Frames of everybody's voice that each voice begins with."""


def heights_of(samples: Samples, count: int) -> Heights:
    """Of `count` frames, as `features.cepstra_of` has them: 400 samples, one every 160."""
    low: Floats = np.convolve(samples, _low_pass(), "same")[:: SAMPLE_RATE // _RATE]
    # The middle of a frame is 50 samples behind its beginning.
    padded = np.pad(low, (_WINDOW // 2 - 50, _WINDOW + _STEP))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_STEP][:count]
    window = np.hanning(_WINDOW).astype(np.float32)
    own = _autocorrelation(window[None])
    power = _autocorrelation((frames - frames.mean(axis=1, keepdims=True)) * window)
    first, last = round(_RATE / _HIGHEST_HZ), round(_RATE / _LOWEST_HZ)
    lags = np.arange(first, last + 1)
    near = slice(first - 1, last + 2)
    repeats = power[:, near] / np.maximum(power[:, :1], 1e-9) / (own[:, near] / own[:, :1])
    before, at, behind = repeats[:, :-2], repeats[:, 1:-1], repeats[:, 2:]
    cost = _OCTAVE_COST * np.log2(lags / first)
    best = np.where((at >= before) & (at >= behind), at - cost, -1.0).argmax(axis=1)
    rows = np.arange(len(frames))
    voiced = at[rows, best] >= _VOICED
    # A period lies between two samples, at the top of a parabola through three of them.
    bend = np.minimum(before + behind - 2 * at, -1e-6)[rows, best]
    periods = lags[best] + np.clip((before - behind)[rows, best] / (2 * bend), -0.5, 0.5)
    share = np.log(_RATE / periods / _LOWEST_HZ) / np.log(_HIGHEST_HZ / _LOWEST_HZ)
    heights = 1 + np.clip(share * (HEIGHTS - 1), 0, HEIGHTS - 2)
    return np.where(voiced, heights, 0).astype(np.uint8)


def histogram(heights: Heights) -> Floats:
    """How many frames are at each height but 0, shape (HEIGHTS - 1,); neighbours share a half."""
    counts = np.bincount(heights, minlength=HEIGHTS)[1:].astype(np.float32)
    spread: Floats = np.convolve(counts, np.array([0.25, 0.5, 0.25], np.float32), "same")
    return spread


def gains(histograms: Floats) -> Floats:
    """How much more likely each voice is at each height than all of them together, as logarithms.

    `histograms`: shape (voices, HEIGHTS - 1), in frames; so is the result.
    """
    every = histograms.sum(axis=0) + np.float32(1e-3)
    every /= every.sum()
    unheard = np.float32(_UNHEARD) * every
    shares = (histograms + unheard) / (histograms + unheard).sum(axis=1, keepdims=True)
    found: Floats = np.log(shares / every)
    return found


def _autocorrelation(frames: Floats) -> Floats:
    return np.fft.irfft(np.square(np.abs(np.fft.rfft(frames, _FFT))))[:, :_WINDOW].astype(np.float32)


@cache
def _low_pass() -> Floats:
    """Lets pass what is below half of _RATE, by nine tenths."""
    waves = np.sinc(np.arange(-16, 17) / 4 * 0.9) * np.hamming(33)
    found: Floats = (waves / waves.sum()).astype(np.float32)
    return found
