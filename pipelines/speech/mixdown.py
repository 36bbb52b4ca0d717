"""Decoded frames of any rate, format and number of channels, made into mono float32 at 16 kHz."""

from __future__ import annotations

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

_GROUP_S = 5
"""Frames are gathered to blocks of this length: single ones (20-60 ms) would cost Python more than FFmpeg."""


class Mixdown:
    """Feed it frames, take blocks; `flush` gives what is still inside.

    Channels are averaged here and not by FFmpeg, which refuses layouts that it has no name for (the
    microphone arrays of conference systems). Where a stream changes its parameters, it starts anew.
    """

    def __init__(self) -> None:
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

    def _convert(self, frame: AudioFrame | None) -> Iterator[Samples]:
        if frame is None:
            return
        mono = _mono(frame)
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


def _mono(frame: AudioFrame) -> Samples:
    """Average the channels and scale integers to -1..1; what is no number becomes silence."""
    import numpy as np

    values = frame.to_ndarray()
    if not frame.format.is_planar:
        values = values.reshape(-1, frame.layout.nb_channels).T
    mono: npt.NDArray[np.float64] = values.mean(axis=0, dtype=np.float64)
    if values.dtype.kind == "u":
        mono = mono / 128 - 1
    elif values.dtype.kind == "i":
        mono /= 2.0 ** (8 * values.dtype.itemsize - 1)
    np.nan_to_num(mono, copy=False, nan=0.0, posinf=1.0, neginf=-1.0)
    return mono.astype(np.float32)


def _arrays(frames: list[AudioFrame]) -> Iterator[Samples]:
    for frame in frames:
        samples: Samples = frame.to_ndarray()[0]
        if samples.size:
            yield samples
