"""What lists show of every note without opening its files: its head and its action items.

They are made of the document that is kept in memory with people's edits, once for each state: a list of
ten thousand makes none anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import blake2b
from sys import intern
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from daemon.base.errors import StateDamagedError
from daemon.notes.store.journal import Packed
from pipelines.editing import Edit, apply_edits
from pipelines.model import Model, UtcDatetime
from pipelines.note import FromRoom, ItemStatus, Note, SentimentLabel
from pipelines.overdue import is_overdue
from pipelines.speakers.turns import known_name

_COPIED = ("id", "title", "started_at", "duration_s", "source", "language")


class NoteHead(Model):
    """Made from the note's document alone: a list of ten thousand meetings opens no transcript."""

    id: str
    title: str
    started_at: UtcDatetime
    duration_s: float | None
    source: str
    """Name of the file that the meeting came from."""
    language: str | None
    sentiment: SentimentLabel
    action_items: int
    open_items: int
    """Action items that are not done."""
    decisions: int
    questions: int
    people: tuple[str, ...] = ()
    """Who spoke or owns an item, by name."""
    continues: str | None = None
    """Id of the note of the part before."""
    series: str | None = None
    """As in `Note`."""
    tags: tuple[str, ...] = ()
    room: FromRoom | None = None
    """As in `Note`."""

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> NoteHead:
        return cls(
            **{name: document[name] for name in _COPIED},
            sentiment=document["sentiment"]["label"],
            action_items=len(document["action_items"]),
            open_items=sum(item["status"] == "open" for item in document["action_items"]),
            decisions=len(document["decisions"]),
            questions=len(document["questions"]),
            people=_people(
                document["sentiment"].get("speakers", ()),
                (item["owner"] for item in document["action_items"]),
            ),
            # A note of an older release does not say.
            continues=document.get("continues"),
            series=document.get("series"),
            tags=tuple(document.get("tags", ())),
            room=document.get("room"),
        )

    @classmethod
    def of_note(cls, note: Note) -> NoteHead:
        """Of a note with its edits; its transcript is not looked at."""
        return cls(
            **{name: getattr(note, name) for name in _COPIED},
            sentiment=note.sentiment.label,
            action_items=len(note.action_items),
            open_items=sum(item.status == "open" for item in note.action_items),
            decisions=len(note.decisions),
            questions=len(note.questions),
            people=_people(note.sentiment.speakers, (item.owner for item in note.action_items)),
            continues=note.continues,
            series=note.series,
            tags=note.tags,
            room=note.room,
        )


def _people(speakers: Iterable[str], owners: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in map(known_name, (*speakers, *owners)) if name))


TABLE = "notes"


class KeptNote(Packed):
    """Made once for each state of a note; a note that changed is another object."""

    __slots__ = ("files", "head", "id")

    def __init__(self, document: Mapping[str, Any], raw: bytes | None = None) -> None:
        super().__init__(document, raw)
        self.id: str = document["id"]
        self.files: tuple[tuple[str, str], ...] = tuple(document["files"].items())
        """Field and name of each of its parts."""
        self.head = NoteHead.of(document)
        """Without people's edits."""


def keep(table: str, document: Mapping[str, Any], raw: bytes | None) -> Mapping[str, Any]:
    """What the storage is to hold of a document."""
    return KeptNote(document, raw) if table == TABLE else document


_NO_PARTS: Mapping[str, Any] = {"transcript": {}, "tape": ()}


def note_of(document: Mapping[str, Any], parts: Mapping[str, Any] = _NO_PARTS) -> Note:
    """The note that a document and its parts (transcript, tape) make. StateDamagedError."""
    fields = {name: value for name, value in document.items() if name != "files"}
    try:
        return Note.model_validate({**fields, **parts})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise StateDamagedError(
            f"note {document['id']} is not in the form of a note ({where}: {first['msg']}); another release "
            "of Roomscribe wrote it: install that one, or delete the note"
        ) from error


T = TypeVar("T")

Edits = tuple[Edit, ...]


class Derived(Generic[T]):
    """Remembers each value with what it was made from; a note that changed is another object."""

    def __init__(self, make: Callable[[KeptNote, Edits], T]) -> None:
        self._make = make
        self._known: dict[str, tuple[KeptNote, Edits, T]] = {}
        """By note."""

    def of(self, live: Mapping[str, KeptNote], edits: Callable[[str], Edits]) -> dict[str, T]:
        """The values of the notes `live` by note, in their order."""
        self._known = {note.id: self._one(note, edits(note.id)) for note in live.values()}
        return {note_id: value for note_id, (_, _, value) in self._known.items()}

    def _one(self, note: KeptNote, edits: Edits) -> tuple[KeptNote, Edits, T]:
        known = self._known.get(note.id)
        if known and known[0] is note and known[1] == edits:
            return known
        return note, edits, self._make(note, edits)


def stamp_of(note: KeptNote, edits: Edits) -> str:
    """Transcript and tape count by the checksums in their names."""
    checksum = blake2b(note.raw, digest_size=8).digest()
    state = blake2b(checksum, digest_size=8)
    for edit in edits:
        state.update(edit.id.encode())
    return state.hexdigest()


def head_of(note: KeptNote, edits: Edits) -> NoteHead:
    """The head of a note with its edits; of one that cannot be read, what its document says."""
    if edits:
        try:
            return NoteHead.of_note(apply_edits(note_of(note.unpack()), edits).note)
        except StateDamagedError:
            pass
    return note.head


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An action item with what a list shows of it."""

    note_id: str
    meeting: str
    """Title of the note."""
    language: str | None
    """Of the meeting."""
    said_at: datetime
    item_id: str
    task: str
    owner: str | None
    """None, too, for a voice that nobody has named: it means nothing beside other meetings."""
    due: date | None
    phrase: str | None
    """The due date as it was said."""
    status: ItemStatus
    is_verified: bool

    def is_overdue(self, on: date) -> bool:
        return is_overdue(self.due, on, is_open=self.status == "open", is_confirmed=self.is_verified)


def rows_of(note: KeptNote, edits: Edits) -> tuple[ItemRow, ...]:
    """The action items of a note with its edits; those of its document where it cannot be read."""
    if edits:
        try:
            return tuple(rows_of_note(apply_edits(note_of(note.unpack()), edits).note))
        except StateDamagedError:
            pass
    return tuple(_row(note.head, item) for item in note["action_items"])


def _row(head: NoteHead, item: Mapping[str, Any]) -> ItemRow:
    due = item["due"] or {}
    return ItemRow(
        note_id=head.id,
        meeting=head.title,
        language=head.language and intern(head.language),
        said_at=head.started_at,
        item_id=intern(item["id"]),
        task=item["task"],
        # The same few words in thousands of notes.
        owner=(owner := known_name(item["owner"])) and intern(owner),
        due=date.fromisoformat(due["date"]) if due.get("date") else None,
        phrase=due.get("phrase") and intern(due["phrase"]),
        status=intern(item["status"]),  # type: ignore[arg-type]  # the document has been validated
        is_verified=item["verdict"] == "verified",
    )


def rows_of_note(note: Note) -> Iterator[ItemRow]:
    for item in note.action_items:
        yield ItemRow(
            note_id=note.id,
            meeting=note.title,
            language=note.language,
            said_at=note.started_at,
            item_id=item.id,
            task=item.task,
            owner=known_name(item.owner),
            due=item.due.date if item.due else None,
            phrase=item.due.phrase if item.due else None,
            status=item.status,
            is_verified=item.verdict == "verified",
        )
