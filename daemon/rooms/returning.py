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

from daemon.backup.deletions import read_deletions
from daemon.durable import make_folder, remove_durably, write_durably
from daemon.errors import StateDamagedError
from daemon.log import LOGGER
from daemon.nightly.deleting import delete_note
from daemon.rooms.layout import BACK, GONE, NOTES, TO, Layout, make_shared, read_foreign
from daemon.rooms.pairing import Pair
from daemon.rooms.publication import Published, gone_in, gone_name, listed, read, there, written
from daemon.rooms.publishing import Publishing
from daemon.store import NoteStore
from pipelines.errors import BadInputError
from pipelines.note import Model

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


def tidy_back(state_dir: Path, store: NoteStore, pair: Pair) -> None:
    """Remove what the new box has taken back: it shows it itself now. StateWriteError."""
    back = Layout(state_dir).to(pair.device) / BACK
    if not pair.floor or not (back / NOTES).is_dir():
        return
    newest, old = listed(back / NOTES)
    shown = {
        head.room.note
        for head in store.heads()
        if head.room and head.room.key == pair.key and head.room.revision > pair.floor
    }
    gone = gone_in(Layout(state_dir).came(pair.device) / GONE)
    for each in (*newest.values(), *old):
        if each.id in shown or gone.get(each.id, 0) > pair.floor:
            remove_durably(back / NOTES / each.name)


class Returning:
    """The new box's side; used by the hub's one thread."""

    def __init__(self, state_dir: Path, pairs: Collection[Pair]) -> None:
        self._state_dir = state_dir
        self._folders = [Layout(state_dir).asked(pair.device) / BACK for pair in pairs if pair.gives]

    def floor(self) -> int:
        """Above it are this box's own revisions; 0 if it took nobody's place."""
        return max(self._floors(), default=0)

    def update(self, store: NoteStore, publishing: Publishing, now: datetime) -> bool:
        """Take back one note; True if there may be more. StateWriteError."""
        floors = self._floors()
        if not floors:
            return False
        gone: dict[str, int] = {}
        for folder in self._folders:
            for note_id, revision in gone_in(folder / GONE).items():
                gone[note_id] = max(revision, gone.get(note_id, 0))
        own = {head.id for head in store.heads() if head.room is None}
        for note_id in gone:
            if publishing.revision(note_id) <= min(floors):
                if note_id in own:
                    delete_note(self._state_dir, store, note_id, now)
                publishing.end(note_id)
        never = read_deletions(self._state_dir).notes.keys() | store.private().keys() | gone.keys()
        for folder in self._folders:
            for each in listed(folder / NOTES)[0].values():
                if each.id in never or publishing.is_gone(each.id):
                    continue
                if publishing.revision(each.id) <= min(floors) and self._take(folder / NOTES, each, store):
                    publishing.publish(each.id, store)
                    return True
        return False

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
