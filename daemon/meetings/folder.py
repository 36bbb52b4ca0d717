"""An unfinished meeting: what is known of it, and where its files are."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from daemon.base.durable import write_durably
from daemon.base.errors import StateDamagedError
from pipelines.model import Model, UtcDatetime

Origin = Literal["inbox", "upload", "recorder", "command"]


class Meeting(Model):
    """Written once, when the meeting is taken in; its id is the note's id, so that a meeting has one note."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    source: str
    """Name of the file it came from, for people."""
    sha256: str | None
    """Of the file; None for a recording, which may still grow."""
    origin: Origin
    recording: str | None = None
    """Id in the spool, for a meeting that the room's microphone heard."""
    received_at: UtcDatetime
    modified_at: UtcDatetime
    """When the file was last changed: the day of the meeting where nothing better is known."""
    started_at: UtcDatetime | None = None
    """When it began, where its origin knows."""
    said_on: date | None = None
    """The day it was held, where a person has said so."""
    tags: tuple[str, ...] = ()
    """Of the folder that it came by."""
    reader: str | None = Field(default=None, exclude_if=lambda name: name is None)
    """How a person wants its transcript read (`pipelines.importers.READERS`), where it was taken for
    something else."""


class MeetingFolder:
    """The folder of one meeting. The hub makes and removes it; the worker writes the receipts."""

    def __init__(self, state_dir: Path, meeting_id: str) -> None:
        self.id = meeting_id
        self.path = meetings_dir(state_dir) / meeting_id
        self.record = self.path / "meeting.json"
        self.source_dir = self.path / "source"
        """Holds the original, under its own name, and the chat that lay beside it."""
        self.typed = self.path / "typed.json"
        """What people typed while it was recorded (daemon.meetings.typed)."""
        self.receipts = self.path / "receipts"
        self.heard = self.receipts / "heard.jsonl"
        """What was recognised so far, passage by passage."""
        self.event = self.receipts / "event.json"
        """Which event of a calendar it is."""
        self.answers = self.receipts / "answers.jsonl"
        """What the language model answered so far."""
        self.ends = self.receipts / "ends.jsonl"
        """Where the language model's chunks ended early."""
        self.transcript = self.receipts / "transcript.json"
        self.draft = self.receipts / "draft.json"
        self.note = self.receipts / "note.json"
        self.so_far = self.receipts / "so_far.json"
        """What a meeting that goes on came to, as of its last pause."""
        self.early = self.receipts / "early.json"
        """The note by rules that is shown until the language model has had its turn."""

    def meeting(self) -> Meeting:
        """StateDamagedError if the record cannot be read, FileNotFoundError if the meeting is gone."""
        content = self.record.read_bytes()
        try:
            return Meeting.model_validate_json(content)
        except ValidationError:
            raise StateDamagedError(
                f"{self.record} is damaged; `roomscribe jobs drop {self.id}` removes the meeting"
            ) from None

    def write(self, meeting: Meeting) -> None:
        """StateWriteError."""
        write_durably(self.record, meeting.model_dump_json(indent=1))

    @property
    def source(self) -> Path | None:
        """The original, or None where it is gone (or was never a file)."""
        # Here: readers of transcripts take a third of the start of a command that only lists jobs.
        from pipelines.importers.chat import is_chat

        try:
            return next((each for each in self.source_dir.iterdir() if not is_chat(each)), None)
        except FileNotFoundError:
            return None

    def progress(self) -> int:
        """How much was done, as bytes of receipts: grows with every one, and does not tell what it means."""
        try:
            return sum(path.stat().st_size for path in self.receipts.iterdir())
        except FileNotFoundError:
            return 0


def meetings_dir(state_dir: Path) -> Path:
    return state_dir / "meetings"
