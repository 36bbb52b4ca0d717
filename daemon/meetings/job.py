"""What is to be done for one meeting, what the worker has taken of it, and what a result makes of it.

`folded` decides that without a file or a clock: attempts, backoff, setting aside.
"""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from daemon.base.durable import make_folder, remove_durably, write_durably
from pipelines.model import Model, UtcDatetime

Step = Literal["transcribe", "draft", "compose"]
Priority = Literal["live", "normal", "backlog"]
Need = Literal["models", "audio", "disk", "turn"]
"""What a job waits for: weights, more of a recording that goes on, room to write, its turn with the language
model, which is slow and belongs to the meeting that goes on."""

LONGEST_WAIT = timedelta(hours=1)
"""No job waits longer for its next attempt. One that says so was written by a clock that was wrong."""
KEPT_FAILURES = 10


class Failure(Model):
    """One attempt that went wrong, for the person who wants to know why."""

    at: UtcDatetime
    step: Step
    reason: str


class Job(Model):
    """One for each unfinished meeting, under the meeting's id; it goes when the note is stored.

    There is no state "running": the worker's claim says that, and the worker may be gone.
    """

    id: str
    source: str
    """The meeting's file, for people."""
    priority: Priority
    created_at: UtcDatetime
    step: Step = "transcribe"
    state: Literal["waiting", "done", "aside"] = "waiting"
    reason: str | None = None
    """Why it waits or was set aside, for people."""
    needs: Need | None = None
    not_before: UtcDatetime | None = None
    strikes: int = 0
    """Attempts that failed since the last progress."""
    kills: int = 0
    """Attempts that ended from outside (a power cut, a kill) since the last progress."""
    by_rules: bool = False
    """The language model has failed on this meeting: the rules engine drafts it."""
    progress: int = 0
    """Bytes of receipts, as of the last result."""
    turn: int = 0
    """Results folded so far: the next claim has the next number, and no result counts twice."""
    failures: tuple[Failure, ...] = ()

    def is_ready(self, now: datetime) -> bool:
        """Whether the worker may take it now."""
        if self.state != "waiting" or self.needs is not None:
            return False
        return self.not_before is None or not now < self.not_before <= now + LONGEST_WAIT

    def retried(self) -> Job:
        """As a person wants it who has removed the cause."""
        return self.model_copy(
            update={
                "state": "waiting",
                "reason": None,
                "needs": None,
                "not_before": None,
                "strikes": 0,
                "kills": 0,
                "by_rules": False,
            }
        )

    def released(self) -> Job:
        """What it waited for is there."""
        return self.model_copy(update={"needs": None, "not_before": None, "reason": None})


Outcome = Literal[
    "done",  # note.json lies in the receipts
    "yielded",  # something more urgent came, or the worker was stopped
    "failed",  # an engine could not do it; counts
    "crashed",  # a native library took the worker down, or it hung; counts
    "killed",  # ended from outside: power cut, kill -9; counts only if it never gets anywhere
    "waiting",  # cannot go on before `needs` is there
    "refused",  # the source is no meeting, and never will be
]


class Claim(Model):
    """Written before work begins. One that is left without a result means that a worker died."""

    job: str
    turn: int
    pid: int
    boot_id: str
    oom_kills: int | None
    """Processes killed by the kernel for want of memory since boot, as of then; None: it does not tell."""
    started_at: UtcDatetime


class Result(Model):
    """What became of a claim; the hub folds it into the job."""

    job: str
    turn: int
    outcome: Outcome
    step: Step
    """Where it ended."""
    progress: int
    """Bytes of receipts at the end."""
    at: UtcDatetime
    reason: str | None = None
    needs: Need | None = None


class WorkFolder:
    """STATE/work. Nothing in it is read by a person."""

    def __init__(self, state_dir: Path) -> None:
        self.path = state_dir / "work"
        self.results_dir = self.path / "results"
        self.lock = self.path / "lock"
        """Held by the one worker."""
        self.crash = self.path / "crash.txt"
        """What the worker's own signal handler could still write when a native library took it down."""
        self._claim = self.path / "claim.json"

    def make(self) -> None:
        """StateWriteError."""
        make_folder(self.results_dir)

    def claim(self) -> Claim | None:
        """What is being worked on; also after the worker died with it."""
        try:
            return Claim.model_validate_json(self._claim.read_bytes())
        except (FileNotFoundError, ValidationError):
            return None

    def put_claim(self, claim: Claim) -> None:
        write_durably(self._claim, claim.model_dump_json())

    def remove_claim(self) -> None:
        remove_durably(self._claim)

    def put_result(self, result: Result) -> None:
        write_durably(self._result(result.job, result.turn), result.model_dump_json())

    def has_result(self, job: str, turn: int) -> bool:
        return self._result(job, turn).exists()

    def results(self) -> list[Result]:
        """Those that wait to be folded, oldest first. An unreadable one goes: its job is tried again."""
        found = []
        for path in self.results_dir.glob("*.json"):
            with contextlib.suppress(FileNotFoundError):
                try:
                    found.append(Result.model_validate_json(path.read_bytes()))
                except ValidationError:
                    remove_durably(path)
        return sorted(found, key=lambda result: (result.at, result.turn))

    def remove_result(self, result: Result) -> None:
        remove_durably(self._result(result.job, result.turn))

    def _result(self, job: str, turn: int) -> Path:
        return self.results_dir / f"{job}.{turn}.json"


STRIKES = 2
"""Failures in a row, without progress between them, after which trying again is a waste of hours."""
KILLS = 20
"""Ends from outside in a row without progress. A power cut or two say nothing about a meeting; twenty do."""
BACKOFF = timedelta(seconds=20)
"""Before the second attempt: long enough for memory to be given back, short for who waits for the note."""
DISK_WAIT = timedelta(minutes=1)


def folded(job: Job, result: Result) -> Job:
    """The job after `result`; the same job where that was folded before (the hub died in between)."""
    if result.turn != job.turn + 1 or job.state != "waiting":
        return job
    moved = result.progress > job.progress
    job = job.model_copy(
        update={
            "turn": result.turn,
            "step": result.step,
            "progress": max(job.progress, result.progress),
            "strikes": 0 if moved else job.strikes,
            "kills": 0 if moved else job.kills,
            "needs": None,
            "not_before": None,
            "reason": None,
        }
    )
    match result.outcome:
        case "done":
            return job.model_copy(update={"state": "done"})
        case "yielded":
            return job
        case "waiting":
            later = result.at + DISK_WAIT if result.needs == "disk" else None
            needs = None if result.needs == "disk" else result.needs
            return job.model_copy(update={"reason": result.reason, "needs": needs, "not_before": later})
        case "refused":
            return _aside(job, result)
        case "killed":
            return _killed(job, result)
        case "failed" | "crashed":
            return _failed(job, result)


def _failed(job: Job, result: Result) -> Job:
    job = _with_failure(job, result, strikes=job.strikes + 1)
    if job.strikes < STRIKES:
        return job.model_copy(update={"not_before": result.at + BACKOFF, "reason": result.reason})
    if result.step == "draft" and not job.by_rules:
        # The rules engine needs neither weights nor luck: the meeting gets a note, which says who wrote it.
        return job.model_copy(update={"by_rules": True, "strikes": 0})
    return _aside(job, result)


def _killed(job: Job, result: Result) -> Job:
    job = job.model_copy(update={"kills": job.kills + 1})
    if job.kills < KILLS:
        return job
    return _aside(_with_failure(job, result), result)


def _aside(job: Job, result: Result) -> Job:
    return job.model_copy(update={"state": "aside", "reason": result.reason})


def _with_failure(job: Job, result: Result, **more: Any) -> Job:
    failure = Failure(at=result.at, step=result.step, reason=result.reason or result.outcome)
    return job.model_copy(update={"failures": (*job.failures, failure)[-KEPT_FAILURES:], **more})
