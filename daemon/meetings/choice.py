"""Which job comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from daemon.meetings.job import Job

_RANKS = {"live": 0, "normal": 1, "backlog": 2}


def choose(jobs: Iterable[Job], now: datetime, answered: Collection[tuple[str, int]] = ()) -> Job | None:
    """The most urgent job that may be taken: people who still talk before those who wait, oldest first.

    `answered`: (job, turn) of results that the hub has not folded yet. Such a job is in no state to be taken.
    """
    ready = [job for job in jobs if job.is_ready(now) and (job.id, job.turn + 1) not in answered]
    return min(ready, key=lambda job: (_RANKS[job.priority], job.created_at, job.id), default=None)


def is_more_urgent(job: Job, than: Job) -> bool:
    """Whether work on `than` should make room for `job`. Equals wait: first come, first done."""
    return _RANKS[job.priority] < _RANKS[than.priority]


def is_patient(job: Job) -> bool:
    """Whether work on `job` waits for somebody's question: it is a meeting that has ended."""
    return job.priority != "live"


def is_live(job: Job) -> bool:
    """Whether it is a meeting that goes on, or has just ended, and can be worked on."""
    return not is_patient(job) and job.state == "waiting" and job.needs in (None, "audio")


def in_order(jobs: Iterable[Job], running: str | None = None) -> list[Job]:
    """As a person wants to see them: what runs, what comes next, what was set aside."""
    return sorted(
        jobs,
        key=lambda job: (
            job.id != running,
            job.state == "aside",
            _RANKS[job.priority],
            job.created_at,
            job.id,
        ),
    )
