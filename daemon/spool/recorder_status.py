"""What the recorder is doing right now, for the page and for `roomscribe record status`.

A file of its own outside the spool, replaced twice a second: it means nothing after a crash, so nothing is
fsynced, and on the appliance it lies in memory (systemd's RuntimeDirectory=).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from daemon.base.clock import Clock
from daemon.base.durable import make_folder, replace_volatile
from daemon.base.paths import run_dir
from daemon.spool.recording import StartedBy
from pipelines.model import Model, UtcDatetime

STATUS_NAME = "recorder.json"
STALE_S = 15.0
"""A status that is older comes from a recorder that hangs or has died."""

RecorderState = Literal["idle", "recording", "paused"]


class Microphone(Model):
    """The microphone as the recorder finds it."""

    state: Literal["open", "missing"]
    name: str
    """As the system calls it; "" while none is open."""
    detail: str
    """Why it is missing and when it is looked for again, or the rate at which it is read."""


class LiveRecording(Model):
    """The recording that goes on now."""

    id: str
    started_at: UtcDatetime
    started_by: StartedBy
    duration_s: float
    speech_s: float
    quiet_s: float
    """How long nobody has spoken."""
    overflows: int


class RecorderStatus(Model):
    """One look at the recorder."""

    pid: int
    at: UtcDatetime
    boot_s: float
    """The same moment since boot: `is_stale` trusts no wall clock."""
    state: RecorderState
    listening: bool
    """Whether talk would start a recording now."""
    listening_detail: str
    """Why not, in one line."""
    recording: LiveRecording | None
    microphone: Microphone
    level_dbfs: float
    alarm: str | None
    """What is wrong with the microphone."""
    problem: str | None
    """What keeps audio from being stored."""
    overflows: int
    """Since the recorder started."""
    disk_free_bytes: int
    disk_hours_left: float
    """Hours of audio until recording stops."""

    def is_stale(self, boot_s: float) -> bool:
        """Whether the recorder has stopped writing this, seen at `boot_s` seconds since boot."""
        return not 0 <= boot_s - self.boot_s <= STALE_S


def status_path(state_dir: Path, environ: Mapping[str, str]) -> Path:
    return run_dir(state_dir, environ) / STATUS_NAME


def write_status(path: Path, status: RecorderStatus) -> None:
    """Replace the status (StateWriteError)."""
    make_folder(path.parent)
    replace_volatile(path, status.model_dump_json())


def live_status(state_dir: Path, clock: Clock) -> RecorderStatus | None:
    """What the recorder does now; None where none runs: an old status comes from one that hangs or has
    died."""
    status = read_status(status_path(state_dir, os.environ))
    return None if status is None or status.is_stale(clock.boot_s()) else status


def read_status(path: Path) -> RecorderStatus | None:
    """The last status; None where there is none that can be read."""
    try:
        return RecorderStatus.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None
