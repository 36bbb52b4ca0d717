"""A note as one room shows it to another: a file that never changes; a higher revision takes its place.

    rooms/out/notes/ID.REVISION.STAMP.json
    rooms/out/gone/ID.REVISION.json           the note is deleted or private, as of this revision

Its name says which note it is, which revision and in which state: what a folder holds is known without
opening a file. Revisions are a count of the room that owns the note; no clock decides what is newer.

What is public here is a file there, what goes leaves a tombstone, which is written before the note's file
is removed, and stays. Only what was deleted or made private leaves one: a store that was put back from an
old backup empties nobody's lists.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from pydantic import Field, ValidationError

from daemon.base.durable import remove_durably, sweep_unfinished, write_durably
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.hub.rooms.layout import GONE, NOTES, OUT, Layout, make_shared, names, read_foreign, room_name
from daemon.notes.deletion import read_deletions
from daemon.notes.store import NoteStore
from daemon.notes.store.edits import fields_of
from pipelines.editing import Edit
from pipelines.errors import BadInputError
from pipelines.model import Model
from pipelines.note import FromRoom, Note
from pipelines.text import is_time

_ID = r"[a-z0-9][a-z0-9-]{0,63}"
_NOTE = re.compile(rf"({_ID})\.(\d{{1,12}})\.([0-9a-f]{{16}})\.json")
_GONE = re.compile(rf"({_ID})\.(\d{{1,12}})\.json")
_MOST_CHARS = 64
"""Of the id of a note."""


class Publication(Model):
    """What the file holds."""

    room: str = Field(max_length=60)
    """Name of the room."""
    note: Note
    """As the engines made it."""
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """What the name of the file says."""

    id: str
    """Of the note, in its own room."""
    revision: int
    stamp: str
    """Its state, and the room's name."""

    @property
    def name(self) -> str:
        return f"{self.id}.{self.revision}.{self.stamp}.json"


def listed(folder: Path) -> tuple[dict[str, Published], list[Published]]:
    """The newest of each note by its id, and those that are older."""
    found = [
        Published(match[1], int(match[2]), match[3])
        for name in names(folder)
        if (match := _NOTE.fullmatch(name))
    ]
    newest: dict[str, Published] = {}
    for each in sorted(found, key=lambda each: each.revision):
        newest[each.id] = each
    return newest, [each for each in found if newest[each.id] != each]


def gone_in(folder: Path) -> dict[str, int]:
    """Which notes are deleted or private, up to which revision."""
    found: dict[str, int] = {}
    for name in names(folder):
        if match := _GONE.fullmatch(name):
            found[match[1]] = max(found.get(match[1], 0), int(match[2]))
    return found


def gone_name(note_id: str, revision: int) -> str:
    return f"{note_id}.{revision}.json"


def written(note: Note, edits: Iterable[Edit], room: str) -> bytes:
    """The file's content."""
    fields = {
        "room": room,
        "note": note.model_dump(mode="json"),
        "edits": [fields_of(edit) for edit in edits],
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def read(folder: Path, published: Published) -> Publication:
    """BadInputError, in one line, for anything that is no note of this name; OSError."""
    try:
        publication = Publication.model_validate_json(read_foreign(folder / published.name))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadInputError(
            f"{published.name} is no note that this version knows ({where}: {first['msg']}); is the other "
            "room's Roomscribe newer?"
        ) from None
    if publication.note.id != published.id:
        raise BadInputError(f"{published.name} holds the note {publication.note.id!r}")
    if not all(map(is_time, _times(publication.note))):
        raise BadInputError(f"{published.name} holds a time that no meeting has")
    return publication


def _times(note: Note) -> Iterator[float]:
    """Whatever is shown or computed with, in seconds from the start of the meeting."""
    given = [note.duration_s, note.planned_s, *(topic.start_s for topic in note.topics)]
    given += (seconds for each in note.transcript.segments for seconds in (each.start_s, each.end_s))
    given += (seconds for each in note.sentiment.timeline for seconds in (each.start_s, each.end_s))
    return (each for each in given if each is not None)


def there(note_id: str, key: str) -> str:
    """The other way, as far as it goes: a long id lost its end."""
    return note_id.removesuffix(f"-{key}")


def stamp_of(stamp: str, room: str) -> str:
    return blake2b(f"{stamp} {room}".encode(), digest_size=8).hexdigest()


def here(note_id: str, key: str) -> str:
    """The id by which another room's note is kept here: two rooms may have been given the same file."""
    most = _MOST_CHARS - len(key) - 1
    if len(note_id) > most:
        digest = blake2b(note_id.encode(), digest_size=6).hexdigest()
        note_id = f"{note_id[: most - len(digest) - 1]}-{digest}"
    return f"{note_id}-{key}"


def as_kept(publication: Publication, published: Published, key: str) -> Note:
    """The note as it is stored here."""
    note = publication.note
    name = room_name(publication.room) or key
    room = FromRoom(name=name, key=key, note=note.id, revision=published.revision)
    return note.model_copy(
        update={
            "id": here(note.id, key),
            "continues": note.continues and here(note.continues, key),
            "room": room,
        }
    )


class Publishing:
    """Kept up with the store by the hub's one thread."""

    def __init__(self, state_dir: Path, name: str, floor: Callable[[], int]) -> None:
        """`floor`: revisions up to this were given by a lost box in whose place this one is."""
        self._state_dir = state_dir
        self._out = Layout(state_dir).out
        self._name = name
        self._floor = floor
        self._held: dict[str, Published] | None = None
        self._gone: dict[str, int] = {}
        self._last = 0
        """The highest revision there is."""
        self._had: set[str] = set()
        self._seen: tuple[int, int] | None = None

    def update(self, store: NoteStore, slice_s: float) -> bool:
        """Write and remove what changed, for about `slice_s`; True if there is more. StateWriteError."""
        held = self._look()
        seen = (store.version, self._floor())
        if self._seen == seen:
            return False
        stamps = self._stamps(store)
        ended = {*self._had, *store.private(), *read_deletions(self._state_dir).notes} - stamps.keys()
        for note_id in ended & held.keys():
            self._end(note_id)
        self._had = set(stamps)
        until = time.monotonic() + slice_s
        for note_id in stamps:
            if self._put(note_id, stamps, store) and time.monotonic() >= until:
                return True
        self._seen = seen
        return False

    def publish(self, note_id: str, store: NoteStore) -> int:
        """Bring one note up to date now; its revision, or that of its tombstone (0: it was never shown)."""
        self._look()
        if note_id in (stamps := self._stamps(store)):
            self._put(note_id, stamps, store)
        else:
            self._end(note_id)
        return self.revision(note_id)

    def revision(self, note_id: str) -> int:
        """Of what is shown of a note, its tombstone included; 0 if it was never shown."""
        held = self._look().get(note_id)
        return max(self._gone.get(note_id, 0), held.revision if held else 0)

    def end(self, note_id: str) -> None:
        """Have everybody forget a note, also one that was not shown by this box. StateWriteError."""
        self._look()
        self._end(note_id, always=True)

    def is_gone(self, note_id: str) -> bool:
        return note_id not in self._look() and note_id in self._gone

    def _stamps(self, store: NoteStore) -> dict[str, str]:
        stamps = store.stamps()
        own = {head.id: head.continues for head in store.heads() if head.room is None and head.id in stamps}
        return {
            each: stamp_of(stamps[each] + (" alone" if part and part not in own else ""), self._name)
            for each, part in own.items()
        }

    def _look(self) -> dict[str, Published]:
        if self._held is None:
            make_shared(self._out, OUT)
            for part in OUT:
                sweep_unfinished(self._out / part)
            held, old = listed(self._out / NOTES)
            self._gone = gone_in(self._out / GONE)
            old += [each for each in held.values() if each.revision <= self._gone.get(each.id, 0)]
            self._last = max([*(each.revision for each in held.values()), *self._gone.values()], default=0)
            for each in old:
                remove_durably(self._out / NOTES / each.name)
            self._held = {key: each for key, each in held.items() if each not in old}
        return self._held

    def _next(self) -> int:
        return max(self._last, self._floor()) + 1

    def _put(self, note_id: str, stamps: dict[str, str], store: NoteStore) -> bool:
        """Whether anything had to be written. A part that is not shown is not named either."""
        held = self._look()
        before, stamp = held.get(note_id), stamps[note_id]
        if before and before.stamp == stamp and before.revision > self._floor():
            return False
        try:
            note = store.made(note_id)
        except (NotFoundError, StateDamagedError):
            return False  # the log says it where the index is made
        if note.continues not in stamps:
            note = note.model_copy(update={"continues": None})
        after = Published(note_id, self._next(), stamp)
        write_durably(self._out / NOTES / after.name, written(note, store.edits(note_id), self._name))
        self._last = after.revision
        held[note_id] = after
        if before:
            remove_durably(self._out / NOTES / before.name)
        return True

    def _end(self, note_id: str, *, always: bool = False) -> None:
        held = self._look()
        before = held.get(note_id)
        if before or (always and self._gone.get(note_id, 0) <= self._floor()):
            revision = self._next()
            write_durably(self._out / GONE / gone_name(note_id, revision), b"")
            self._gone[note_id] = self._last = revision
        if before:
            del held[note_id]
            remove_durably(self._out / NOTES / before.name)
