"""Makes what a sound card gives, any rate and any number of channels, into mono at 16 kHz."""

from __future__ import annotations

from typing import Any

from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.mixdown import ChannelAverage


class Converter:
    """Takes 16-bit PCM, interleaved; keeps the resampler's memory from block to block.

    FFmpeg's resampler (PyAV) is here anyway, for other recordings; it is loaded only for cards that cannot do
    16 kHz themselves.
    """

    def __init__(self, rate: int, channels: int) -> None:
        self._rate = rate
        self._channels = channels
        self._average = ChannelAverage()
        self._resampler: Any = None

    def feed(self, data: bytes) -> bytes:
        """The same sound, mono at 16 kHz; with resampling up to 3 ms stay inside until the next call."""
        if self._channels > 1:
            data = self._mono(data)
        return data if self._rate == SAMPLE_RATE else self._resample(data)

    def _mono(self, data: bytes) -> bytes:
        """The first two channels averaged: arrays give playback or raw capsules in the others."""
        import numpy as np

        samples = np.frombuffer(data, dtype="<i2").reshape(-1, self._channels)
        mono = self._average.of(samples[:, :2].T.astype(np.float32), self._rate)
        return mono.round().astype("<i2").tobytes()

    def _resample(self, data: bytes) -> bytes:
        import numpy as np
        from av.audio.frame import AudioFrame
        from av.audio.resampler import AudioResampler

        if self._resampler is None:
            self._resampler = AudioResampler(format="s16", layout="mono", rate=SAMPLE_RATE)
        frame = AudioFrame.from_ndarray(
            np.frombuffer(data, dtype="<i2")[None, :], format="s16", layout="mono"
        )
        frame.sample_rate = self._rate
        return b"".join(out.to_ndarray().tobytes() for out in self._resampler.resample(frame))
