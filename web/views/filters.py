"""The filters of a list of meetings, as they are in the address of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import get_args

from pipelines.note import SentimentLabel
from web.reader import NoteHead, NoteReader

NAMES = ("person", "from", "to", "mood", "open")
"""Parameters of an address."""
MOODS: tuple[str, ...] = get_args(SentimentLabel)


@dataclass(frozen=True, slots=True)
class Filters:
    """Each narrows the list further; empty ones do not."""

    person: str = ""
    first: date | None = None
    last: date | None = None
    mood: str = ""
    is_open: bool = False
    """Only meetings with an open action item."""

    @property
    def is_empty(self) -> bool:
        return self == Filters()

    @property
    def address(self) -> dict[str, str]:
        """The filters as parameters of an address, for links that keep them."""
        given = {
            "person": self.person,
            "from": self.first.isoformat() if self.first else "",
            "to": self.last.isoformat() if self.last else "",
            "mood": self.mood,
            "open": "1" if self.is_open else "",
        }
        return {name: value for name, value in given.items() if value}

    def lets(self, head: NoteHead, timezone: tzinfo) -> bool:
        """Whether the meeting belongs to the list."""
        if self.mood and head.sentiment != self.mood:
            return False
        if self.is_open and not head.open_items:
            return False
        if self.person and not any(_is_named(name, self.person) for name in head.people):
            return False
        if not (self.first or self.last):
            return True
        day = head.started_at.astimezone(timezone).date()
        return (not self.first or self.first <= day) and (not self.last or day <= self.last)


def read_filters(arguments: Mapping[str, str]) -> Filters:
    """The filters in an address; what cannot be read is ignored."""
    mood = arguments.get("mood", "")
    return Filters(
        person=arguments.get("person", "").strip()[:80],
        first=_day(arguments.get("from", "")),
        last=_day(arguments.get("to", "")),
        mood=mood if mood in MOODS else "",
        is_open=arguments.get("open", "") == "1",
    )


def people(reader: NoteReader) -> Sequence[str]:
    """Everybody who spoke or owns an item, by name."""
    return sorted({name for head in reader.heads() for name in head.people}, key=str.casefold)


def _is_named(name: str, asked: str) -> bool:
    """By the whole name or whole words of it, however they are typed: `ann` is Ann and Ann Lee, not Anna."""
    return name == asked or f" {asked.casefold()} " in f" {name.casefold()} "


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
