"""From the numbers of lines that a model cites to the segments that hold the proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rapidfuzz import fuzz

from guardrails.core.types import Segment
from pipelines.llm.lines import Line

# Small models copy a quote nearly, not exactly: a stumble left out, a comma more.
_NEARLY = 85.0


def cited_segments(
    numbers: Iterable[int], lines: Mapping[int, Line], quote: str, owner: str | None = None
) -> tuple[Segment, ...]:
    """The segments behind `numbers`, in the order in which they were said.

    Of a line that several segments make only those count that hold `quote`, and a murmur of the `owner`, who
    may have agreed by it; all of them where the quote is not in that line.
    """
    return tuple(
        segment for number in sorted(set(numbers)) for segment in _holding(lines[number], quote, owner)
    )


def _holding(line: Line, quote: str, owner: str | None) -> Iterator[Segment]:
    if len(line.segments) == 1:
        yield from line.segments
        return
    spoken = [s for s in line.segments if s.speaker == line.speaker]
    holding = set(_span(spoken, quote)) or {s.id for s in line.segments}
    for segment in line.segments:
        if segment.id in holding or (segment.speaker != line.speaker and segment.speaker == owner):
            yield segment


def _span(segments: Iterable[Segment], quote: str) -> Iterator[str]:
    """Ids of those over which the quote stretches; none where it is not said there."""
    text, ends = "", []
    for segment in segments:
        text += f"{' '.join(segment.text.split())} "
        ends.append((len(text), segment.id))
    found = fuzz.partial_ratio_alignment(quote.lower(), text.lower(), score_cutoff=_NEARLY)
    if found is None or found.dest_end == found.dest_start or len(quote) > len(text):
        return
    begin = 0
    for end, segment_id in ends:
        # A shared blank at the edge is no word of the quote.
        if found.dest_start < end - 1 and found.dest_end > begin + 1:
            yield segment_id
        begin = end
