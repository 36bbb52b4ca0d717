"""A meeting cut into chunks, each small enough for a model's context and read in one go.

A chunk is a run of whole segments, rendered as lines. Where it ends depends on nothing that is said later, so
that a meeting which goes on is cut in the same places as one that is over. Who drafts it may end one early,
and remembers where (docs/adr/0242).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from guardrails.core.types import Segment
from pipelines.languages import spoken_language
from pipelines.llm.lines import Line, OpenLines, lines_of

# About 1,000 tokens of English, four minutes of talk; in characters, so that every model gets the same
# chunks.
CHUNK_CHARACTERS = 3_600
# What the chunk before ended with, so that "I'll do that" can be understood.
CONTEXT_CHARACTERS = 250
# A chunk is cut at the best place in its last tenth: a shorter one wastes the words around it. One that ends
# early is, so that the place matters more.
_LEAST_FULL = 0.9
_LEAST_KEPT_EARLY = 0.75

# Half of one is worth the words around it, which are read and written for each, where the model has time. A
# shorter one would have more than one word of instructions in seven (bench/prompts.py).
LEAST_EARLY = 0.5

# What little is left after the last full one is drafted with it.
_MOST_FULL = 1.25

# What a place to cut is worth, in seconds of pause.
_TURN = 1.0
_SENTENCE = 0.5
_ANSWER_TO_COME = -2.0
_LONGEST_PAUSE_S = 5.0

_SENTENCE_ENDS = (". ", "? ", "! ", "; ", ", ", " ")


@dataclass(frozen=True)
class Chunk:
    lines: tuple[Line, ...]
    context: tuple[str, ...] = ()
    """The last lines of the chunk before, without numbers: to be understood, not to be cited."""
    before: tuple[Segment, ...] = ()
    """All of the chunk before."""
    is_complete: bool = True
    """False for the last one, which more speech makes longer."""
    declared: str | None = None
    """Language of the meeting, by who transcribed it."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return _segments(self.lines)

    @property
    def talk_s(self) -> float:
        """Seconds in which it was said; 0 for a transcript without times."""
        said = self.segments
        return (said[-1].end_s or 0.0) - (said[0].start_s or 0.0)

    @cached_property
    def language(self) -> str:
        """Of this chunk and the one before: nothing that is said later may count."""
        return spoken_language((*self.before, *self.segments), self.declared)

    def early_end(self, characters: int = CHUNK_CHARACTERS) -> str | None:
        """The segment with which this chunk, still open, may end now; None where it is too short for that."""
        segments = self.segments
        sizes = OpenLines(segments).sizes
        least = LEAST_EARLY * characters
        if sum(sizes) < least:
            return None
        least = max(least, _LEAST_KEPT_EARLY * sum(sizes))
        return segments[_cut(segments, sizes, segments[-1], least) - 1].id

    def with_rest(self, rest: Chunk, characters: int = CHUNK_CHARACTERS) -> Chunk | None:
        """This chunk with `rest`, which comes last; None where that is much longer than a full one."""
        segments = (*self.segments, *rest.segments)
        if sum(OpenLines(segments).sizes) > _MOST_FULL * characters:
            return None
        return replace(self, lines=lines_of(segments), is_complete=False)

    def halves(self) -> tuple[Chunk, Chunk] | None:
        """This chunk in two, for a context that it does not fit; None where nothing is left to divide.

        A single segment is divided at the end of a sentence; both parts keep its number and its id.
        """
        if len(self.lines) > 1:
            middle = len(self.lines) // 2
            first, second = self.lines[:middle], self.lines[middle:]
        else:
            parts = _line_in_two(self.lines[0])
            if parts is None:
                return None
            first, second = (parts[0],), (parts[1],)
        return (
            replace(self, lines=first, is_complete=True),
            replace(self, lines=second, context=_tail(first), before=_segments(first)),
        )


def chunks_of(
    segments: Sequence[Segment],
    *,
    characters: int = CHUNK_CHARACTERS,
    declared: str | None = None,
    ends: Collection[str] = (),
) -> Iterator[Chunk]:
    """Every segment in exactly one chunk, in order; a segment over the limit gets a chunk of its own.
    `ends`: ids of segments with which a chunk ended early."""
    open_ = OpenLines()
    context: tuple[str, ...] = ()
    before: tuple[Segment, ...] = ()
    for segment in segments:
        while open_.segments and sum(open_.sizes) + open_.size_of(segment) > characters:
            cut = _cut(open_.segments, open_.sizes, segment, _LEAST_FULL * sum(open_.sizes))
            lines = lines_of(open_.segments[:cut])
            yield Chunk(lines, context, before, declared=declared)
            open_, context, before = OpenLines(open_.segments[cut:]), _tail(lines), _segments(lines)
        open_.add(segment)
        if segment.id in ends:
            lines = open_.lines()
            yield Chunk(lines, context, before, declared=declared)
            open_, context, before = OpenLines(), _tail(lines), _segments(lines)
    if open_.segments:
        yield Chunk(open_.lines(), context, before, is_complete=False, declared=declared)


def _cut(segments: Sequence[Segment], sizes: Sequence[int], following: Segment, least: float) -> int:
    """How many of `segments` the chunk keeps: up to the best pause behind its first `least` characters, the
    last of equals."""
    best, most = len(segments), _worth(segments[-1], following)
    kept = sum(sizes)
    for at in range(len(segments) - 1, 0, -1):
        kept -= sizes[at]
        if kept < least:
            break
        if (worth := _worth(segments[at - 1], segments[at])) > most:
            best, most = at, worth
    return best


def _worth(before: Segment, after: Segment) -> float:
    pause = 0.0
    if before.end_s is not None and after.start_s is not None:
        pause = min(max(after.start_s - before.end_s, 0.0), _LONGEST_PAUSE_S)
    said = before.text.rstrip()
    return (
        pause
        + (_TURN if before.speaker != after.speaker else 0.0)
        + (_SENTENCE if said.endswith((".", "!")) else 0.0)
        + (_ANSWER_TO_COME if said.endswith("?") else 0.0)
    )


def _segments(lines: Iterable[Line]) -> tuple[Segment, ...]:
    return tuple(segment for line in lines for segment in line.segments)


def _tail(lines: Sequence[Line]) -> tuple[str, ...]:
    kept: list[str] = []
    room = CONTEXT_CHARACTERS
    for line in reversed(lines):
        words = line.words
        if len(words) > room:
            if not kept:
                kept = [f"... {words[-room:].partition(' ')[2]}"]
            break
        kept.insert(0, words)
        room -= len(words)
    return tuple(kept)


def _line_in_two(line: Line) -> tuple[Line, Line] | None:
    if (middle := len(line.segments) // 2) > 0:
        return replace(line, segments=line.segments[:middle]), replace(line, segments=line.segments[middle:])
    (segment,) = line.segments
    parts = _divided(segment.text)
    if parts is None:
        return None
    first, second = (replace(line, segments=(replace(segment, text=part),)) for part in parts)
    return first, second


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
