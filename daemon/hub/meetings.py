"""The page's orders for a whole meeting: make its note again, delete its audio, make it private."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from daemon.access.pins import SealedPin
from daemon.base.clock import Clock
from daemon.base.control import Reply, Verb
from daemon.hub.remaking import refuse_foreign, remake
from daemon.meetings import JobQueue
from daemon.meetings.confidential import Confidential
from daemon.notes.deletion import delete_audio
from daemon.notes.digests import DigestStore
from daemon.notes.questions import QuestionStore
from daemon.notes.search import forget_note
from daemon.notes.store import NoteStore
from pipelines.errors import BadInputError


class MeetingVerbs:
    """On the hub's own store and queue."""

    def __init__(self, state_dir: Path, store: NoteStore, queue: JobQueue, clock: Clock) -> None:
        self._state_dir = state_dir
        self._store = store
        self._queue = queue
        self._clock = clock
        self._confidential = Confidential(state_dir)

    def table(self) -> dict[str, Verb]:
        return {
            "notes remake": self.remake,
            "notes close": self.close,
            "notes open": self.open,
            "audio delete": self.delete_audio,
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

    def close(self, arguments: Mapping[str, Any]) -> Reply:
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
        QuestionStore(self._state_dir).forget_note(head.id)
        forget_note(self._state_dir, head.id)
        return Reply(f"{head.id} is private", {"private": head.id})

    def open(self, arguments: Mapping[str, Any]) -> Reply:
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
