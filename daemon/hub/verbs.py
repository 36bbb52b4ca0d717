"""The hub's verbs: each does what the command of its name does without a hub."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from daemon.access.pins import Pins, SealedPin
from daemon.base.clock import Clock
from daemon.base.control import Reply, Verb
from daemon.base.durable import make_folder
from daemon.base.log import LOGGER
from daemon.base.sections import Retention
from daemon.base.sizes import human
from daemon.hub.arriving import KnownFiles
from daemon.hub.finishing import Finishing
from daemon.hub.nightly.retention import prune
from daemon.hub.page_verbs import PageVerbs
from daemon.hub.rooms.verbs import RoomVerbs
from daemon.meetings import JobQueue, Meeting, MeetingFolder
from daemon.notes.deletion import delete_notes, record_deletion, remove_meeting
from daemon.notes.digests import DigestStore
from daemon.notes.store import NoteStore
from pipelines.characters import tidy
from pipelines.digest import Digest
from pipelines.editing import Author, ChangeTags, Edit, NameVoice, RenameSpeaker, read_change
from pipelines.errors import BadInputError
from pipelines.note import Note
from pipelines.text import Name

_NAME: TypeAdapter[str] = TypeAdapter(Name)


class Verbs:
    """The verbs, on the hub's own store and queue."""

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
        self._rooms = RoomVerbs(state_dir, store, clock)
        store.sender = self._rooms.send

    def table(self) -> dict[str, Verb]:
        """Name to verb."""
        return {
            "notes delete": self.delete_note,
            "notes save": self.save_note,
            "notes edit": self.edit_note,
            "notes tag": self.tag_notes,
            "notes undo": self.undo_edit,
            "names join": self.join_names,
            "names part": self.part_names,
            "files find": self.find_file,
            "jobs retry": self.retry_job,
            "jobs drop": self.drop_job,
            "prune": self.prune,
            "digest save": self.save_digest,
            "pin reset": self.reset_pin,
            **PageVerbs(self._state_dir, self._store, self._queue, self._clock).table(),
            **self._rooms.table(),
        }

    def delete_note(self, arguments: Mapping[str, Any]) -> Reply:
        """One (`id`), or several (`ids`)."""
        self._rooms.ask_to_delete(ids := _ids(arguments))
        heads = delete_notes(self._state_dir, self._store, ids, self._clock.now())
        for head in heads:
            if self._queue.get(head.id) is not None:
                self._queue.remove(head.id)
        named = ", ".join(f"{head.id} ({head.title})" for head in heads)
        return Reply(f"deleted {named}", {"deleted": heads[0].id, "title": heads[0].title})

    def save_note(self, arguments: Mapping[str, Any]) -> Reply:
        try:
            note = Note.model_validate(arguments["note"])
        except ValidationError as error:
            raise BadInputError(f"this is not a note: {error.errors()[0]['msg']}") from None
        sha256 = arguments.get("sha256")
        if sha256 and (known := self._known.find(sha256)):
            # One file, one note, even if it was dated differently before.
            note = note.model_copy(update={"id": known})
        self._finishing.tell_digests(note)
        replaced = self._store.save(note)
        if sha256:
            self._remember(note, sha256)
        return Reply(f"{'replaced' if replaced else 'saved'} {note.id}", {"replaced": replaced})

    def _remember(self, note: Note, sha256: str) -> None:
        """Write the record of the meeting, by which the watch folder recognises its file."""
        folder = MeetingFolder(self._state_dir, note.id)
        if not folder.record.exists():
            now = self._clock.now()
            make_folder(folder.path)
            folder.write(
                Meeting(
                    id=note.id,
                    source=note.source,
                    sha256=sha256,
                    origin="command",
                    received_at=now,
                    modified_at=now,
                )
            )
        self._known.add(sha256, note.id)

    def find_file(self, arguments: Mapping[str, Any]) -> Reply:
        """Whether a file of this content has become a meeting."""
        known = self._known.find(str(arguments["sha256"]))
        return Reply(f"it is {known}" if known else "it is new", {"id": known})

    def edit_note(self, arguments: Mapping[str, Any]) -> Reply:
        change = read_change(arguments["change"])
        edit = self._store.edit(str(arguments["id"]), change, self._clock.now(), *_author(arguments))
        self._name_owners(str(arguments["id"]), edit)
        return Reply("changed", {"edit": edit.id})

    def tag_notes(self, arguments: Mapping[str, Any]) -> Reply:
        """Give several meetings a tag, or take it from them: one edit, which one undo takes back."""
        verb = "remove" if arguments.get("remove") else "add"
        change = read_change({"do": "change_tags", verb: [arguments["tag"]]})
        assert isinstance(change, ChangeTags)
        edit = self._store.edit_tags(_ids(arguments), change, self._clock.now(), *_author(arguments))
        return Reply("changed" if edit else "nothing to change", {"edit": edit and edit.id})

    def _name_owners(self, note_id: str, edit: Edit) -> None:
        """Whoever a voice is has the items of that voice in the digests, too."""
        if isinstance(edit.change, NameVoice | RenameSpeaker):
            DigestStore(self._state_dir).name_owners(self._store.get(note_id))

    def undo_edit(self, arguments: Mapping[str, Any]) -> Reply:
        note_ids = _ids(arguments)
        edit = self._store.undo_all(note_ids, str(arguments["edit"]))
        for note_id in note_ids:
            self._name_owners(note_id, edit)
        return Reply("undone", {"edit": edit.id})

    def join_names(self, arguments: Mapping[str, Any]) -> Reply:
        """Say that `alias` is another name of the person `name`."""
        try:
            alias, name = (_NAME.validate_python(arguments[each]) for each in ("alias", "name"))
        except ValidationError:
            raise BadInputError("Give two names.") from None
        self._store.join_names(alias, name)
        return Reply(f"{alias} is shown as {name}")

    def part_names(self, arguments: Mapping[str, Any]) -> Reply:
        alias = str(arguments["alias"])
        self._store.part_names(alias)
        return Reply(f"{alias} stands for itself again")

    def retry_job(self, arguments: Mapping[str, Any]) -> Reply:
        job = self._queue.find(str(arguments["id"]))
        self._queue.put(job.retried())
        return Reply(f"{job.source} will be tried again", {"retried": job.id})

    def drop_job(self, arguments: Mapping[str, Any]) -> Reply:
        job = self._queue.find(str(arguments["id"]))
        if any(head.id == job.id for head in self._store.heads()):
            # Its note was to be made again: the existing note and its source are kept.
            self._finishing.clear_up(MeetingFolder(self._state_dir, job.id))
            self._queue.remove(job.id)
            return Reply(f"dropped {job.id}; its note is kept", {"dropped": job.id})
        record_deletion(self._state_dir, job.id, self._clock.now())
        # A recording that stays would be taken in again.
        remove_meeting(self._state_dir, job.id)
        self._finishing.drop(job.id)
        return Reply(f"dropped {job.id} ({job.source})", {"dropped": job.id})

    def prune(self, arguments: Mapping[str, Any]) -> Reply:
        rules = Retention.model_validate(arguments["rules"])
        pruned = prune(self._state_dir, self._store, rules, self._clock.now(), LOGGER.info)
        return Reply(f"{human(pruned.freed_bytes)} freed", pruned.model_dump(mode="json"))

    def reset_pin(self, arguments: Mapping[str, Any]) -> Reply:
        sealed = {role: SealedPin.model_validate(each) for role, each in arguments["sealed"].items()}
        Pins(self._state_dir).put(sealed)
        return Reply(f"new PIN for {' and '.join(sealed)}")

    def save_digest(self, arguments: Mapping[str, Any]) -> Reply:
        digest = Digest.model_validate(arguments["digest"])
        # A note may have been deleted since the command read it.
        for note_id in digest.note_ids - {head.id for head in self._store.heads()}:
            digest = digest.without(note_id)
        changed = DigestStore(self._state_dir).put(digest)
        return Reply(f"digest {digest.id} {'written' if changed else 'unchanged'}")


def _ids(arguments: Mapping[str, Any]) -> list[str]:
    return list(map(str, arguments["ids"])) if "ids" in arguments else [str(arguments["id"])]


def _author(arguments: Mapping[str, Any]) -> tuple[Author, str | None]:
    """Whose PIN it was, and the name that the change is signed with."""
    return "admin" if arguments["by"] == "admin" else "member", tidy(str(arguments.get("name") or "")) or None
