"""A note as one room shows it to another: a file that never changes; a higher revision takes its place.

Its name says which note it is, which revision and in which state: what a folder holds is known without
opening a file. Revisions are a count of the room that owns the note; no clock decides what is newer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from pydantic import Field, ValidationError

from daemon.hub.rooms.layout import names, read_foreign
from daemon.hub.rooms.pairing import room_name
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
