"""The audio of a meeting as one sequence of bytes, of which any range can be read, for players; and how loud
it was.

A file from the inbox is served as it is. A recording of the room is a virtual WAV file: a header, its
segments, and silence of the right length where there is no audio, so that times are those of the meeting.
What was taken off the record is silent as soon as the recording's metadata says so, whatever is still on
the disk.

    STATE/meetings/ID/loudness-TAG.json

Loudness is kept beside the sound for as long as that is kept. TAG is that of the sound that was measured:
of a sound that has changed since, because part of it was taken off the record, nothing is shown, and the
file goes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from daemon.base.durable import remove_tree, write_durably
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.base.foreign import NotPlainError, open_plain
from daemon.meetings import MeetingFolder
from daemon.spool import SpooledRecording, find_recording
from daemon.spool.segment import BYTES_PER_SAMPLE, HEADER_BYTES, list_segments, wav_header
from pipelines.importers import is_transcript
from pipelines.note import Note
from pipelines.render.waveform import waveform
from pipelines.speech.archive import is_archive
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.loudness import Loudness

PIECE_BYTES = 64 * 1024
_TYPES = {
    ".aac": "audio/aac",
    ".aif": "audio/aiff",
    ".aiff": "audio/aiff",
    ".flac": "audio/flac",
    ".m4a": "audio/mp4",
    ".mka": "audio/webm",  # a browser plays what it knows of Matroska as WebM
    ".mkv": "audio/webm",
    ".mov": "audio/mp4",
    ".mp3": "audio/mpeg",
    ".mp4": "audio/mp4",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".opus": "audio/ogg",
    ".wav": "audio/wav",
    ".webm": "audio/webm",
}
_OFF_THE_RECORD = ("forgotten", "paused")
_LARGEST_WAV = 2**32 - 1
"""The most that a header can announce: 37 hours."""


class Sound(Protocol):
    """Sizes and positions are bytes."""

    @property
    def content_type(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def tag(self) -> str:
        """Changes as soon as any byte changes."""
        ...

    @property
    def goes_on(self) -> bool:
        """Whether it is still being recorded."""
        ...

    def read(self, first: int, end: int) -> Iterator[bytes]:
        """The bytes from `first` up to `end`, in small pieces; it ends early if a file is deleted."""
        ...


@dataclass(frozen=True, slots=True)
class FileSound:
    """A file from the inbox."""

    path: Path
    size: int
    modified_ns: int

    @property
    def content_type(self) -> str:
        return _TYPES.get(self.path.suffix.lower(), "application/octet-stream")

    @property
    def tag(self) -> str:
        return f"{self.size:x}-{self.modified_ns:x}"

    @property
    def goes_on(self) -> bool:
        return False

    def read(self, first: int, end: int) -> Iterator[bytes]:
        try:
            file = open_plain(self.path)
        except (FileNotFoundError, NotPlainError):
            return  # it was just deleted
        with file:
            file.seek(first)
            while first < end and (piece := file.read(min(PIECE_BYTES, end - first))):
                first += len(piece)
                yield piece


@dataclass(frozen=True, slots=True)
class RecordedSound:
    """A recording in the spool, with the length that it had when it was opened."""

    recording: SpooledRecording
    samples: int

    @property
    def content_type(self) -> str:
        return "audio/wav"

    @property
    def size(self) -> int:
        return min(_LARGEST_WAV, HEADER_BYTES + self.samples * BYTES_PER_SAMPLE)

    @property
    def tag(self) -> str:
        state = f"{self.samples} {self.recording.recording.gaps}"
        return hashlib.blake2b(state.encode(), digest_size=10).hexdigest()

    @property
    def goes_on(self) -> bool:
        return self.recording.recording.state == "recording"

    def read(self, first: int, end: int) -> Iterator[bytes]:
        if first < HEADER_BYTES:
            yield wav_header(self.size - HEADER_BYTES)[first : min(end, HEADER_BYTES)]
        position = max(first, HEADER_BYTES)
        for start, audio in self._pieces((position - HEADER_BYTES) // BYTES_PER_SAMPLE):
            begin = HEADER_BYTES + start * BYTES_PER_SAMPLE
            if begin >= end:
                break
            yield from _zeros(begin - position)
            position = max(position, begin)
            # A range may begin in the middle of a sample.
            piece = audio[position - begin : end - begin]
            yield piece
            position += len(piece)
        yield from _zeros(end - position)

    def _pieces(self, sample: int) -> Iterator[tuple[int, bytes]]:
        """Pieces of audio from that sample on, each with its first sample; off-the-record parts are
        silent."""
        step = PIECE_BYTES // BYTES_PER_SAMPLE
        hidden = self._hidden()
        for segment in list_segments(self.recording.folder):
            try:
                audio = segment.read(max(0, sample - segment.start)) if segment.end > sample else b""
            except FileNotFoundError:
                continue  # it was just forgotten
            first = max(segment.start, sample)
            for at in range(0, len(audio) // BYTES_PER_SAMPLE, step):
                piece = bytearray(audio[at * BYTES_PER_SAMPLE : (at + step) * BYTES_PER_SAMPLE])
                _silence(piece, first + at, hidden)
                yield first + at, bytes(piece)

    def _hidden(self) -> list[tuple[int, int]]:
        """Samples that are off the record."""
        return [
            (
                round(gap.start_s * SAMPLE_RATE),
                self.samples if gap.end_s is None else round(gap.end_s * SAMPLE_RATE),
            )
            for gap in self.recording.recording.gaps
            if gap.reason in _OFF_THE_RECORD
        ]


def find_sound(state_dir: Path, meeting_id: str) -> Sound | None:
    """The audio of a meeting; None if there is none, or none any more."""
    folder = MeetingFolder(state_dir, meeting_id)
    try:
        source = folder.source
        if source is not None and is_archive(source):
            return None  # no player plays several tracks at once
        if source is not None and not is_transcript(source):
            status = source.lstat()
            return FileSound(source, status.st_size, status.st_mtime_ns)
        recording = folder.meeting().recording
        spooled = find_recording(state_dir, recording) if recording else None
    except (OSError, NotFoundError, StateDamagedError):
        return None
    segments = list_segments(spooled.folder) if spooled else []
    return RecordedSound(spooled, segments[-1].end) if spooled and segments else None


def _silence(audio: bytearray, start: int, hidden: list[tuple[int, int]]) -> None:
    end = start + len(audio) // BYTES_PER_SAMPLE
    for first, last in hidden:
        begin, until = max(first, start), min(last, end)
        if begin < until:
            audio[(begin - start) * BYTES_PER_SAMPLE : (until - start) * BYTES_PER_SAMPLE] = bytes(
                (until - begin) * BYTES_PER_SAMPLE
            )


def _zeros(count: int) -> Iterator[bytes]:
    while count > 0:
        yield bytes(min(count, PIECE_BYTES))
        count -= PIECE_BYTES


_PREFIX = "loudness-"


def write_loudness(folder: MeetingFolder, sound: Sound, loudness: Loudness) -> None:
    """StateWriteError."""
    write_durably(_path(folder, sound), loudness.model_dump_json())


def drawing(state_dir: Path, note: Note, sound: Sound) -> str:
    """The drawing of a note's sound, as SVG; empty where the sound was not measured as it is now."""
    try:
        found = Loudness.model_validate_json(_path(MeetingFolder(state_dir, note.id), sound).read_bytes())
    except (OSError, ValidationError):
        return ""
    return waveform(found, note) if found.levels and found.length_s > 0 else ""


def loudness_files(folder: MeetingFolder) -> Iterator[Path]:
    return folder.path.glob(f"{_PREFIX}*.json")


def remove_loudness(folder: MeetingFolder, but: Sound | None = None) -> None:
    """Remove what was measured, except of the sound `but`. StateWriteError."""
    for path in loudness_files(folder):
        if but is None or path != _path(folder, but):
            remove_tree(path)


def _path(folder: MeetingFolder, sound: Sound) -> Path:
    return folder.path / f"{_PREFIX}{sound.tag}.json"
