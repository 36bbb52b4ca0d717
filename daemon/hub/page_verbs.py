"""What only the page and programs ask of the hub: questions, tokens, and a meeting's note, audio and
privacy."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from daemon.access.pins import SealedPin
from daemon.access.tokens import Token, Tokens
from daemon.base.clock import Clock
from daemon.base.control import Reply, Verb
from daemon.base.errors import NotFoundError
from daemon.hub.remaking import refuse_foreign, remake
from daemon.meetings import JobQueue
from daemon.meetings.confidential import Confidential
from daemon.notes.deletion import delete_audio
from daemon.notes.digests import DigestStore
from daemon.notes.questions import LONGEST, Question, QuestionStore, new_id
from daemon.notes.search import forget_note
from daemon.notes.store import NoteStore
from pipelines.characters import tidy
from pipelines.errors import BadInputError


class PageVerbs:
    """On the hub's own store and queue."""

    def __init__(self, state_dir: Path, store: NoteStore, queue: JobQueue, clock: Clock) -> None:
        self._state_dir = state_dir
        self._store = store
        self._queue = queue
        self._clock = clock
        self._confidential = Confidential(state_dir)
        self._questions = QuestionStore(state_dir)
        self._tokens = Tokens(state_dir)

    def table(self) -> dict[str, Verb]:
        return {
            "notes remake": self.remake,
            "notes close": self.make_private,
            "notes open": self.make_public,
            "audio delete": self.delete_audio,
            "questions ask": self.ask,
            "questions delete": self.delete_questions,
            "tokens add": self.add_token,
            "tokens revoke": self.revoke_token,
        }

    def remake(self, arguments: Mapping[str, Any]) -> Reply:
        job = remake(
            self._state_dir,
            self._store,
            self._queue,
            self._clock,
            str(arguments["id"]),
            by_rules=arguments.get("engine") == "rules",
            template=arguments.get("template"),
        )
        return Reply(f"the note of {job.source} is being made again", {"job": job.id})

    def make_private(self, arguments: Mapping[str, Any]) -> Reply:
        """Make a meeting private. What was derived from it for everybody goes first."""
        head = self._store.head(str(arguments["id"]))
        try:
            sealed = SealedPin.model_validate(arguments["pin"])
        except ValidationError as error:
            raise BadInputError(f"this is not a PIN: {error.errors()[0]['msg']}") from None
        refuse_foreign(head)
        # First of all: from here on the worker sends nothing more of it to a server.
        self._confidential.write({*self._store.private(), head.id})
        self._store.make_private(head.id, sealed)
        DigestStore(self._state_dir).forget(head.id)
        self._questions.forget_note(head.id)
        forget_note(self._state_dir, head.id)
        return Reply(f"{head.id} is private", {"private": head.id})

    def make_public(self, arguments: Mapping[str, Any]) -> Reply:
        head = self._store.head(str(arguments["id"]))
        self._store.make_public(head.id)
        self._confidential.write(self._store.private())
        return Reply(f"{head.id} is public", {"public": head.id})

    def delete_audio(self, arguments: Mapping[str, Any]) -> Reply:
        head = self._store.head(str(arguments["id"]))
        if self._queue.get(head.id) is not None:
            raise BadInputError("this meeting is in the queue; delete its audio when that is done")
        delete_audio(self._state_dir, head.id, self._clock.now())
        return Reply(f"deleted the audio of {head.id}", {"deleted": head.id})

    def ask(self, arguments: Mapping[str, Any]) -> Reply:
        """Keep a question: `text`, or the `id` and `sound` of a spoken one; `note` and `after` may name a
        meeting, and the conversation that it continues."""
        text = tidy(str(arguments.get("text") or ""))
        sound = arguments.get("sound")
        if not text and not sound:
            raise BadInputError("Type a question, or record one.")
        if len(text) > LONGEST:
            raise BadInputError(f"A question has at most {LONGEST:,} characters.")
        note_id = arguments.get("note")
        if note_id is not None and all(head.id != note_id for head in self._store.heads()):
            raise NotFoundError(f"there is no note {note_id!r}")
        question_id = str(arguments["id"]) if sound else new_id()
        after = arguments.get("after")
        turns = self._questions.turns(str(after)) if after else []
        if after and not turns:
            raise NotFoundError("the conversation was deleted; ask again")
        if note_id in self._store.private():
            raise BadInputError(
                "Questions about a private meeting are not possible: everybody can read the answers."
            )
        now = self._clock.now()
        # A clock that is set back must not put a question before the one that it follows.
        asked_at = max(now, turns[-1].asked_at + timedelta(microseconds=1)) if turns else now
        question = Question(
            id=question_id,
            conversation=turns[0].conversation if turns else question_id,
            text=text or None,
            sound=sound if not text else None,
            note_id=turns[0].note_id if turns else note_id,
            asked_at=asked_at,
        )
        self._questions.put(question)
        return Reply("asked", {"id": question.id, "conversation": question.conversation})

    def delete_questions(self, arguments: Mapping[str, Any]) -> Reply:
        """Delete a whole conversation: later turns depend on earlier ones."""
        count = self._questions.delete(str(arguments["conversation"]))
        if not count:
            raise NotFoundError("there is no such conversation; it may have been deleted already")
        return Reply("deleted", {"deleted": count})

    def add_token(self, arguments: Mapping[str, Any]) -> Reply:
        self._tokens.add(Token.model_validate(arguments["token"]))
        return Reply("added")

    def revoke_token(self, arguments: Mapping[str, Any]) -> Reply:
        revoked = self._tokens.revoke(str(arguments["id"]), is_calendar=bool(arguments["is_calendar"]))
        return Reply("revoked", {"name": revoked.name})
