"""Which meetings a list shows, and what it can be narrowed down to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import get_args

from daemon.notes.store.listed import NoteHead
from pipelines.note import SentimentLabel

MOODS: tuple[str, ...] = get_args(SentimentLabel)


@dataclass(frozen=True, slots=True)
class Filters:
    """Each narrows the list further; empty ones do not."""

    person: str = ""
    first: date | None = None
    last: date | None = None
    mood: str = ""
    tag: str = ""
    is_open: bool = False
    """Only meetings with an open action item."""
    room: str = ""
    """Name of another room."""

    @property
    def is_empty(self) -> bool:
        return not any((self.person, self.first, self.last, self.mood, self.tag, self.room, self.is_open))

    def lets(self, head: NoteHead, timezone: tzinfo) -> bool:
        """Whether the meeting belongs to the list; days are those of `timezone`."""
        if self.mood and head.sentiment != self.mood:
            return False
        if self.tag and self.tag.casefold() not in map(str.casefold, head.tags):
            return False
        if self.room and (head.room is None or head.room.name != self.room):
            return False
        if self.is_open and not head.open_items:
            return False
        if self.person and not any(_is_named(name, self.person) for name in head.people):
            return False
        if not (self.first or self.last):
            return True
        day = head.started_at.astimezone(timezone).date()
        return (not self.first or self.first <= day) and (not self.last or day <= self.last)


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to narrow a list down to."""

    people: Sequence[str]
    """Everybody who spoke or owns an item, by name."""
    tags: Sequence[str]
    rooms: Sequence[str]
    """Other rooms with meetings here."""
    moods: Sequence[str] = MOODS


def choices(heads: Sequence[NoteHead]) -> Choices:
    return Choices(
        _each_once(head.people for head in heads),
        _each_once(head.tags for head in heads),
        _each_once((head.room.name,) for head in heads if head.room),
    )


def _each_once(of_heads: Iterable[Sequence[str]]) -> Sequence[str]:
    return sorted({each for of_head in of_heads for each in of_head}, key=str.casefold)


def _is_named(name: str, asked: str) -> bool:
    """By the whole name or whole words of it, however they are typed: `ann` is Ann and Ann Lee, not Anna."""
    return name == asked or f" {asked.casefold()} " in f" {name.casefold()} "
