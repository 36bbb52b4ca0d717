"""A new box takes the place of a lost one: a room that showed the lost one's meetings gives them back.

    rooms/to/DEVICE/back/notes|gone    what is given back to the box of this device
    rooms/to/DEVICE/back/floor.json    the highest revision of the lost box

The new box keeps them as its own and shows them again, with revisions above all of the lost box's. What it
has changed since then, or deleted, it does not take back once more.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from pydantic import Field, ValidationError

from daemon.base.durable import make_folder, remove_durably, write_durably
from daemon.base.errors import StateDamagedError
from daemon.base.log import LOGGER
from daemon.hub.rooms.layout import BACK, GONE, NOTES, OUT, TAKEN, TO, Layout, Pair, make_shared, read_foreign
from daemon.hub.rooms.publishing import (
    Published,
    Publishing,
    gone_in,
    gone_name,
    listed,
    read,
    there,
    written,
)
from daemon.notes.deletion import delete_note, read_deletions
from daemon.notes.store import NoteStore
from pipelines.errors import BadInputError
from pipelines.model import Model

_FLOOR = "floor.json"
_NO_STAMP = "0" * 16


class _Floor(Model):
    floor: int = Field(ge=0, lt=10**11)


def give_back(state_dir: Path, store: NoteStore, lost: Pair, device: str) -> int:
    """Put all that is known of the lost room before the box of `device`; its floor. StateWriteError."""
    layout = Layout(state_dir)
    root = layout.to(device)
    back = root / BACK
    make_shared(root, TO)
    for name in (NOTES, GONE):
        make_folder(back / name)
    gone = gone_in(layout.came(lost.device) / GONE)
    floor = max([lost.floor, *gone.values()])
    for head in store.heads():
        if head.room and head.room.key == lost.key:
            note = store.made(head.id)
            before = note.continues and there(note.continues, lost.key)
            own = note.model_copy(update={"id": head.room.note, "continues": before, "room": None})
            published = Published(head.room.note, head.room.revision, _NO_STAMP)
            write_durably(back / NOTES / published.name, written(own, store.edits(head.id), head.room.name))
            floor = max(floor, head.room.revision)
    for note_id, revision in gone.items():
        write_durably(back / GONE / gone_name(note_id, revision), b"")
    write_durably(back / _FLOOR, _Floor(floor=floor).model_dump_json())
    return floor


def tidy_back(state_dir: Path, pair: Pair) -> None:
    """Remove what the new box has, or newer. That it shows the note is no sign of it: it may be an older
    revision that another room gave back. StateWriteError."""
    layout = Layout(state_dir)
    back = layout.to(pair.device) / BACK
    if not pair.floor or not (back / NOTES).is_dir():
        return
    newest, old = listed(back / NOTES)
    taken, _ = listed(layout.came(pair.device) / TAKEN)
    for each in (*newest.values(), *old):
        if each.id in taken and taken[each.id].revision >= each.revision:
            remove_durably(back / NOTES / each.name)


class Returning:
    """The new box's side; used by the hub's one thread.

        rooms/out/taken/ID.REVISION.STAMP.json    which revision of the lost box is here, and its stamp then

    Two rooms may give back different revisions, and the one that knew less may be first.
    """

    def __init__(self, state_dir: Path, pairs: Collection[Pair]) -> None:
        self._state_dir = state_dir
        self._folders = [Layout(state_dir).asked(pair.device) / BACK for pair in pairs if pair.gives]
        self._out = Layout(state_dir).out
        self._marks = self._out / TAKEN
        self._taken = listed(self._marks)[0]

    def floor(self) -> int:
        """Above it are this box's own revisions; 0 if it took nobody's place."""
        return max(self._floors(), default=0)

    def update(self, store: NoteStore, publishing: Publishing, now: datetime) -> bool:
        """Take back one note; True if there may be more. StateWriteError."""
        floors = self._floors()
        if not floors:
            return False
        newest, gone = self._given()
        own = {head.id for head in store.heads() if head.room is None}

        def is_news(note_id: str, revision: int) -> bool:
            """Whether the lost box's note went on after what this box has of it."""
            if taken := self._taken.get(note_id):
                return revision > taken.revision
            return publishing.revision(note_id) <= min(floors)

        for note_id, revision in gone.items():
            if is_news(note_id, revision):
                if note_id in own:
                    delete_note(self._state_dir, store, note_id, now)
                    own.remove(note_id)
                self._mark(Published(note_id, revision, _NO_STAMP))
            taken = self._taken.get(note_id)
            is_ended = taken and taken.stamp == _NO_STAMP and note_id not in own
            # Once more where a higher floor has come since: a tombstone below it is not obeyed.
            if is_ended and publishing.revision(note_id) <= max(floors):
                publishing.end(note_id)
        never = read_deletions(self._state_dir).notes.keys() | store.private().keys()
        stamps = store.stamps()
        for each, folder in newest.values():
            taken = self._taken.get(each.id)
            is_changed = taken and each.id in own and taken.stamp != stamps.get(each.id)
            if each.id in never or is_changed or not is_news(each.id, each.revision):
                continue
            if self._take(folder, each, store):
                self._mark(Published(each.id, each.revision, store.stamps()[each.id]))
                publishing.publish(each.id, store)
                return True
        return False

    def _given(self) -> tuple[dict[str, tuple[Published, Path]], dict[str, int]]:
        """The newest of each note and its folder, and the revisions as of which others are gone."""
        found = [
            (each, folder / NOTES) for folder in self._folders for each in listed(folder / NOTES)[0].values()
        ]
        found.sort(key=lambda pair: pair[0].revision)
        newest = {each.id: (each, folder) for each, folder in found}
        gone: dict[str, int] = {}
        for folder in self._folders:
            for note_id, revision in gone_in(folder / GONE).items():
                gone[note_id] = max(revision, gone.get(note_id, 0))
        # What was private and is public again has both.
        for note_id in newest.keys() & gone.keys():
            if newest[note_id][0].revision > gone[note_id]:
                del gone[note_id]
            else:
                del newest[note_id]
        return newest, gone

    def _mark(self, taken: Published) -> None:
        make_shared(self._out, OUT)
        before = self._taken.get(taken.id)
        write_durably(self._marks / taken.name, b"")
        self._taken[taken.id] = taken
        if before:
            remove_durably(self._marks / before.name)

    def _take(self, folder: Path, each: Published, store: NoteStore) -> bool:
        try:
            publication = read(folder, each)
        except (BadInputError, OSError) as error:
            LOGGER.warning("cannot be taken back: %s", error)
            return False
        store.receive(publication.note.model_copy(update={"room": None}), publication.edits)
        LOGGER.info("note %s was taken back from another room", each.id)
        return True

    def _floors(self) -> list[int]:
        found = []
        for folder in self._folders:
            try:
                found.append(_Floor.model_validate_json(read_foreign(folder / _FLOOR)).floor)
            except FileNotFoundError:
                continue
            except (OSError, ValidationError, BadInputError, StateDamagedError) as error:
                LOGGER.debug("%s: %s", folder, error)
        return found
