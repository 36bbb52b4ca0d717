"""What the room's microphone does right now: on every page, so that people see that they are recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path

from daemon.base.clock import SystemClock
from daemon.spool.recorder_status import RecorderStatus, live_status
from web import format
from web.language import _, said

OpenRecorder = Callable[[], RecorderStatus | None]
"""The recorder's current status; None where none runs."""


@dataclass(frozen=True, slots=True)
class RoomView:
    doing: str | None
    """That a recording goes on, or that it is off the record, in a sentence; None while nothing is kept."""
    is_paused: bool
    can_end: bool
    """Whether there is a recording to end."""
    alarms: tuple[str, ...]
    """What keeps sound from being heard or kept, and what to do; a sentence each."""


def recorder_of(state_dir: Path) -> OpenRecorder:
    clock = SystemClock()
    return lambda: live_status(state_dir, clock)


def room(status: RecorderStatus | None, timezone: tzinfo) -> RoomView:
    """The banner of every page."""
    if status is None:
        return RoomView(None, False, False, ())
    is_paused = status.state == "paused"
    doing = _("Off the record: nothing that is said now is kept.") if is_paused else None
    if status.recording is not None and not is_paused:
        local = status.recording.started_at.astimezone(timezone)
        since = format.time_of_day(local) or f"{local:%H:%M}"
        doing = _("Recording since %(time)s. What is said in the room is kept.", time=since)
        if status.microphone.state == "missing":
            doing = _(
                "The recording since %(time)s waits for its microphone. Nothing is recorded.", time=since
            )
    alarms = [_missing(status), status.alarm, status.problem, _lost(status)]
    can_end = status.recording is not None
    return RoomView(doing, is_paused, can_end, tuple(format.sentence(alarm) for alarm in alarms if alarm))


def _missing(status: RecorderStatus) -> str | None:
    if status.microphone.state != "missing":
        return None
    why = status.microphone.detail
    return why if why.startswith("no microphone") else _("no microphone: %(why)s", why=said(why))


def _lost(status: RecorderStatus) -> str | None:
    if status.recording is None or not status.recording.overflows:
        return None
    times = format.count(status.recording.overflows, "time")
    return _("audio of this recording was lost %(times)s: the machine was too slow", times=times)
