"""The note, as files, the page and `--json` see it.

Every model is frozen and refuses unknown fields: what is read back is what was written.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from guardrails.types import Outcome, Segment, TapeEntry
from pipelines.transcript import UtcDatetime

SentimentLabel = Literal["positive", "neutral", "negative", "mixed"]
ItemStatus = Literal["open", "done"]


class Model(BaseModel):
    """Base of everything that crosses a file, a pipe or HTTP."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Engine(Model):
    """Which engine did a step, and exactly which: the hash pins the weights."""

    name: str
    version: str | None = None
    """Release of the rules, or the revision of the weights."""
    sha256: str | None = None
    prompt_tokens: int | None = None
    """Tokens evaluated, prefix reuse already subtracted."""
    output_tokens: int | None = None


class Engines(Model):
    asr: Engine | None = None
    llm: Engine | None = None
    rules: Engine | None = None


class Due(Model):
    """A due date: the words as said, and the day they mean (None when they cannot be resolved)."""

    phrase: str
    date: date | None


class ActionItem(Model):
    id: str
    task: str
    owner: str | None
    due: Due | None
    status: ItemStatus = "open"
    evidence: tuple[str, ...]
    quote: str
    sentiment: SentimentLabel
    verdict: Outcome
    flags: tuple[str, ...] = ()


class Statement(Model):
    """A decision, or an open question."""

    id: str
    text: str
    evidence: tuple[str, ...]
    quote: str
    verdict: Outcome
    flags: tuple[str, ...] = ()


class SentimentSpan(Model):
    start_s: float
    end_s: float
    score: float = Field(ge=-1, le=1)


class Sentiment(Model):
    label: SentimentLabel
    score: float = Field(ge=-1, le=1)
    timeline: tuple[SentimentSpan, ...] = ()
    """Empty where the transcript has no times."""
    speakers: dict[str, float] = {}


class Coverage(Model):
    """How much of the meeting was read; anything below total is named in the note's warnings."""

    segments_read: int
    segments_total: int


class NoteTranscript(Model):
    segments: tuple[Segment, ...] = ()


class Note(Model):
    id: str
    title: str
    started_at: UtcDatetime
    duration_s: float | None
    language: str | None
    source: str
    """Name of the file that the meeting came from."""
    engines: Engines
    summary: str
    action_items: tuple[ActionItem, ...]
    decisions: tuple[Statement, ...]
    questions: tuple[Statement, ...]
    sentiment: Sentiment
    coverage: Coverage
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    transcript: NoteTranscript
    tape: tuple[TapeEntry, ...] = ()
