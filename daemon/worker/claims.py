"""What is being worked on, a meeting or a question: from taking it to writing, exactly once, how it ended."""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod

from daemon.base.clock import Clock
from daemon.base.durable import remove_durably
from daemon.meetings import Claim, Job, MeetingFolder, Result, WorkFolder
from daemon.meetings.job import Need, Outcome
from daemon.meetings.receipts import current_step
from daemon.notes.questions import Question, QuestionStore, Reply
from daemon.worker.previous_crash import oom_kills
from pipelines.ask.answer import Answer

MOST_ATTEMPTS = 2
"""A question at which the worker died so often is given up: it most likely is the reason."""


class Claimed(ABC):
    """The work may conclude it, or who watches over it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._concluded = False

    @property
    @abstractmethod
    def source(self) -> str:
        """For the log and the status."""

    def conclude(self, outcome: Outcome, reason: str | None = None, needs: Need | None = None) -> bool:
        """Write how it ended; False if that has been done. StateWriteError: it has not, try again."""
        with self._lock:
            if self._concluded:
                return False
            self._write(outcome, reason, needs)
            self._concluded = True
            self._release()
            return True

    @abstractmethod
    def _write(self, outcome: Outcome, reason: str | None, needs: Need | None) -> None: ...

    def _release(self) -> None:
        """What follows once it is written."""
        return


class OpenClaim(Claimed):
    """A meeting. Made durable at once (StateWriteError)."""

    def __init__(self, work: WorkFolder, job: Job, folder: MeetingFolder, clock: Clock) -> None:
        super().__init__()
        self.job = job
        self._work = work
        self._folder = folder
        self._clock = clock
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

    def _write(self, outcome: Outcome, reason: str | None, needs: Need | None) -> None:
        self._work.put_result(
            Result(
                job=self.job.id,
                turn=self._turn,
                outcome=outcome,
                step=current_step(self._folder),
                progress=self._folder.progress(),
                at=self._clock.now(),
                reason=reason,
                needs=needs,
            )
        )

    def _release(self) -> None:
        self._work.remove_claim()


class OpenQuestion(Claimed):
    """A question. Counts the attempt before the work begins, so that a crash counts (StateWriteError)."""

    def __init__(self, store: QuestionStore, question: Question, clock: Clock) -> None:
        super().__init__()
        self.question = question
        self._store = store
        self._clock = clock
        before = store.reply(question.id) or Reply(id=question.id, at=clock.now())
        self.is_hopeless = before.attempts >= MOST_ATTEMPTS
        self._reply = before.model_copy(update={"attempts": before.attempts + 1, "at": clock.now()})
        store.write_reply(self._reply)

    @property
    def source(self) -> str:
        """For the log and the status: what was asked is nobody's business there."""
        return "a question"

    @property
    def text(self) -> str | None:
        """What is asked; None for a spoken question that was not heard yet."""
        return self.question.text or self._reply.heard

    def heard(self, text: str) -> None:
        """Keep what was understood, and give up the sound. StateWriteError."""
        self._keep(heard=text)
        sound = self._store.sound(self.question)
        if sound is not None:
            remove_durably(sound)

    def answered(self, answer: Answer) -> None:
        """StateWriteError."""
        with self._lock:
            self._keep(state="done", answer=answer)
            self._concluded = True

    def _write(self, outcome: Outcome, reason: str | None, needs: Need | None) -> None:
        """End without an answer, for now or for good."""
        if outcome == "yielded" or needs == "disk":
            self._keep(attempts=self._reply.attempts - 1, reason=reason)
        elif outcome in ("refused", "waiting") or self._reply.attempts >= MOST_ATTEMPTS:
            self._keep(state="failed", reason=reason)
        else:
            self._keep(reason=reason)

    def _keep(self, **changes: object) -> None:
        reply = self._reply.model_copy(update={**changes, "at": self._clock.now()})
        self._store.write_reply(reply)
        self._reply = reply
