"""Recordings that are over, until the disk has taken their end."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from daemon.base.errors import StateWriteError
from daemon.recorder.meeting import Meeting
from daemon.spool.recording import EndReason

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
