"""How a recording begins and ends: what house and disk allow, how it comes into the spool, and its last words
there.

One that is over stays here until the disk has taken its end.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.errors import StateWriteError
from daemon.base.sections import Recorder as Settings
from daemon.base.timetable import is_allowed, parse_hours
from daemon.recorder.meeting import Meeting
from daemon.spool.recording import ClockAnchor, EndReason, Recording, SpooledRecording, StartedBy
from daemon.spool.segment import BYTES_PER_S
from daemon.spool.writer import RecordingWriter
from pipelines.speech.audio import SAMPLE_RATE

_REOPEN_BYTES = 64_000_000
"""So much above the reserve must be free before a full disk counts as usable again: half an hour."""


class Conditions:
    """As of the last `check`."""

    def __init__(self, settings: Settings, timezone: tzinfo, free_bytes: Callable[[], int]) -> None:
        self.free_bytes = 0
        self.is_full = False
        self.is_allowed = False
        self._hours = [parse_hours(span) for span in settings.allowed_hours]
        self._written_hours = ", ".join(settings.allowed_hours) or "none"
        self._reserve_bytes = settings.reserve_mb * 1_000_000
        self._timezone = timezone
        self._free_bytes = free_bytes

    def check(self, now: datetime) -> None:
        """Look at the clock and the disk."""
        self.is_allowed = is_allowed(self._hours, now.astimezone(self._timezone))
        self.free_bytes = self._free_bytes()
        spare = self.free_bytes - self._reserve_bytes
        self.is_full = spare < (_REOPEN_BYTES if self.is_full else 0)

    @property
    def hours_left(self) -> float:
        """Hours of audio until the disk is full."""
        return max(0.0, self.free_bytes - self._reserve_bytes) / BYTES_PER_S / 3600

    @property
    def full(self) -> str:
        """That the disk is full, in one line."""
        return (
            f"the disk is full: {self.free_bytes // 1_000_000} MB are free, "
            f"{self._reserve_bytes // 1_000_000} are kept back ([recorder] reserve_mb)"
        )

    @property
    def outside_hours(self) -> str:
        """That this is no time to record, in one line."""
        return f"outside the allowed hours ({self._written_hours})"


class Beginnings:
    """Names recordings and dates them by all clocks."""

    def __init__(self, spool: Path, clock: Clock, timezone: tzinfo, random_digits: Callable[[], str]) -> None:
        """`random_digits`: four, hexadecimal."""
        self._spool = spool
        self._clock = clock
        self._timezone = timezone
        self._random_digits = random_digits

    def new(
        self, by: StartedBy, began_s: float, *, device: str, continues: str | None = None
    ) -> RecordingWriter:
        """Begin a recording whose first sample was heard at `began_s`, since boot (StateWriteError)."""
        anchor = self._anchor(0.0, began_s)
        local = anchor.wall.astimezone(self._timezone)
        recording = Recording(
            id=f"{local:%Y%m%d-%H%M%S}-{self._random_digits()}",
            started_at=anchor.wall,
            anchors=(anchor,),
            device=device,
            started_by=by,
            continues=continues,
        )
        return RecordingWriter(self._spool / recording.id, recording)

    def again(self, last: SpooledRecording, lost_s: float) -> RecordingWriter:
        """Go on with one that was left open `lost_s` ago; what was lost is a gap (StateWriteError)."""
        anchor = self._anchor(last.recording.duration_s + lost_s, self._clock.boot_s())
        recording = last.recording.model_copy(update={"anchors": (*last.recording.anchors, anchor)})
        writer = RecordingWriter(last.folder, recording, round(last.recording.duration_s * SAMPLE_RATE))
        writer.open_gap("power")
        writer.close_gap(anchor.at_s)
        return writer

    def _anchor(self, at_s: float, boot_s: float) -> ClockAnchor:
        return ClockAnchor(
            at_s=at_s,
            wall=self._clock.now() - timedelta(seconds=self._clock.boot_s() - boot_s),
            boot_id=self._clock.boot_id,
            boot_s=boot_s,
            synchronised=self._clock.is_synchronised(),
        )


_KEPT_WHATEVER = frozenset({"shutdown", "longest", "disk", "power"})
"""Ends that nobody meant: what was recorded until then is not discarded for being short."""

log = logging.getLogger("roomscribe.recorder")


class Endings:
    """Ends each recording, or discards one without sound and one that voice has started for nothing."""

    def __init__(self, least_speech_s: float, now: Callable[[], datetime]) -> None:
        self._least_speech_s = least_speech_s
        self._now = now
        self._waiting: list[tuple[Meeting, EndReason]] = []

    @property
    def meetings(self) -> list[Meeting]:
        """Those whose end is not on the disk yet."""
        return [meeting for meeting, _ in self._waiting]

    def add(self, meeting: Meeting, reason: EndReason) -> None:
        """A meeting is over, and is so whatever the disk says."""
        self._waiting.append((meeting, reason))
        self.finish()

    def finish(self) -> None:
        """End what waits; what the disk refuses goes on waiting."""
        self._waiting = [
            (meeting, reason) for meeting, reason in self._waiting if not self._end(meeting, reason)
        ]

    def close(self) -> None:
        """Let go of the rest: the next process salvages it."""
        for meeting in self.meetings:
            meeting.writer.close()

    def _end(self, meeting: Meeting, reason: EndReason) -> bool:
        record = meeting.writer.recording
        # After a crash the record knows less speech than there was.
        whole = record.continues is None and len(record.anchors) == 1
        may_go = record.started_by == "voice" and whole and reason not in _KEPT_WHATEVER
        try:
            kept = meeting.end(reason, self._now(), self._least_speech_s if may_go else 0.0)
        except StateWriteError as error:
            if meeting.writer.is_deleted:
                meeting.writer.close()
                return True
            log.error("%s", error)
            return False
        log.info("recording %s %s (%s)", meeting.id, "ended" if kept else "discarded", reason)
        return True
