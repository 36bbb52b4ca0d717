"""A passage as a model reads it and as a sentence cites it: whole lines of one meeting."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from guardrails.core.types import Segment
from pipelines.ask.answer import Place
from pipelines.transcript import as_read


@dataclass(frozen=True, slots=True)
class Source:
    """A stretch of one meeting."""

    note_id: str
    meeting: str
    """Title of the note."""
    said_on: date
    lines: tuple[tuple[int, Segment], ...]
    """Each with its place in the meeting, from 1."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        """Under ids that are unique among all meetings."""
        return tuple(
            Segment(f"{self.note_id}/{each.id}", each.start_s, each.end_s, each.speaker, each.text)
            for each in as_read(each for _, each in self.lines)
        )

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(
            Place(
                note_id=self.note_id,
                meeting=self.meeting,
                said_on=self.said_on,
                segment_id=each.id,
                line=number,
                start_s=each.start_s,
                speaker=each.said_by,
                text=each.text,
            )
            for number, each in self.lines
        )

    @property
    def text(self) -> str:
        """As the model reads it."""
        said = (
            f"{each.said_by}: {' '.join(each.text.split())}" if each.said_by else " ".join(each.text.split())
            for _, each in self.lines
        )
        return f"({self.meeting}, {self.said_on.isoformat()}) {' / '.join(said)}"
