"""Audio files for tests: tones and silence in any format, written by the same library that reads them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pipelines.speech.decode import AudioFile

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

CODECS = {
    ".wav": ("pcm_s16le", 16000),
    ".mp3": ("libmp3lame", 22050),
    ".m4a": ("aac", 44100),
    ".mp4": ("aac", 44100),
    ".ogg": ("libopus", 48000),
    ".opus": ("libopus", 48000),
    ".flac": ("flac", 16000),
    ".webm": ("libopus", 48000),
    ".aac": ("aac", 44100),
    ".aif": ("pcm_s16be", 44100),
    ".aiff": ("pcm_s16be", 44100),
    ".caf": ("pcm_s16le", 44100),
    ".mka": ("libopus", 48000),
    ".mkv": ("aac", 44100),
    ".mov": ("aac", 44100),
    ".oga": ("libopus", 48000),
    ".wma": ("wmav2", 44100),
    ".3gp": ("aac", 44100),
    ".avi": ("pcm_s16le", 44100),
    ".w64": ("pcm_s16le", 44100),
}
"""Format by suffix: encoder and sample rate."""


def loud(seconds: float, rate: int = 16000) -> Samples:
    """A tone that swells: what `LoudIsSpeech` hears as speech."""
    import numpy as np

    t = np.arange(round(seconds * rate)) / rate
    swell = 0.3 + 0.1 * np.sin(2 * np.pi * 3 * t)
    return (swell * np.sin(2 * np.pi * 220 * t)).astype(np.float32)


def quiet(seconds: float, rate: int = 16000) -> Samples:
    """Digital silence."""
    import numpy as np

    return np.zeros(round(seconds * rate), dtype=np.float32)


def context(*parts: float, rate: int = 16000) -> Samples:
    """Seconds of loud, silent, loud, silent ... sound, beginning with loud."""
    import numpy as np

    return np.concatenate([(quiet if i % 2 else loud)(s, rate) for i, s in enumerate(parts)])


def write_audio(path: Path, channels: Sequence[Samples], rate: int | None = None) -> Path:
    """Encode float channels by the suffix of `path`; `rate` is that of the samples."""
    import av
    import numpy as np

    codec, encoded_rate = CODECS[path.suffix]
    rate = rate or 16000
    layout = {1: "mono", 2: "stereo"}.get(len(channels), f"{len(channels)} channels")
    samples = (np.stack(channels) * 32767).astype(np.int16)
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=encoded_rate, layout=layout)
        if codec == "wmav2":  # its own bit rate is none that it takes for one channel
            stream.bit_rate = 64_000
        for start in range(0, samples.shape[1], rate):
            block = samples[:, start : start + rate].T.reshape(1, -1)
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(block), format="s16", layout=layout)
            frame.sample_rate = rate
            frame.pts = start
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def tone(rate: int, hz: float, seconds: float, amplitude: float = 10_000) -> np.ndarray[Any, Any]:
    return (amplitude * np.sin(2 * np.pi * hz * np.arange(round(rate * seconds)) / rate)).astype("<i2")


def heard(path: Path) -> AudioFile:
    audio = AudioFile(path)
    for _ in audio.blocks():
        pass
    return audio


def wav(path: Path, data: bytes, *, promised: int, after: bytes = b"") -> Path:
    """Write a 16-bit mono WAV of 16 kHz whose header promises `promised` bytes of sound."""
    head = struct.pack(
        "<4sI4s4sIHHIIHH", b"RIFF", 36 + promised, b"WAVE", b"fmt ", 16, 1, 1, 16000, 32000, 2, 16
    )
    path.write_bytes(head + struct.pack("<4sI", b"data", promised) + data + after)
    return path
