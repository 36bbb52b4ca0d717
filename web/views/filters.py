"""The filters of a list of meetings, as they are in the address of the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from daemon.notes.store.filters import MOODS, Filters
from pipelines.text import LONGEST_NAME, LONGEST_TAG

NAMES = ("person", "from", "to", "mood", "tag", "room", "open")
"""Parameters of an address."""


@dataclass(frozen=True, slots=True)
class PageFilters(Filters):
    @property
    def address(self) -> dict[str, str]:
        """The filters as parameters of an address, for links that keep them."""
        values = (
            self.person,
            self.first,
            self.last,
            self.mood,
            self.tag,
            self.room,
            "1" if self.is_open else "",
        )
        return {name: f"{value}" for name, value in zip(NAMES, values, strict=True) if value}


def read_filters(arguments: Mapping[str, str]) -> PageFilters:
    """The filters in an address; what cannot be read is ignored."""
    mood = arguments.get("mood", "")
    return PageFilters(
        person=arguments.get("person", "").strip()[:LONGEST_NAME],
        first=_day(arguments.get("from", "")),
        last=_day(arguments.get("to", "")),
        mood=mood if mood in MOODS else "",
        tag=arguments.get("tag", "").strip()[:LONGEST_TAG],
        room=arguments.get("room", "")[:LONGEST_NAME],
        is_open=arguments.get("open", "") == "1",
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
