"""Segments of a recording: their form, their names, and the one that is being written.

Each is mono 16-bit PCM at 16 kHz behind a plain WAV header. An open segment is a file whose header already
promises 30 s. When those are full it only has to be renamed; one that ends early (a pause, the end of the
meeting) is written anew under its own length. So there is no moment at which a crash leaves a file that
cannot be read.
"""

from __future__ import annotations

import os
import re
import struct
from dataclasses import dataclass
from pathlib import Path

from daemon.base.durable import append_durably, move_durably, remove_durably, write_durably
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


OPEN_SUFFIX = ".part"
_NAME = re.compile(r"(\d{9,})\.wav(\.part)?")


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment on disk."""

    path: Path
    start: int
    """Where it begins, in samples from the start of the meeting."""
    samples: int

    @property
    def is_open(self) -> bool:
        return self.path.suffix == OPEN_SUFFIX

    @property
    def end(self) -> int:
        return self.start + self.samples

    @property
    def start_s(self) -> float:
        return self.start / SAMPLE_RATE

    def read(self, first: int = 0) -> bytes:
        """The audio from its sample `first` on; FileNotFoundError if it was renamed or removed meanwhile."""
        with self.path.open("rb") as file:
            file.seek(HEADER_BYTES + first * BYTES_PER_SAMPLE)
            return file.read((self.samples - first) * BYTES_PER_SAMPLE)


def segment_path(folder: Path, start: int) -> Path:
    """Where the sealed segment lies that begins at sample `start`, a whole millisecond."""
    assert start % SAMPLES_PER_MS == 0
    return folder / f"{start // SAMPLES_PER_MS:09d}.wav"


def list_segments(folder: Path) -> list[Segment]:
    """The segments of a recording in order, the open one (without what is not yet written) included."""
    found: dict[int, Segment] = {}
    for path in sorted(folder.glob("*.wav*")):  # a sealed segment comes before an open one of the same name
        match = _NAME.fullmatch(path.name)
        start = int(match[1]) * SAMPLES_PER_MS if match else 0
        if match is None or start in found:
            continue
        try:
            size = path.stat().st_size
        except FileNotFoundError:  # sealed this instant
            if not match[2]:
                continue  # or forgotten
            path = path.with_suffix("")
            size = path.stat().st_size if path.exists() else 0
        samples = max(0, size - HEADER_BYTES) // BYTES_PER_SAMPLE
        if samples:
            found[start] = Segment(path, start, samples)
    return [found[start] for start in sorted(found)]


class OpenSegment:
    """The segment that is being written; what `append` has returned from is durable."""

    def __init__(self, folder: Path, start: int) -> None:
        """Create the file of the segment that begins at sample `start` (StateWriteError)."""
        self._sealed_path = segment_path(folder, start)
        self._path = self._sealed_path.with_name(self._sealed_path.name + OPEN_SUFFIX)
        write_durably(self._path, wav_header(SEGMENT_BYTES))
        self._fd = os.open(self._path, os.O_WRONLY | os.O_CLOEXEC)
        self.written = 0
        """Bytes of audio that are durable."""

    @property
    def room(self) -> int:
        """Bytes of audio that still fit in."""
        return SEGMENT_BYTES - self.written

    def append(self, audio: bytes) -> None:
        """Add at most `room` bytes; after a StateWriteError nothing was added: it can be tried again."""
        assert len(audio) <= self.room
        self.written = append_durably(self._fd, self._path, HEADER_BYTES + self.written, audio) - HEADER_BYTES

    def seal(self, audio_bytes: int | None = None) -> None:
        """Give the segment its final name, cut to `audio_bytes` where given; can be tried again."""
        seal(self._path, self.written if audio_bytes is None else audio_bytes)

    def close(self) -> None:
        os.close(self._fd)


def seal(open_path: Path, audio_bytes: int) -> None:
    """Turn an open segment into a sealed one that holds its first `audio_bytes`; without any, remove it.

    After a StateWriteError the same can be tried again.
    """
    if not open_path.exists():
        return
    sealed_path = open_path.with_suffix("")
    if audio_bytes == SEGMENT_BYTES:
        move_durably(open_path, sealed_path)
        return
    if audio_bytes:
        with open_path.open("rb") as file:
            file.seek(HEADER_BYTES)
            audio = file.read(audio_bytes)
        write_durably(sealed_path, wav_header(len(audio)) + audio)
    remove_durably(open_path)
