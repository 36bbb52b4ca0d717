"""A meeting cut into chunks, each small enough for a model's context and read in one go.

A chunk is a run of whole segments. Each stands in a line of its own, "[12] Ann: words", where 12 is its
place in the chunk: evidence is cited by that number, which costs a token or two however long the meeting and
whatever ids an imported file has. A line holds no line feed: nothing that was said can pass for another line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from guardrails.types import Segment

# About 900 tokens of English, four minutes of talk; in characters, so that every model gets the same chunks.
CHUNK_CHARACTERS = 3_600
# What the chunk before ended with, so that "I'll do that" can be understood.
CONTEXT_CHARACTERS = 300

_SENTENCE_ENDS = (". ", "? ", "! ", "; ", ", ", " ")


@dataclass(frozen=True, slots=True)
class Line:
    """One segment, or a part of one that is too long for any context, under its number in the chunk."""

    number: int
    segment: Segment

    def __str__(self) -> str:
        return f"[{self.number}] {_spoken(self.segment)}"


@dataclass(frozen=True, slots=True)
class Chunk:
    lines: tuple[Line, ...]
    context: tuple[str, ...] = ()
    """The last lines of the chunk before, without numbers: to be understood, not to be cited."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return tuple(line.segment for line in self.lines)

    def halves(self) -> tuple[Chunk, Chunk] | None:
        """This chunk in two, for a context that it does not fit; None where nothing is left to divide.

        A single segment is divided at the end of a sentence; both parts keep its number and its id.
        """
        if len(self.lines) > 1:
            middle = len(self.lines) // 2
            first, second = self.lines[:middle], self.lines[middle:]
        else:
            parts = _divided(self.lines[0].segment.text)
            if parts is None:
                return None
            first, second = (
                (replace(self.lines[0], segment=replace(self.lines[0].segment, text=part)),) for part in parts
            )
        return Chunk(first, self.context), Chunk(second, _tail(first))


def chunks_of(segments: Sequence[Segment], *, characters: int = CHUNK_CHARACTERS) -> Iterator[Chunk]:
    """Every segment in exactly one chunk, in order; a segment over the limit gets a chunk of its own."""
    lines: list[Line] = []
    size = 0
    context: tuple[str, ...] = ()
    for segment in segments:
        line = Line(len(lines) + 1, segment)
        if lines and size + len(str(line)) > characters:
            yield Chunk(tuple(lines), context)
            lines, size, context = [], 0, _tail(lines)
            line = Line(1, segment)
        lines.append(line)
        size += len(str(line)) + 1
    if lines:
        yield Chunk(tuple(lines), context)


def _spoken(segment: Segment) -> str:
    """A voice that nobody has named has no name here either: the model must not make one up."""
    text = " ".join(segment.text.split())
    return f"{' '.join(segment.speaker.split())}: {text}" if segment.speaker else text


def _tail(lines: Sequence[Line]) -> tuple[str, ...]:
    kept: list[str] = []
    room = CONTEXT_CHARACTERS
    for line in reversed(lines):
        text = _spoken(line.segment)
        if len(text) > room:
            break
        kept.insert(0, text)
        room -= len(text)
    return tuple(kept)


def _divided(text: str) -> tuple[str, str] | None:
    """`text` in two near its middle, at the best boundary there is in its middle half."""
    if len(text) < 2:
        return None
    middle = len(text) // 2
    for end in _SENTENCE_ENDS:
        found = text.rfind(end, middle // 2, middle + middle // 2)
        if found >= 0:
            cut = found + len(end)
            return text[:cut].rstrip(), text[cut:]
    return text[:middle], text[middle:]
