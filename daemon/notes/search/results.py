"""What a search finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PassageKind = Literal["title", "summary", "action", "decision", "question", "said"]


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage that holds what was looked for."""

    kind: PassageKind
    ref: str | None
    """Id of the item, or of the line in which the first found word was said."""
    start_s: float | None
    """When that line was said; None where the transcript has no times."""
    line: int | None
    """Place of that line in the meeting, from 1."""
    snippet: tuple[tuple[str, bool], ...]
    """The words around it, each part with whether it is what was looked for."""

    @property
    def text(self) -> str:
        """The same in one piece."""
        return "".join(text for text, _ in self.snippet)


@dataclass(frozen=True, slots=True)
class Found:
    """A meeting with its best passages, the best first."""

    note_id: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What was found for some words."""

    found: tuple[Found, ...]
    """The best meeting first."""
    has_more: bool
    """There are more meetings than these."""
    together: bool
    """Every word was found in one passage; else the meetings have some of them."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of one meeting as an answer is made from it."""

    note_id: str
    kind: PassageKind
    ref: str | None
    """Id of the item, or of the first line."""
    start_s: float | None
    text: str
    """Lines in the order in which they were said, each "speaker: words" where the voice has a name."""
    segment_ids: tuple[str, ...]
