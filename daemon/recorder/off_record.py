"""Off the record: what people say that nobody may keep, through crashes and restarts, and what they said
before.

"The last ten minutes" may reach back into recordings that have ended.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.control import Order
from daemon.base.durable import make_folder, remove_durably, write_durably
from daemon.base.errors import StateWriteError
from daemon.spool.forget import forget_range
from daemon.spool.recording import SpooledRecording, list_recordings
from pipelines.model import Model

log = logging.getLogger("roomscribe.recorder")


class OffTheRecord:
    """On as soon as it is asked for, whatever the disk says; a file makes it outlive the process."""

    def __init__(self, spool: Path) -> None:
        self._mark = spool / "paused"
        self.is_on = self._mark.exists()
        self._spoke = False
        """Whether anybody has spoken since: only then silence means that they have left."""

    def begin(self) -> None:
        """Go off the record; before it is on the disk, too, `mark` must follow."""
        if not self.is_on:
            self.is_on = True
            self._spoke = False

    def mark(self) -> None:
        """Make it outlive this process (StateWriteError)."""
        make_folder(self._mark.parent)
        write_durably(self._mark, "")

    def end(self) -> None:
        """Go on the record again."""
        self.is_on = False
        try:
            remove_durably(self._mark)
        except StateWriteError as error:
            log.error("%s; after a restart it will be off the record again", error)

    def is_over(self, spoken: bool, quiet: bool) -> bool:
        """Whether people have talked and left; `quiet`: nobody has spoken for as long as ends a meeting."""
        self._spoke |= spoken
        return self._spoke and quiet


class Forgotten(Model):
    """A part of a recording that is gone, in seconds of its meeting."""

    id: str
    from_s: float
    to_s: float


def asked_boot_s(order: Order, clock: Clock) -> float:
    """When an order was given, in seconds since the boot of now; less than 0 if that was before it."""
    if order.boot_id == clock.boot_id:
        return order.asked_boot_s
    return clock.boot_s() - (clock.now() - order.asked_at).total_seconds()


def forget_ended(state_dir: Path, clock: Clock, from_s: float, to_s: float) -> list[Forgotten]:
    """Remove what ended recordings hold between two moments, in seconds since boot (StateWriteError)."""
    forgotten = []
    for spooled in list_recordings(state_dir):
        if spooled.recording.state != "ended":
            continue
        began_s = _began_boot_s(spooled, clock)
        begin, end = max(0.0, from_s - began_s), min(spooled.duration_s, to_s - began_s)
        if begin < end:
            forget_range(spooled.folder, spooled.recording, begin, end)
            forgotten.append(Forgotten(id=spooled.id, from_s=begin, to_s=end))
    return forgotten


def _began_boot_s(spooled: SpooledRecording, clock: Clock) -> float:
    """When a recording began, in seconds since this boot: exactly, or by the wall clock if it was before."""
    now, now_s = clock.now(), clock.boot_s()
    began = spooled.recording.started_at_by(now, clock.boot_id, now_s) or spooled.recording.started_at
    return now_s - (now - began) / timedelta(seconds=1)
