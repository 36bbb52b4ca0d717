"""Types of the API that the program has no type for."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from daemon.access import Role
from daemon.meetings import Job
from daemon.notes.questions import Question, Reply
from daemon.notes.search.finding import PassageKind
from daemon.notes.store import NoteHead
from daemon.spool.recorder_status import RecorderStatus
from pipelines.editing import AskedChange, Edit
from pipelines.model import Model
from pipelines.note import ItemStatus, SentimentLabel
from pipelines.speech.audio import LARGEST_BYTES
from pipelines.text import Day, FileForm, FileName, Phrase, SentInstant, WantedName, Words

NOTE_ID = r"^[a-z0-9][a-z0-9-]{0,63}$"
MOST_PAGES = 100_000


class Wanted(Model):
    """Which meetings; each parameter narrows them down further."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    person: WantedName = ""
    """Somebody who spoke or owns an item."""
    first: Day | None = None
    last: Day | None = None
    mood: SentimentLabel | None = None
    tag: WantedName = ""
    is_open: bool = False
    """Only with an open action item."""
    room: WantedName = ""
    """Name of another room, whose meetings are shown here."""


class WantedPage(Wanted):
    page: int = Field(1, ge=1, le=MOST_PAGES)
    per_page: int = Field(50, ge=1, le=200)


class WantedWords(Wanted):
    q: Phrase


class WantedFile(Model):
    form: FileForm


class WantedItems(Model):
    person: WantedName | None = None
    status: ItemStatus | None = None


class Session(Model):
    """The visitor's role, and the token that changes have to bring."""

    role: Role | None
    csrf: str


class Notes(Model):
    """One page of meetings, the newest first."""

    notes: tuple[NoteHead, ...]
    page: int
    total: int
    """Meetings on all pages."""


class FoundPassage(Model):
    kind: PassageKind
    ref: str | None
    """Id of the item, or of the line."""
    start_s: float | None
    line: int | None
    text: str


class FoundNote(Model):
    note_id: str
    passages: tuple[FoundPassage, ...]


class Findings(Model):
    found: tuple[FoundNote, ...]
    has_more: bool
    together: bool
    """Whether every word was found in one passage."""


class Item(Model):
    """An action item of any meeting."""

    note_id: str
    meeting: str
    item_id: str
    task: str
    owner: str | None
    due: date | None
    phrase: str | None
    status: ItemStatus
    is_verified: bool


class Items(Model):
    items: tuple[Item, ...]


class Edits(Model):
    edits: tuple[Edit, ...]


class NewEdit(Model):
    change: AskedChange


class Made(Model):
    """Id of what was made or undone."""

    id: str


class Jobs(Model):
    """Meetings in the queue."""

    jobs: tuple[Job, ...]


class Room(Model):
    """What the room's microphone does now; null where no recorder runs."""

    recorder: RecorderStatus | None


class Minutes(Model):
    """How much of the current recording is deleted."""

    minutes: Literal[1, 5, 15, 60, 240]


class Forgotten(Model):
    recordings: tuple[str, ...]
    """Ids of those that contained some of it."""


class NewUpload(Model):
    """A file that is to be sent in pieces."""

    name: Annotated[FileName, Field(min_length=1)]
    size_bytes: int = Field(ge=1, le=LARGEST_BYTES)
    modified_at: SentInstant | None = None
    """When it was last changed: the day of the meeting, where nothing else gives one."""


class Offset(Model):
    offset: int = Field(ge=0, le=LARGEST_BYTES)
    """Where the piece begins: how much was already received."""


class Checksum(Model):
    crc32: int = Field(ge=0, lt=2**32)
    """Of the whole file (ISO 3309)."""


class Arriving(Model):
    """An upload."""

    id: str
    offset: int
    """Bytes that are safely stored: the next piece begins there."""
    taken_as: str | None
    """Its name in the watch folder, once it is complete."""
    known_as: str | None
    """Instead of that, the meeting that the same file became before."""


class NewQuestion(Model):
    text: Words
    note: str | None = Field(None, pattern=NOTE_ID)
    """The one meeting that is asked about."""
    after: str | None = Field(None, pattern="^[0-9a-f]{16}$")
    """A conversation to continue."""


class Turn(Model):
    """A question with its reply; null before the worker has looked at it."""

    question: Question
    reply: Reply | None


class Turns(Model):
    questions: tuple[Turn, ...]


class Deleted(Model):
    deleted: Literal[True] = True
