"""The queue: what is to be done for which meeting, true across crashes and power cuts.

    STATE/meetings/<id>/         an unfinished meeting: its record, its source, the receipts of what was done
    STATE/jobs/<id>.json         what is to be done for it; the hub alone writes here
    STATE/work/claim.json        what the worker does now; the worker alone writes here
    STATE/work/results/*.json    what became of it; the hub folds each into its job and removes it

Every file is replaced durably, so each process may die between any two lines and go on from what lies there.
"""

from __future__ import annotations

from daemon.jobs.choice import choose
from daemon.jobs.claim import Claim, Result, WorkFolder
from daemon.jobs.folding import folded
from daemon.jobs.job import Failure, Job, Priority, Step
from daemon.jobs.meeting import Meeting, MeetingFolder
from daemon.jobs.queue import JobQueue, read_jobs

__all__ = [
    "Claim",
    "Failure",
    "Job",
    "JobQueue",
    "Meeting",
    "MeetingFolder",
    "Priority",
    "Result",
    "Step",
    "WorkFolder",
    "choose",
    "folded",
    "read_jobs",
]
