"""What is known about a recording: its record in the spool, as every process reads it."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from daemon.base.durable import write_durably
from daemon.base.errors import StateDamagedError
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
