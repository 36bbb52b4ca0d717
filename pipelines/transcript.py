"""A transcript: what was said, by whom and when, as segments with unique ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    Field,
    NaiveDatetime,
    SerializerFunctionWrapHandler,
    WrapSerializer,
)

from guardrails.core.types import Segment
from pipelines.model import Model, UtcDatetime

__all__ = ["CHAT", "TYPED", "Lines", "Segment", "Transcript", "as_read", "speakers_of"]


CHAT = "chat"
"""Begins the id of a segment that was typed into the meeting's chat, and not said."""
TYPED = "typed"
"""Begins the id of a note that somebody typed while the meeting went on."""


def speakers_of(segments: Iterable[Segment]) -> tuple[str, ...]:
    """Their names, in the order in which they first speak."""
    return tuple(dict.fromkeys(name for segment in segments for name in segment.speakers))


def as_read(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """As everything reads them that asks who said something: of two voices in a line, "I" may be either."""
    return tuple(replace(each, speaker=None, also=None) if each.also else each for each in segments)


def _unique_ids(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    seen: set[str] = set()
    for segment in segments:
        if segment.id in seen:
            raise ValueError(f"two segments have the id {segment.id!r}")
        seen.add(segment.id)
    return segments


def _without_nobody(
    segments: tuple[Segment, ...], write: SerializerFunctionWrapHandler
) -> list[dict[str, Any]]:
    """`also` only where somebody does: an older version reads such a note after a rollback."""
    rows: list[dict[str, Any]] = write(segments)
    return [{key: row[key] for key in row if key != "also" or row[key] is not None} for row in rows]


Lines = Annotated[tuple[Segment, ...], WrapSerializer(_without_nobody)]
"""Segments as they are kept."""


class Transcript(Model):
    """Segments in the order in which they were said.

    The form of a transcript on disk and of an imported file alike. `flags` and `warnings` tell what was lost
    on the way in: a flag is a word for programs ("import-damaged"), a warning a sentence for people.
    """

    started_at: UtcDatetime | None = None
    title: str | None = None
    language: str | None = None
    """ISO 639-1 code, or None where nobody has determined it."""
    segments: Annotated[Lines, AfterValidator(_unique_ids)]
    recorded_s: float | None = None
    """Length of the recording, which may go on after the last words; None where there is none."""
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    taken_for: str | None = Field(default=None, exclude_if=lambda shape: shape is None)
    """What an imported file was recognised as: "Teams transcript"."""
    held_at: NaiveDatetime | None = Field(default=None, exclude_if=lambda moment: moment is None)
    """When the meeting began by the clock of the place, where the file names no zone."""
    attendees: tuple[str, ...] = Field(default=(), exclude_if=lambda people: not people)
    """Who was there, by a list in the file."""

    def began_at(self, timezone: tzinfo) -> datetime | None:
        """By the file itself; `timezone` is that of the house."""
        if self.started_at is not None or self.held_at is None:
            return self.started_at
        return self.held_at.replace(tzinfo=timezone)

    @property
    def duration_s(self) -> float | None:
        """Seconds of the recording, else up to the last words; None where the source has no times."""
        if self.recorded_s is not None:
            return self.recorded_s
        return max((s.end_s for s in self.segments if s.end_s is not None), default=None)

    @property
    def speakers(self) -> tuple[str, ...]:
        """Names in the order in which they first speak."""
        return speakers_of(self.segments)
