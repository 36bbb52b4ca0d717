"""A question being answered: what is kept of it, exactly once, however the work ends."""

from __future__ import annotations

import threading

from daemon.base.clock import Clock
from daemon.base.durable import remove_durably
from daemon.meetings.job import Need, Outcome
from daemon.notes.questions import Question, QuestionStore, Reply
from pipelines.ask.answer import Answer

MOST_ATTEMPTS = 2
"""A question at which the worker died so often is given up: it most likely is the reason."""


class OpenQuestion:
    """Counts the attempt before the work begins, so that a crash counts (StateWriteError)."""

    def __init__(self, store: QuestionStore, question: Question, clock: Clock) -> None:
        self.question = question
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._concluded = False
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

    def conclude(self, outcome: Outcome, reason: str | None = None, needs: Need | None = None) -> bool:
        """End without an answer, for now or for good; False if that has been done.

        StateWriteError: it has not, try again.
        """
        with self._lock:
            if self._concluded:
                return False
            if outcome == "yielded" or needs == "disk":
                self._keep(attempts=self._reply.attempts - 1, reason=reason)
            elif outcome in ("refused", "waiting") or self._reply.attempts >= MOST_ATTEMPTS:
                self._keep(state="failed", reason=reason)
            else:
                self._keep(reason=reason)
            self._concluded = True
            return True

    def _keep(self, **changes: object) -> None:
        reply = self._reply.model_copy(update={**changes, "at": self._clock.now()})
        self._store.write_reply(reply)
        self._reply = reply
