"""What the page needs of the store: read notes, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from pipelines.note import Note, SentimentLabel


class NoteHead(Protocol):
    """A note without its words: what one row of the list shows."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def started_at(self) -> datetime: ...
    @property
    def duration_s(self) -> float | None: ...
    @property
    def source(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def sentiment(self) -> SentimentLabel: ...
    @property
    def action_items(self) -> int: ...
    @property
    def open_items(self) -> int: ...
    @property
    def decisions(self) -> int: ...
    @property
    def questions(self) -> int: ...


class NoteReader(Protocol):
    """A view of the store. Reading raises daemon.errors.StateBusyError or StateDamagedError."""

    def heads(self) -> Sequence[NoteHead]:
        """All notes, newest first."""
        ...

    def get(self, note_id: str, /) -> Note:
        """The whole note; daemon.errors.NotFoundError where there is none."""
        ...


OpenReader = Callable[[], AbstractContextManager[NoteReader]]
"""Gives a reader for the length of one request. Requests come from several threads."""
