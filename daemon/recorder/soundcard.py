"""The sound card, through PortAudio, and its sound on the way to the recorder: mono at 16 kHz, a tenth of a
second each.

The callback copies bytes into a queue and does nothing else: the queue is bounded, without a lock, and
never waits.
"""

from __future__ import annotations

import contextlib
import fnmatch
import importlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from daemon.base.errors import MicrophoneError
from daemon.spool.segment import BYTES_PER_S
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.mixdown import ChannelAverage


@dataclass(frozen=True, slots=True)
class Block:
    """Mono 16-bit PCM at 16 kHz."""

    pcm: bytes
    at_s: float
    """When its last sample was heard, in seconds since boot."""
    lost_s: float = 0.0
    """What was lost just before it, because nobody took the blocks in time."""
    overflow: bool = False
    """Whether the sound system itself lost something before it; it does not say how much."""

    @property
    def duration_s(self) -> float:
        return len(self.pcm) / BYTES_PER_S

    @property
    def began_s(self) -> float:
        """When its first sample was heard."""
        return self.at_s - self.duration_s


class Converter:
    """Takes 16-bit PCM, interleaved; keeps the resampler's memory from block to block.

    FFmpeg's resampler (PyAV) is here anyway, for other recordings; it is loaded only for cards that cannot do
    16 kHz themselves.
    """

    def __init__(self, rate: int, channels: int, chosen: Sequence[int] = ()) -> None:
        """`chosen`: those that are mixed, counted from 1."""
        self._rate = rate
        self._channels = channels
        self._mixed = [each - 1 for each in chosen] or [0, 1]
        self._average = ChannelAverage()
        self._resampler: Any = None

    def feed(self, data: bytes) -> bytes:
        """The same sound, mono at 16 kHz; with resampling up to 3 ms stay inside until the next call."""
        if self._channels > 1:
            data = self._mono(data)
        return data if self._rate == SAMPLE_RATE else self._resample(data)

    def _mono(self, data: bytes) -> bytes:
        """The chosen channels averaged, or the first two: arrays give playback or raw capsules in others."""
        import numpy as np

        samples = np.frombuffer(data, dtype="<i2").reshape(-1, self._channels)
        mono = self._average.of(samples[:, self._mixed].T.astype(np.float32), self._rate)
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


@dataclass(frozen=True, slots=True)
class RawBlock:
    """Sound as the card gives it."""

    data: bytes
    at_s: float
    """When its last sample was heard, in seconds since boot."""
    lost_bytes: int
    """What was thrown away just before it."""
    overflow: bool
    """Whether the sound system lost something before it."""


class SoundQueue:
    """One thread puts, one takes. CPython's deque needs no lock for that, and each counter has one writer."""

    def __init__(self, longest_bytes: int) -> None:
        self._longest = longest_bytes
        self._blocks: deque[RawBlock] = deque()
        self._put = 0
        self._taken = 0
        self._lost = 0

    def put(self, data: bytes, at_s: float, overflow: bool) -> None:
        """Called by the sound card: adds a block, or counts it as lost where the queue is full."""
        if self._put - self._taken + len(data) > self._longest:
            self._lost += len(data)
            return
        self._blocks.append(RawBlock(data, at_s, self._lost, overflow))
        self._lost = 0
        self._put += len(data)

    def take(self) -> list[RawBlock]:
        """All that has come since the last call."""
        taken = []
        while self._blocks:
            block = self._blocks.popleft()
            self._taken += len(block.data)
            taken.append(block)
        return taken


_BLOCKS_PER_S = 10
_LATENCY_S = 0.5
"""Buffered by the sound system: what it bridges when both cores are busy and our thread has to wait."""
_QUEUE_S = 60
"""Bridges a disk that takes its time."""


class OpenMicrophone(Protocol):
    """A microphone that is being read."""

    name: str
    detail: str

    def take(self) -> list[Block]:
        """All blocks since the last call, in order."""
        ...

    def is_alive(self) -> bool:
        """Whether the system still reads it; one that was unplugged may seem so, but gives no blocks."""
        ...

    def close(self) -> None: ...


class Card(Protocol):
    """Finds and opens microphones."""

    def open(self, pattern: str) -> OpenMicrophone:
        """Open the first microphone whose name fits; "" is the default one. MicrophoneError, in one line."""
        ...


class SoundCard:
    """PortAudio's devices: ALSA's, and where a person is logged in, PulseAudio's or PipeWire's."""

    def __init__(self, boot_s: Callable[[], float], channels: Sequence[int] = ()) -> None:
        """`channels`: those that are recorded, counted from 1; the usual ones where none are named."""
        self._boot_s = boot_s
        self._channels = tuple(channels)

    def open(self, pattern: str) -> OpenMicrophone:
        portaudio = _portaudio()
        # Devices are listed once, at its initialisation: only a new one sees what was plugged in since.
        with contextlib.suppress(portaudio.PortAudioError):
            portaudio._terminate()
        try:
            portaudio._initialize()
            device = _choose(portaudio, pattern)
            return _open(portaudio, device, self._boot_s, self._channels)
        except portaudio.PortAudioError as error:
            raise MicrophoneError(f"no microphone can be opened: {error}") from None

    def names(self) -> list[str]:
        """Names of all microphones, as the pattern in the configuration sees them (MicrophoneError)."""
        return [device["name"] for device in _inputs(_portaudio())]


class _PortAudioMicrophone:
    def __init__(
        self,
        portaudio: Any,
        device: dict[str, Any],
        rate: int,
        channels: int,
        boot_s: Callable[[], float],
        chosen: tuple[int, ...],
    ):
        self.name: str = device["name"]
        self.detail = f"{rate} Hz, {channels} channel{'s' if channels > 1 else ''}"
        self.detail += f" ({', '.join(map(str, chosen))} recorded)" if chosen else ""
        self._bytes_per_s = 2 * channels * rate
        self._queue = SoundQueue(_QUEUE_S * self._bytes_per_s)
        self._converter = Converter(rate, channels, chosen)
        put = self._queue.put

        def callback(data: Any, frames: int, time: Any, status: Any) -> None:
            put(bytes(data), boot_s(), bool(status.input_overflow))

        self._stream = portaudio.RawInputStream(
            samplerate=rate,
            blocksize=rate // _BLOCKS_PER_S,
            device=device["index"],
            channels=channels,
            dtype="int16",
            latency=_LATENCY_S,
            callback=callback,
        )
        self._stream.start()

    def take(self) -> list[Block]:
        return [
            Block(self._converter.feed(raw.data), raw.at_s, raw.lost_bytes / self._bytes_per_s, raw.overflow)
            for raw in self._queue.take()
        ]

    def is_alive(self) -> bool:
        return bool(self._stream.active)

    def close(self) -> None:
        self._stream.abort()
        self._stream.close()


def _portaudio() -> Any:
    try:
        return importlib.import_module("sounddevice")
    except OSError:
        raise MicrophoneError("PortAudio is missing: apt-get install libportaudio2") from None


def _inputs(portaudio: Any) -> list[dict[str, Any]]:
    return [device for device in portaudio.query_devices() if device["max_input_channels"] > 0]


def _choose(portaudio: Any, pattern: str) -> dict[str, Any]:
    inputs = _inputs(portaudio)
    if not inputs:
        raise MicrophoneError("no microphone is plugged in")
    if not pattern:
        default = portaudio.default.device[0]
        return next((device for device in inputs if device["index"] == default), inputs[0])
    for device in inputs:
        if fits(device["name"], pattern):
            return device
    names = ", ".join(f'"{device["name"]}"' for device in inputs)
    raise MicrophoneError(f'no microphone is named like "{pattern}" ([recorder] device); there are {names}')


def fits(name: str, pattern: str) -> bool:
    """Whether a name contains the pattern, in which * and ? may stand; capitals do not matter."""
    return fnmatch.fnmatchcase(name.lower(), f"*{pattern.lower()}*")


def _open(
    portaudio: Any, device: dict[str, Any], boot_s: Callable[[], float], chosen: tuple[int, ...]
) -> OpenMicrophone:
    problem: Exception | None = None
    if (highest := max(chosen, default=0)) > device["max_input_channels"]:
        raise MicrophoneError(
            f"{device['name']} has no channel {highest} ([recorder] channels); "
            f"it has {device['max_input_channels']}"
        )
    for rate, channels in _forms(device, is_chosen=bool(chosen)):
        try:
            return _PortAudioMicrophone(portaudio, device, rate, channels, boot_s, chosen)
        except portaudio.PortAudioError as error:
            problem = problem or error
    raise MicrophoneError(f"{device['name']} cannot be opened: {problem}")


def _forms(device: dict[str, Any], *, is_chosen: bool) -> Iterator[tuple[int, int]]:
    """What to ask of a device, the best first: 16 kHz mono, else its own rate, else all its channels, which
    come first where some of them were chosen."""
    own_rate, channels = round(device["default_samplerate"]), device["max_input_channels"]
    if not is_chosen:
        yield SAMPLE_RATE, 1
        yield own_rate, 1
    if channels > 1 or is_chosen:
        yield SAMPLE_RATE, channels
        yield own_rate, channels
