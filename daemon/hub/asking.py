"""The hub's part in questions, and in tokens for calendars and programs: it keeps both."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from daemon.access.tokens import Token, Tokens
from daemon.base.clock import Clock
from daemon.base.control import Reply, Verb
from daemon.base.errors import NotFoundError
from daemon.notes.questions import LONGEST, Question, QuestionStore, new_id
from daemon.notes.store import NoteStore
from pipelines.characters import tidy
from pipelines.errors import BadInputError


class AskVerbs:
    """The verbs about questions, and about tokens for calendars and programs."""

    def __init__(self, state_dir: Path, store: NoteStore, clock: Clock) -> None:
        self._questions = QuestionStore(state_dir)
        self._tokens = Tokens(state_dir)
        self._store = store
        self._clock = clock

    def table(self) -> dict[str, Verb]:
        return {
            "questions ask": self.ask,
            "questions delete": self.delete,
            "tokens add": self.add_token,
            "tokens revoke": self.revoke_token,
        }

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

    def delete(self, arguments: Mapping[str, Any]) -> Reply:
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
