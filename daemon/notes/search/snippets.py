"""From a row of the index to what a page shows: marked words, and the second in which they were said."""

from __future__ import annotations

from typing import cast

from daemon.notes.search.marking import END, START, Place
from daemon.notes.search.results import Hit, Passage, PassageKind

Row = tuple[str, str, str, list[Place], str]
"""Note, kind, ref, lines, text."""


def hit_of(_: str, kind: str, ref: str, lines: list[Place], highlighted: str, snippet: str) -> Hit:
    """Of what `marked` gives of a passage."""
    line = _line_at(lines, highlighted.find(START))
    return Hit(
        kind=cast(PassageKind, kind),
        ref=line[1] if line else ref,
        start_s=line[2] if line else None,
        line=line[3] if line else None,
        snippet=tuple(_parts(snippet)),
    )


def passage_of(row: Row) -> Passage:
    note_id, kind, ref, places, text = row
    return Passage(
        note_id=note_id,
        kind=cast(PassageKind, kind),
        ref=ref,
        start_s=places[0][2] if places else None,
        text=text,
        segment_ids=tuple(place[1] for place in places),
    )


def _line_at(lines: list[Place], offset: int) -> Place | None:
    """The line that holds the character at `offset`. Nothing marked comes before the first mark."""
    found = None
    for line in lines:
        if line[0] <= max(offset, 0):
            found = line
    return found


def _parts(snippet: str) -> list[tuple[str, bool]]:
    parts: list[tuple[str, bool]] = []
    for index, piece in enumerate(snippet.replace("\n", " ").split(START)):
        marked, end, rest = piece.partition(END)
        if index and end:
            parts.append((marked, True))
        else:
            rest = piece
        if rest:
            parts.append((rest, False))
    return parts
