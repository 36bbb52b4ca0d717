"""What the hub can be asked for: each verb does what the command of its name does without a hub."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from daemon.clock import Clock
from daemon.config import Retention
from daemon.hub.finishing import Finishing
from daemon.hub.known import KnownFiles
from daemon.hub.orders import Reply, Verb
from daemon.jobs import JobQueue
from daemon.log import LOGGER
from daemon.models.sizes import human
from daemon.nightly.deleting import delete_note
from daemon.nightly.digests import DigestStore
from daemon.nightly.prune import prune
from daemon.store import NoteStore
from pipelines.digest import Digest
from pipelines.errors import BadInputError
from pipelines.note import Note


class Verbs:
    """The verbs over the hub's own store and queue."""

    def __init__(
        self,
        state_dir: Path,
        store: NoteStore,
        queue: JobQueue,
        known: KnownFiles,
        finishing: Finishing,
        clock: Clock,
    ) -> None:
        self._state_dir = state_dir
        self._store = store
        self._queue = queue
        self._known = known
        self._finishing = finishing
        self._clock = clock

    def table(self) -> dict[str, Verb]:
        """Name to verb."""
        return {
            "notes delete": self.delete_note,
            "notes save": self.save_note,
            "jobs retry": self.retry_job,
            "jobs drop": self.drop_job,
            "prune": self.prune,
            "digest save": self.save_digest,
        }

    def delete_note(self, arguments: Mapping[str, Any]) -> Reply:
        head = delete_note(self._state_dir, self._store, str(arguments["id"]), self._clock.now())
        if self._queue.get(head.id) is not None:
            self._queue.remove(head.id)
        return Reply(f"deleted {head.id} ({head.title})", {"deleted": head.id, "title": head.title})

    def save_note(self, arguments: Mapping[str, Any]) -> Reply:
        try:
            note = Note.model_validate(arguments["note"])
        except ValidationError as error:
            raise BadInputError(f"this is no note: {error.errors()[0]['msg']}") from None
        replaced = self._store.save(note)
        self._known.add_notes([note.id])
        return Reply(f"{'replaced' if replaced else 'saved'} {note.id}", {"replaced": replaced})

    def retry_job(self, arguments: Mapping[str, Any]) -> Reply:
        job = self._queue.find(str(arguments["id"]))
        self._queue.put(job.retried())
        return Reply(f"{job.source} is tried again", {"retried": job.id})

    def drop_job(self, arguments: Mapping[str, Any]) -> Reply:
        job = self._queue.find(str(arguments["id"]))
        self._finishing.drop(job.id)
        return Reply(f"dropped {job.id} ({job.source})", {"dropped": job.id})

    def prune(self, arguments: Mapping[str, Any]) -> Reply:
        rules = Retention.model_validate(arguments["rules"])
        pruned = prune(self._state_dir, self._store, rules, self._clock.now(), LOGGER.info)
        return Reply(f"{human(pruned.freed_bytes)} freed", pruned.model_dump(mode="json"))

    def save_digest(self, arguments: Mapping[str, Any]) -> Reply:
        digest = Digest.model_validate(arguments["digest"])
        # A note may have been deleted since the command read it.
        for note_id in digest.note_ids - {head.id for head in self._store.heads()}:
            digest = digest.without(note_id)
        changed = DigestStore(self._state_dir).put(digest)
        return Reply(f"digest {digest.id} {'written' if changed else 'stands as it was'}")
