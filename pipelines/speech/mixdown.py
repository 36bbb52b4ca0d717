"""Decoded frames of any rate, format and number of channels, made into mono float32 at 16 kHz."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelines.speech.audio import SAMPLE_RATE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from av.audio.fifo import AudioFifo
    from av.audio.frame import AudioFrame
    from av.audio.resampler import AudioResampler

    from pipelines.speech.audio import Samples

_MEMORY_S = 2.0
"""For how long the channels of the past count towards their polarity: longer than a pause between words."""
_OPPOSED = -0.5
"""Correlation with the loudest channel below which a channel has the opposite polarity. Two microphones in a
room correlate between 0 and 1; with one of them wired the wrong way round they come close to -1."""
_GROUP_S = 5
"""Frames are gathered to blocks of this length: single ones (20-60 ms) would cost Python more than FFmpeg."""


class ChannelAverage:
    """Averages channels, after inverting those with the polarity opposite to the loudest one's.

    A microphone or cable that is wired the wrong way round would otherwise cancel the others, down to silence
    when there are two.
    """

    def __init__(self) -> None:
        self._products: npt.NDArray[np.float64] | None = None
        """Of each channel with each, shape (channels, channels), decaying with time."""

    def of(self, channels: npt.NDArray[np.float32], rate: int) -> Samples:
        """`channels`: the next samples, shape (channels, n), at `rate` Hz; returns shape (n,)."""
        import numpy as np

        count, length = channels.shape
        if count == 1:
            only: Samples = channels[0]
            return only
        fresh = (channels @ channels.T).astype(np.float64)
        decay = 0.0 if self._products is None else math.exp(-length / (rate * _MEMORY_S))
        self._products = fresh if self._products is None else self._products * decay + fresh
        power = self._products.diagonal()
        loudest = int(power.argmax())
        opposed = self._products[loudest] < _OPPOSED * np.sqrt(power * power[loudest])
        signs = np.where(opposed, -1, 1).astype(np.float32)
        mixed: Samples = signs @ channels / np.float32(count)
        return mixed


class Mixdown:
    """Feed it frames, take blocks; `flush` gives what is still inside.

    Channels are averaged here and not by FFmpeg, which refuses layouts that it has no name for (the
    microphone arrays of conference systems). Where a stream changes its parameters, it starts anew.
    """

    def __init__(self, channel: int | None = None) -> None:
        """`channel`: the only one that is heard, counted from 0."""
        self._channel = channel
        self._average = ChannelAverage()
        self._fifo: AudioFifo | None = None
        self._resampler: AudioResampler | None = None
        self._shape: tuple[str, int, int] | None = None

    def feed(self, frame: AudioFrame) -> Iterator[Samples]:
        """Take one frame; yield a block, shape (n,), when enough has come together."""
        from av.audio.fifo import AudioFifo

        shape = (frame.format.name, frame.layout.nb_channels, frame.sample_rate)
        if shape != self._shape:
            yield from self.flush()
            self._shape = shape
        if self._fifo is None:
            self._fifo = AudioFifo()
        frame.pts = None  # the timeline is kept by the caller; the queue would refuse a gap
        self._fifo.write(frame)
        if self._fifo.samples >= _GROUP_S * frame.sample_rate:
            yield from self._convert(self._fifo.read())

    def flush(self) -> Iterator[Samples]:
        """Yield all that is held back, and forget the parameters of the stream."""
        if self._fifo is not None and self._fifo.samples:
            yield from self._convert(self._fifo.read())
        if self._resampler is not None:
            yield from _arrays(self._resampler.resample(None))
        self._fifo = self._resampler = self._shape = None
        self._average = ChannelAverage()

    def _convert(self, frame: AudioFrame | None) -> Iterator[Samples]:
        if frame is None:
            return
        channels = _channels(frame)
        if self._channel is not None:
            channels = (
                channels[self._channel : self._channel + 1] if self._channel < len(channels) else channels
            )
        mono = self._average.of(channels, frame.sample_rate)
        if frame.sample_rate == SAMPLE_RATE:
            yield mono
            return
        from av.audio.frame import AudioFrame
        from av.audio.resampler import AudioResampler

        if self._resampler is None:
            self._resampler = AudioResampler(format="fltp", layout="mono", rate=SAMPLE_RATE)
        block = AudioFrame.from_ndarray(mono[None, :], format="fltp", layout="mono")
        block.sample_rate = frame.sample_rate
        yield from _arrays(self._resampler.resample(block))


def _channels(frame: AudioFrame) -> npt.NDArray[np.float32]:
    """Shape (channels, n), integers scaled to -1..1; what is no number becomes silence."""
    import numpy as np

    values = frame.to_ndarray()
    if not frame.format.is_planar:
        values = values.reshape(-1, frame.layout.nb_channels).T
    channels: npt.NDArray[np.float32] = values.astype(np.float32)
    if values.dtype.kind == "u":
        channels /= 128
        channels -= 1
    elif values.dtype.kind == "i":
        channels /= 2.0 ** (8 * values.dtype.itemsize - 1)
    np.nan_to_num(channels, copy=False, nan=0.0, posinf=1.0, neginf=-1.0)
    return channels


def _arrays(frames: list[AudioFrame]) -> Iterator[Samples]:
    for frame in frames:
        samples: Samples = frame.to_ndarray()[0]
        if samples.size:
            yield samples
