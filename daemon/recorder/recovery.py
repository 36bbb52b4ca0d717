"""The first thing a recorder does: what the one before it left is put in order, and its meeting goes on."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path

from daemon.base.clock import Clock
from daemon.recorder.session import Session
from daemon.spool.recording import Recording, SpooledRecording, list_recordings, spool_dir, write_record
from daemon.spool.salvage import salvage

log = logging.getLogger("roomscribe.recorder")


def recover(session: Session, state_dir: Path, clock: Clock) -> None:
    """Salvage the spool; go on with the meeting of just now, end the others (StateWriteError).

    A meeting goes on if it was interrupted for less than the silence that would have ended it.
    """
    unfinished = salvage(spool_dir(state_dir))
    for left in unfinished[:-1]:
        _end(left)
    last = unfinished[-1] if unfinished else _just_shut_down(state_dir)
    if last is None:
        return
    lost_s = interrupted_s(last.recording, clock)
    if lost_s is not None and lost_s <= session.silence_s:
        session.take_over(last, lost_s=lost_s)
    elif last.recording.state == "recording":
        _end(last)


def interrupted_s(recording: Recording, clock: Clock) -> float | None:
    """How long ago a recording broke off; None if that was before this boot and no clock can be believed.

    (A computer whose power was switched off in the evening would otherwise go on with yesterday's meeting.)
    """
    anchor = recording.anchors[-1]
    if anchor.boot_id == clock.boot_id:
        return max(0.0, clock.boot_s() - anchor.boot_s - (recording.duration_s - anchor.at_s))
    if not (anchor.synchronised and clock.is_synchronised()):
        return None
    ended_at = anchor.wall + timedelta(seconds=recording.duration_s - anchor.at_s)
    return max(0.0, (clock.now() - ended_at).total_seconds())


def _just_shut_down(state_dir: Path) -> SpooledRecording | None:
    recordings = list_recordings(state_dir)
    last = recordings[-1] if recordings else None
    return last if last is not None and last.recording.end_reason == "shutdown" else None


def _end(left: SpooledRecording) -> None:
    recording = left.recording
    ended_at = recording.started_at + timedelta(seconds=recording.duration_s)
    gaps = tuple(
        gap
        if gap.end_s is not None
        else gap.model_copy(update={"end_s": max(gap.start_s, recording.duration_s)})
        for gap in recording.gaps
    )
    write_record(
        left.folder,
        recording.model_copy(
            update={"state": "ended", "end_reason": "power", "ended_at": ended_at, "gaps": gaps}
        ),
    )
    log.info("recording %s ended when the power or the recorder failed", recording.id)
