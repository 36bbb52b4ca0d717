"""One meeting on its way to a note, as hub and worker share it: folder, jobs, receipts and sound.

What is to be done for which meeting is true across crashes and power cuts.

    STATE/meetings/<id>/         an unfinished meeting: its record, its source, the receipts of what was done
    STATE/jobs/<id>.json         what is to be done for it; the hub alone writes here
    STATE/work/claim.json        what the worker does now; the worker alone writes here
    STATE/work/results/*.json    what became of it; the hub folds each into its job and removes it

Every file is replaced durably, so each process may die between any two lines and go on from what lies there.
"""

from __future__ import annotations

from daemon.meetings.folder import Meeting, MeetingFolder
from daemon.meetings.job import Claim, Failure, Job, Priority, Result, Step, WorkFolder, folded
from daemon.meetings.queue import JobQueue, choose, read_jobs

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
