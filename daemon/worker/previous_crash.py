"""How the worker before this one died: its own fault, or something from outside.

The difference decides whether the meeting it worked on is to blame. A native library that crashes does it
again; a power cut says nothing about a meeting.
"""

from __future__ import annotations

import faulthandler
from dataclasses import dataclass
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.durable import open_to_append, write_durably
from daemon.meetings import Claim, MeetingFolder, Result, WorkFolder
from daemon.meetings.receipts import current_step

_VMSTAT = Path("/proc/vmstat")


def mark_crashes(work: WorkFolder) -> None:
    """Let the interpreter write where it was when a fatal signal comes (segmentation fault, abort)."""
    write_durably(work.crash, "")
    faulthandler.enable(open_to_append(work.crash))


def oom_kills(vmstat: Path = _VMSTAT) -> int | None:
    """Processes that the kernel has killed for want of memory since boot; None where it does not tell."""
    try:
        lines = vmstat.read_text("ascii").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), None)


@dataclass(frozen=True)
class Cause:
    """What is known about it."""

    is_crash: bool
    reason: str


def diagnose(claim: Claim, work: WorkFolder, clock: Clock, kills_now: int | None) -> Cause:
    """Why the worker that held `claim` is gone."""
    if claim.boot_id != clock.boot_id:
        return Cause(False, "the machine was switched off")
    try:
        mark = work.crash.read_text("utf-8", "replace")
    except FileNotFoundError:
        mark = ""
    if mark:
        return Cause(True, f"the worker crashed ({_signal(mark)}{_place(mark)})")
    if kills_now is not None and claim.oom_kills is not None and kills_now > claim.oom_kills:
        return Cause(True, "the worker was killed, most likely for want of memory")
    return Cause(False, "the worker was killed")


def record_result(state_dir: Path, work: WorkFolder, clock: Clock) -> Result | None:
    """Make the result that a dead worker owes, and write it; None if none is owed.

    To be called by a new worker, which holds the lock. StateWriteError.
    """
    claim = work.claim()
    if claim is None:
        return None
    result = None
    if not work.has_result(claim.job, claim.turn):
        cause = diagnose(claim, work, clock, oom_kills())
        folder = MeetingFolder(state_dir, claim.job)
        result = Result(
            job=claim.job,
            turn=claim.turn,
            outcome="crashed" if cause.is_crash else "killed",
            step=current_step(folder),
            progress=folder.progress(),
            at=clock.now(),
            reason=cause.reason,
        )
        work.put_result(result)
    work.remove_claim()
    return result


def _signal(mark: str) -> str:
    """From "Fatal Python error: Segmentation fault"."""
    return mark.splitlines()[0].rpartition(": ")[2].strip().lower()


def _place(mark: str) -> str:
    """The innermost function, from "  File "...", line 7 in encode"."""
    frames = [line for line in mark.splitlines() if line.startswith("  File ")]
    return f" in {frames[0].rpartition(' in ')[2]}" if frames else ""
