"""What a result makes of its job: attempts, backoff, setting aside; without a file or a clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from daemon.meetings.claim import Result
from daemon.meetings.job import KEPT_FAILURES, Failure, Job

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
