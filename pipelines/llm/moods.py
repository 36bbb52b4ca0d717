"""The moods that a model marked while it drafted a chunk: numbers of lines, for some ten written tokens."""

from __future__ import annotations

from collections.abc import Iterator

from pipelines.llm.chunks import Chunk
from pipelines.llm.schema import ChunkDraft


def moods_of(drafted: ChunkDraft, chunk: Chunk) -> Iterator[tuple[str, int]]:
    """Each segment of `chunk` with 1, 0 or -1; nothing where the model marked none of either kind.

    A line is what one voice said in a row: its murmuring listeners have no mood of their own. A line that was
    marked as both counts as neither. Numbers that no line has are left out.
    """
    if drafted.glad is None and drafted.upset is None:
        return
    glad, upset = set(drafted.glad or ()), set(drafted.upset or ())
    for line in chunk.lines:
        mark = (line.number in glad) - (line.number in upset)
        for segment in line.segments:
            yield segment.id, mark if segment.speaker == line.speaker else 0
