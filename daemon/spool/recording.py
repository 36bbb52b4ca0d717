"""A recording in the spool, as every process reads it, without a lock, while it is written and after.

A file that was listed may be sealed or forgotten before it is opened: the list is then made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from daemon.base.durable import write_durably
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.spool.segment import list_segments
from pipelines.model import Model, UtcDatetime
from pipelines.speech.audio import SAMPLE_RATE

StartedBy = Literal["voice", "button", "schedule"]
State = Literal["recording", "ended", "discarded"]
EndReason = Literal[
    "silence", "order", "longest", "disk", "unplugged", "shutdown", "power", "too-short", "no-sound"
]
GapReason = Literal["unplugged", "paused", "forgotten", "overflow", "power", "disk"]

RECORD_NAME = "recording.json"


class Gap(Model):
    """A part of the meeting of which there is no audio, in seconds from its start."""

    start_s: float
    end_s: float | None
    """None while it lasts."""
    reason: GapReason


class ClockAnchor(Model):
    """The moment when a process began to record, by all clocks of the machine.

    A computer without a battery for its clock may believe that it is last month. Once its time is
    synchronised, the time since boot, which is always right, tells when the meeting really was
    (`started_at_by`).
    """

    at_s: float
    """Seconds from the start of the meeting."""
    wall: UtcDatetime
    boot_id: str
    boot_s: float
    """Seconds since boot (CLOCK_BOOTTIME)."""
    synchronised: bool
    """Whether the wall clock had been set by the network's time."""


class Recording(Model):
    """One meeting, or one part of a long one, from the first block to the last."""

    id: str
    """Local time of its start and four random digits: "20261116-100312-09af"."""
    started_at: UtcDatetime
    """By the wall clock of then; `anchors` allow to correct it."""
    anchors: tuple[ClockAnchor, ...]
    """The first at 0 s; one more for every crash of the recorder that the meeting survived."""
    device: str
    sample_rate: int = SAMPLE_RATE
    started_by: StartedBy
    continues: str | None = None
    """Id of the recording whose meeting this goes on with: after the longest length, or after a restart."""
    state: State = "recording"
    ended_at: UtcDatetime | None = None
    end_reason: EndReason | None = None
    duration_s: float = 0.0
    """Length of the meeting, gaps included, as of the last change of this record."""
    segments: int = 0
    """Sealed segments, as of the last change of this record."""
    gaps: tuple[Gap, ...] = ()
    overflows: int = 0
    """How often sound was lost because the machine or the disk was too slow."""
    speech_s: float = Field(default=0.0, ge=0)
    """Seconds in which the voice detector heard speech."""
    peak_dbfs: float | None = None
    """The loudest sample; None before the first sound."""
    mean_dbfs: float | None = None
    silent: bool = False
    """The microphone gave next to nothing for the whole meeting: muted, broken or far too quiet."""

    @property
    def synchronised(self) -> bool:
        """Whether `started_at` can be believed."""
        return self.anchors[0].synchronised

    def started_at_by(self, wall: datetime, boot_id: str, boot_s: float) -> datetime | None:
        """When the meeting began, by a clock that is right now; None if it began before this boot."""
        for anchor in self.anchors:
            if anchor.boot_id == boot_id:
                return wall - timedelta(seconds=boot_s - anchor.boot_s + anchor.at_s)
        return None


def spool_dir(state_dir: Path) -> Path:
    """Where the recordings lie."""
    return state_dir / "spool"


def read_record(folder: Path) -> Recording:
    """Read the record of a recording: StateDamagedError if it has rotted, FileNotFoundError if it is gone."""
    path = folder / RECORD_NAME
    content = path.read_bytes()
    try:
        return Recording.model_validate_json(content)
    except ValidationError:
        raise StateDamagedError(f"{path} is damaged; restart the recorder, which rebuilds it") from None


def write_record(folder: Path, recording: Recording) -> None:
    """Replace the record of a recording durably (StateWriteError)."""
    write_durably(folder / RECORD_NAME, recording.model_dump_json(indent=1))


@dataclass(frozen=True)
class SpooledRecording:
    """A recording in the spool. Its record is as of when it was listed; its audio is read as it is now."""

    folder: Path
    recording: Recording

    @property
    def id(self) -> str:
        return self.recording.id

    @property
    def has_ended(self) -> bool:
        """Whether it will not grow any more."""
        return self.recording.state != "recording"

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
