"""The sound card, through PortAudio: its callback copies bytes into a queue and does nothing else."""

from __future__ import annotations

import contextlib
import fnmatch
import importlib
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from daemon.base.errors import MicrophoneError
from daemon.recorder.block import Block
from daemon.recorder.convert import Converter
from daemon.recorder.queue import SoundQueue
from pipelines.speech.audio import SAMPLE_RATE

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

    def __init__(self, boot_s: Callable[[], float]) -> None:
        self._boot_s = boot_s

    def open(self, pattern: str) -> OpenMicrophone:
        portaudio = _portaudio()
        # Devices are listed once, at its initialisation: only a new one sees what was plugged in since.
        with contextlib.suppress(portaudio.PortAudioError):
            portaudio._terminate()
        try:
            portaudio._initialize()
            device = _choose(portaudio, pattern)
            return _open(portaudio, device, self._boot_s)
        except portaudio.PortAudioError as error:
            raise MicrophoneError(f"no microphone can be opened: {error}") from None

    def names(self) -> list[str]:
        """Names of all microphones, as the pattern in the configuration sees them (MicrophoneError)."""
        return [device["name"] for device in _inputs(_portaudio())]


class _PortAudioMicrophone:
    def __init__(
        self, portaudio: Any, device: dict[str, Any], rate: int, channels: int, boot_s: Callable[[], float]
    ):
        self.name: str = device["name"]
        self.detail = f"{rate} Hz, {channels} channel{'s' if channels > 1 else ''}"
        self._bytes_per_s = 2 * channels * rate
        self._queue = SoundQueue(_QUEUE_S * self._bytes_per_s)
        self._converter = Converter(rate, channels)
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


def _open(portaudio: Any, device: dict[str, Any], boot_s: Callable[[], float]) -> OpenMicrophone:
    problem: Exception | None = None
    for rate, channels in _forms(device):
        try:
            return _PortAudioMicrophone(portaudio, device, rate, channels, boot_s)
        except portaudio.PortAudioError as error:
            problem = problem or error
    raise MicrophoneError(f"{device['name']} cannot be opened: {problem}")


def _forms(device: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """What to ask of a device, the best first: 16 kHz mono, else its own rate, else all its channels."""
    own_rate, channels = round(device["default_samplerate"]), device["max_input_channels"]
    yield SAMPLE_RATE, 1
    yield own_rate, 1
    if channels > 1:
        yield SAMPLE_RATE, channels
        yield own_rate, channels
