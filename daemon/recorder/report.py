"""Tells the page and systemd what the recorder does: often while it records, seldom while nothing happens."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.durable import remove_durably
from daemon.base.errors import StateWriteError
from daemon.base.systemd import Notifier
from daemon.recorder.keeper import MicrophoneKeeper
from daemon.recorder.session import Session
from daemon.spool.recorder_status import LiveRecording, RecorderState, RecorderStatus, write_status

_BUSY_S = 0.5
_IDLE_S = 2.0

log = logging.getLogger("roomscribe.recorder")


class Reporter:
    """Writes the status when it is time, or at once when something other than a figure has changed."""

    def __init__(self, path: Path, clock: Clock, notifier: Notifier) -> None:
        self._path = path
        self._clock = clock
        self._notifier = notifier
        self._written_s = float("-inf")
        self._reported: tuple[object, ...] = ()
        self._works = True

    def report(self, session: Session, keeper: MicrophoneKeeper) -> None:
        """Call it at every step."""
        now_s = self._clock.boot_s()
        meeting_id = session.meeting.id if session.meeting is not None else None
        seen = (
            meeting_id,
            session.is_paused,
            keeper.status,
            alarm_of(session),
            session.problem,
            session.deaf_because,
        )
        if seen == self._reported and now_s - self._written_s < (_BUSY_S if meeting_id else _IDLE_S):
            return
        status = status_of(session, keeper, self._clock)
        if seen != self._reported:
            self._notifier.status(summary(status))
        self._reported, self._written_s = seen, now_s
        try:
            write_status(self._path, status)
            self._works = True
        except StateWriteError as error:
            if self._works:  # once: a full disk is no reason to fill the log, too
                log.error("%s", error)
            self._works = False

    def close(self) -> None:
        """The recorder ends: an old status would be a wrong one."""
        try:
            remove_durably(self._path)
        except StateWriteError as error:
            log.error("%s", error)


def status_of(session: Session, keeper: MicrophoneKeeper, clock: Clock) -> RecorderStatus:
    """One look at the recorder."""
    now_s = clock.boot_s()
    recording = None
    state: RecorderState = "paused" if session.is_paused else "idle"
    if (meeting := session.meeting) is not None:
        record = meeting.writer.recording
        state = "paused" if session.is_paused else "recording"
        recording = LiveRecording(
            id=record.id,
            started_at=record.started_at,
            started_by=record.started_by,
            duration_s=round(meeting.elapsed_s(now_s), 1),
            speech_s=round(meeting.speech_s, 1),
            quiet_s=round(meeting.quiet_s, 1),
            overflows=record.overflows,
        )
    return RecorderStatus(
        pid=os.getpid(),
        at=clock.now(),
        boot_s=now_s,
        state=state,
        listening=not keeper.silent_because and not session.deaf_because,
        listening_detail=session.deaf_because or ("no microphone" if keeper.silent_because else ""),
        recording=recording,
        microphone=keeper.status,
        level_dbfs=round(session.level.now_dbfs, 1),
        alarm=alarm_of(session),
        problem=session.problem,
        overflows=session.overflows,
        disk_free_bytes=session.conditions.free_bytes,
        disk_hours_left=round(session.conditions.hours_left, 1),
    )


def alarm_of(session: Session) -> str | None:
    """What is wrong with the microphone, and what to do, in one line."""
    if session.level.is_dead:
        return "the microphone gives only digital silence: look for a mute button or a loose plug"
    if session.meeting is not None and session.meeting.level.is_silent:
        return "the microphone hears next to nothing: raise its level (alsamixer) or move it closer"
    return None


def summary(status: RecorderStatus) -> str:
    """One line, for `systemctl status` and for `roomscribe record status`."""
    if status.recording is not None:
        doing = "off the record in" if status.state == "paused" else "recording"
        line = f"{doing} {status.recording.id}"
    elif status.state == "paused":
        line = "off the record"
    elif status.listening:
        line = "listening: talk starts a recording"
    else:
        line = f"not recording: {status.listening_detail}"
    microphone = (
        "" if status.microphone.state == "open" else f"microphone missing: {status.microphone.detail}"
    )
    return "; ".join(part for part in (line, microphone, status.alarm, status.problem) if part)
