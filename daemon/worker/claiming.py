"""The claim that is being worked on: from taking a job to telling, exactly once, what became of it."""

from __future__ import annotations

import os
import threading

from daemon.base.clock import Clock
from daemon.meetings import Claim, Job, MeetingFolder, Result, WorkFolder
from daemon.meetings.job import Need, Outcome
from daemon.meetings.receipts import current_step
from daemon.worker.death import oom_kills


class OpenClaim:
    """Made durable at once (StateWriteError). The work may conclude it, or who watches over it."""

    def __init__(self, work: WorkFolder, job: Job, folder: MeetingFolder, clock: Clock) -> None:
        self.job = job
        self._work = work
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        self._concluded = False
        self._turn = job.turn + 1
        work.put_claim(
            Claim(
                job=job.id,
                turn=self._turn,
                pid=os.getpid(),
                boot_id=clock.boot_id,
                oom_kills=oom_kills(),
                started_at=clock.now(),
            )
        )

    @property
    def source(self) -> str:
        """The meeting's file, for people."""
        return self.job.source

    def conclude(self, outcome: Outcome, reason: str | None = None, needs: Need | None = None) -> bool:
        """Write the result; False if that has been done. StateWriteError: it has not, try again."""
        with self._lock:
            if self._concluded:
                return False
            result = Result(
                job=self.job.id,
                turn=self._turn,
                outcome=outcome,
                step=current_step(self._folder),
                progress=self._folder.progress(),
                at=self._clock.now(),
                reason=reason,
                needs=needs,
            )
            self._work.put_result(result)
            self._concluded = True
            self._work.remove_claim()
            return True
