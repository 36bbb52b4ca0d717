"""Reads recordings while they are written and after, from any process, without a lock.

A file that was listed may be sealed or forgotten before it is opened: the list is then made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.spool.recording import Recording, read_record, spool_dir
from daemon.spool.segment import list_segments
from pipelines.speech.audio import SAMPLE_RATE


@dataclass(frozen=True)
class SpooledRecording:
    """A recording in the spool. Its record is as of when it was listed; its audio is read as it is now."""

    folder: Path
    recording: Recording

    @property
    def id(self) -> str:
        return self.recording.id

    @property
    def duration_s(self) -> float:
        """Length of the meeting so far, to the end of its last audio; gaps count."""
        segments = list_segments(self.folder)
        return segments[-1].end / SAMPLE_RATE if segments else 0.0

    @property
    def audio_s(self) -> float:
        """Seconds of audio on disk; gaps do not count."""
        return sum(segment.samples for segment in list_segments(self.folder)) / SAMPLE_RATE

    def audio(self, from_s: float = 0.0) -> Iterator[tuple[float, bytes]]:
        """Yield (start_s, PCM) for each stretch of audio from `from_s` on, at most a segment (30 s) at once.

        PCM is mono, 16-bit, 16 kHz. Between the end of one stretch and the start of the next lies a gap, if
        they differ. Ends with what is durable now: to follow a live recording, ask again from there.
        """
        position = round(from_s * SAMPLE_RATE)
        while segments := [each for each in list_segments(self.folder) if each.end > position]:
            for segment in segments:
                first = max(position, segment.start)
                try:
                    pcm = segment.read(first - segment.start)
                except FileNotFoundError:
                    break  # and list them anew
                if pcm:
                    yield first / SAMPLE_RATE, pcm
                position = segment.end


def list_recordings(state_dir: Path) -> list[SpooledRecording]:
    """All recordings, oldest first; without those whose record is damaged (the recorder rebuilds it)."""
    found = []
    for folder in sorted(spool_dir(state_dir).glob("*/")):
        try:
            found.append(SpooledRecording(folder, read_record(folder)))
        except (FileNotFoundError, StateDamagedError):
            continue
    return sorted(found, key=lambda spooled: (spooled.recording.started_at, spooled.id))


def find_recording(state_dir: Path, recording_id: str) -> SpooledRecording:
    """The recording with this id; NotFoundError if there is none."""
    folder = spool_dir(state_dir) / recording_id
    try:
        if folder.parent != spool_dir(state_dir):
            raise FileNotFoundError
        return SpooledRecording(folder, read_record(folder))
    except FileNotFoundError:
        raise NotFoundError(f'no recording "{recording_id}" in the spool') from None
