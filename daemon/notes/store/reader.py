"""What the page and other readers need of the store: read notes, nothing else; and remember what they made of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Generic, ParamSpec, Protocol, TypeVar

from daemon.access import SealedPin
from daemon.notes.store.listed import ItemRow, NoteHead
from pipelines.editing import Edit, Edited
from pipelines.note import Note


class NoteReader(Protocol):
    """A view of the store. Reading raises daemon.base.errors.StateBusyError or StateDamagedError."""

    @property
    def version(self) -> int:
        """Changes as soon as anything in the store changes."""
        ...

    def heads(self) -> Sequence[NoteHead]:
        """All notes, newest first."""
        ...

    def items(self) -> Sequence[ItemRow]:
        """Every action item of every note."""
        ...

    def get(self, note_id: str, /) -> Note:
        """The whole note; daemon.base.errors.NotFoundError where there is none."""
        ...

    def changes(self, since: datetime, /) -> Sequence[tuple[str, Edit]]:
        """What people changed in any note after `since`, newest first, each with the note's id."""
        ...

    def aliases(self) -> Mapping[str, str]:
        """Other names of people, each with the one that lists show."""
        ...

    def private(self) -> Mapping[str, SealedPin | None]:
        """The notes that only their own PIN opens: id to what is kept of it."""
        ...

    def edited(self, note_id: str, /) -> Edited:
        """As `get`, with the edits that no longer apply to the note."""
        ...

    def edits(self, note_id: str, /) -> tuple[Edit, ...]:
        """What people changed in a note, in order; empty for a note that is not there."""
        ...


OpenReader = Callable[[], AbstractContextManager[NoteReader]]
"""Gives a reader for the length of one request. Requests come from several threads."""


P = ParamSpec("P")
T = TypeVar("T")


class Remembered(Generic[P, T]):
    """The last value with the version of the store that it was made at.

    Several pages may ask at once, without a lock: at worst the same value is made twice.
    """

    def __init__(self, make: Callable[P, T]) -> None:
        self._make = make
        self._made: tuple[int, T] | None = None

    def at(self, version: int, *given: P.args, **named: P.kwargs) -> T:
        """The value at `version`, made of what is `given` unless it is there."""
        made = self._made
        if made is None or made[0] != version:
            self._made = made = version, self._make(*given, **named)
        return made[1]
