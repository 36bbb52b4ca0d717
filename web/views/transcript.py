"""The transcript as turns of lines, and the addresses (`#s12`) under which lines are found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from guardrails.types import Segment
from web import format

_PLAIN_ID = re.compile(r"s[0-9]+")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands: its address on the page, and how it is called."""

    anchor: str
    speaker: str | None
    clock: str | None
    """Position in the meeting; None where the source had no times."""
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A claim that a line proves: the way back from the words to the note."""

    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Line:
    anchor: str
    clock: str | None
    text: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """Consecutive lines of one voice; `speaker` is None where nobody has named it."""

    speaker: str | None
    lines: tuple[Line, ...]


def places(segments: Sequence[Segment]) -> dict[str, Place]:
    """Segment id to place.

    Ids that a file brought along may hold blanks or be the name of something else on the page: unless all of
    them have our own form (`s12`), lines are addressed by their number instead.
    """
    plain = all(_PLAIN_ID.fullmatch(segment.id) for segment in segments)
    return {
        segment.id: Place(
            anchor=segment.id if plain else f"s{number}",
            speaker=segment.speaker,
            clock=None if segment.start_s is None else format.clock(segment.start_s),
            text=segment.text,
        )
        for number, segment in enumerate(segments, start=1)
    }


def turns(
    segments: Sequence[Segment], where: Mapping[str, Place], marks: Mapping[str, Sequence[Mark]]
) -> tuple[Turn, ...]:
    """Lines in the order in which they were said; lines without words are left out."""
    spoken = [segment for segment in segments if segment.text.strip()]
    return tuple(
        Turn(
            speaker,
            tuple(
                Line(
                    where[segment.id].anchor,
                    where[segment.id].clock,
                    segment.text.strip(),
                    tuple(marks.get(segment.id, ())),
                )
                for segment in said
            ),
        )
        for speaker, said in groupby(spoken, key=lambda segment: segment.speaker)
    )
