"""The form of a segment: mono 16-bit PCM at 16 kHz behind a plain WAV header."""

from __future__ import annotations

import struct

from pipelines.speech.audio import SAMPLE_RATE

BYTES_PER_SAMPLE = 2
BYTES_PER_S = SAMPLE_RATE * BYTES_PER_SAMPLE
HEADER_BYTES = 44
SEGMENT_S = 30
SEGMENT_BYTES = SEGMENT_S * BYTES_PER_S
"""A segment's audio when it is full."""
SAMPLES_PER_MS = SAMPLE_RATE // 1000

_PCM = 1
_MONO = 1


def wav_header(audio_bytes: int) -> bytes:
    """The 44 bytes before `audio_bytes` of audio."""
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF",
        HEADER_BYTES - 8 + audio_bytes,
        b"WAVE",
        b"fmt ",
        16,
        _PCM,
        _MONO,
        SAMPLE_RATE,
        BYTES_PER_S,
        BYTES_PER_SAMPLE,
        8 * BYTES_PER_SAMPLE,
        b"data",
        audio_bytes,
    )
