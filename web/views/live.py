"""The current meeting: its level, its length, and what was transcribed so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from daemon.meetings import MeetingFolder
from daemon.meetings.receipts import Heard
from daemon.meetings.typed import read_typed
from daemon.spool.recorder_status import RecorderStatus
from guardrails.core.types import Segment
from web import format
from web.language import _
from web.views.room import OpenRecorder, RoomView, room

QUIETEST_DBFS = -70.0
"""The left end of the meter: a room with nobody in it."""
_GOOD_DBFS = (-50.0, -10.0)
"""Between these speech is neither too quiet nor close to clipping."""


_GONE = "Nothing is recorded until it runs: systemctl start roomscribe, or roomscribe run."
_BEGAN = {
    "voice": "Started because people talked. What is said in the room is kept.",
    "button": "Started by somebody. What is said in the room is kept.",
    "schedule": "Started by the schedule. What is said in the room is kept.",
}


@dataclass(frozen=True, slots=True)
class LineView:
    clock: str
    speaker: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was transcribed of a meeting."""

    edition: str
    """Changes when lines were deleted: what was shown before is then invalid."""
    lines: tuple[LineView, ...]
    heard: str | None
    """How far, as a clock; None before the first passage."""


NOTHING = Spoken("", (), None)


class Transcripts:
    """Reads the receipts of the current meeting, once for each change of the file."""

    def __init__(self, state_dir: Path) -> None:
        self._state_dir = state_dir
        self._read: tuple[tuple[object, ...], Spoken] = ((), NOTHING)

    def of(self, recording_id: str) -> Spoken:
        path = MeetingFolder(self._state_dir, recording_id).heard
        try:
            found = path.stat()
            # Forgetting replaces the file; the transcriber appends to it.
            key = (recording_id, found.st_ino, found.st_size, found.st_mtime_ns)
            if key != self._read[0]:
                edition = f"{recording_id}.{found.st_ino}"
                self._read = (key, _spoken(path.read_bytes(), edition))
        except OSError:
            return NOTHING
        return self._read[1]


def _spoken(content: bytes, edition: str) -> Spoken:
    passages = []
    for line in content.splitlines():
        try:
            passages.append(Heard.model_validate_json(line))
        except ValidationError:
            break  # it is just being written
    lines = tuple(_line(segment) for passage in passages for segment in passage.segments)
    return Spoken(edition, lines, format.clock(passages[-1].mark.heard_s) if passages else None)


def _line(segment: Segment) -> LineView:
    clock = "" if segment.start_s is None else format.clock(segment.start_s)
    return LineView(clock, segment.speaker, segment.text)


def typed_lines(state_dir: Path, meeting_id: str | None) -> tuple[LineView, ...]:
    """What people typed during a meeting."""
    typed = read_typed(MeetingFolder(state_dir, meeting_id)) if meeting_id else ()
    return tuple(LineView(format.clock(each.at_s), each.name, each.text) for each in typed)


@dataclass(frozen=True, slots=True)
class LiveView:
    """The recorder as a page shows it."""

    runs: bool
    state: str
    """`idle`, `recording`, `paused`, `deaf` (idle, without a microphone) or `gone`."""
    headline: str
    detail: str
    elapsed: str | None
    level_dbfs: float
    level: str
    """In words, for people who cannot see the meter."""
    alarms: Sequence[str]
    spoken: Spoken
    meeting_id: str | None = None
    """Of the current meeting."""


class Live:
    """The room as it is now, for every page that shows it."""

    def __init__(self, state_dir: Path, timezone: tzinfo, open_recorder: OpenRecorder) -> None:
        self._timezone = timezone
        self._open_recorder = open_recorder
        self._transcripts = Transcripts(state_dir)

    def now(self) -> LiveView:
        status = self._open_recorder()
        spoken = self._transcripts.of(status.recording.id) if status and status.recording else NOTHING
        return live_view(status, room(status, self._timezone), spoken)


def live_view(status: RecorderStatus | None, room: RoomView, spoken: Spoken) -> LiveView:
    if status is None:
        headline, detail = _("The recorder is not running"), _(_GONE)
        return LiveView(False, "gone", headline, detail, None, QUIETEST_DBFS, "", (), spoken)
    headline, detail = _words(status)
    # For a missing microphone the recorder still reports its last level.
    is_deaf = status.microphone.state == "missing"
    level_dbfs = QUIETEST_DBFS if is_deaf else status.level_dbfs
    return LiveView(
        runs=True,
        state="deaf" if is_deaf and status.state == "idle" else status.state,
        headline=_(headline),
        detail=_(detail),
        elapsed=format.clock(status.recording.duration_s) if status.recording else None,
        level_dbfs=max(QUIETEST_DBFS, min(0.0, level_dbfs)),
        level=_("no signal" if is_deaf else _level(level_dbfs)),
        alarms=room.alarms,
        spoken=spoken,
        meeting_id=status.recording.id if status.recording else None,
    )


def as_json(view: LiveView, edition: str, after: int) -> dict[str, Any]:
    """For the script, which already has the first `after` lines of `edition`."""
    first = after if edition == view.spoken.edition else 0
    lines = view.spoken.lines[first:]
    return {
        "state": view.state,
        "headline": view.headline,
        "detail": view.detail,
        "elapsed": view.elapsed,
        "level_dbfs": view.level_dbfs,
        "level": view.level,
        "alarms": list(view.alarms),
        "edition": view.spoken.edition,
        "first": first,
        "lines": [asdict(each) for each in lines],
        "heard": view.spoken.heard
        and _(
            "Transcribed up to %(heard)s. The note is made when the meeting has ended.",
            heard=view.spoken.heard,
        ),
    }


def _words(status: RecorderStatus) -> tuple[str, str]:
    if status.state == "paused":
        return "Off the record", "Nothing that is said now is kept, until somebody goes on the record again."
    if status.recording is not None and status.microphone.state == "missing":
        return "No sound", "The recording goes on once the microphone is back. Nothing is heard until then."
    if status.recording is not None:
        return "Recording", _BEGAN[status.recording.started_by]
    if status.microphone.state == "missing":
        return "No microphone is connected", "Nothing can be recorded until there is one."
    if status.listening:
        return "Not recording", "The microphone is on, but nothing is kept until a recording starts."
    why = status.listening_detail
    return "Not recording", format.sentence(why) if why else "Nothing is kept."


def _level(dbfs: float) -> str:
    quiet, loud = _GOOD_DBFS
    return "quiet" if dbfs < quiet else "loud" if dbfs > loud else "good"
