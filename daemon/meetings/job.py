"""What is to be done for one meeting, and what has become of it so far."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

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
