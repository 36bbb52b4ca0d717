"""One question, and what has become of it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pipelines.ask.answer import Answer
from pipelines.model import Model, UtcDatetime
from pipelines.text import LONGEST_WORDS, Words

LONGEST = LONGEST_WORDS
"""Characters of a question. Passages and history need the rest of the context."""
SOUNDS = ("wav", "mp3", "m4a", "ogg", "opus", "flac", "webm", "mp4", "aac", "3gp", "amr")
"""What telephones and browsers record; whether it can be heard is found out by decoding it."""

ID = r"^[0-9a-f]{16}$"


class Question(Model):
    """Written once."""

    id: str = Field(pattern=ID)
    conversation: str = Field(pattern=ID)
    """Id of its first question."""
    text: Words | None
    """None where it was spoken: the reply then says what was understood."""
    sound: Literal[SOUNDS] | None = None  # type: ignore[valid-type]  # pydantic takes the tuple's names
    """Type of the file that it was spoken into."""
    note_id: str | None = None
    """The one meeting that is asked about; None for all of them."""
    asked_at: UtcDatetime


class Reply(Model):
    """Where the worker is with a question."""

    id: str
    attempts: int = 0
    """Begun and not ended by anybody who could say why: a crash, a power cut."""
    state: Literal["waiting", "done", "failed"] = "waiting"
    heard: str | None = None
    """What was understood of a spoken question."""
    answer: Answer | None = None
    reason: str | None = None
    """Why there is none, for people."""
    at: UtcDatetime
