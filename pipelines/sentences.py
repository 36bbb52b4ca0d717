"""The sentences of a meeting: what one voice said in one go, cut where a thought ends, and read.

A recogniser cuts by pauses, so one promise may lie in three short segments, or thirty sentences in one long
one. Segments of one speaker are therefore joined into a turn (a listener's "mm-hmm" does not end it), and the
turn is cut into sentences at its stops, at pauses, and, in a long stretch without either, where a clause
begins. Everything that looks for something in a meeting reads these: the picker, merging, summary and title.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from guardrails.core.types import Segment
from guardrails.language import Language, Reading, is_markup, language, read, sentences_of
from pipelines.transcript import TYPED

_PAUSE_S = 0.5
"""Longer than a stop for breath or for a word."""
_LONG = 220
"""Characters (about 40 words) from which a sentence is cut at its clauses."""
_BACKCHANNEL_WORDS = 3


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of one turn: its words, what they do, and where they were said."""

    index: int
    """Among the sentences of the meeting."""
    speaker: str | None
    text: str
    """As it was said: part of the texts of its segments, joined by a blank."""
    reading: Reading
    position: float
    """0..1: the share of the meeting's characters that came before."""
    segments: tuple[int, ...]
    """Indices of the segments that it touches, in order."""
    bounds: tuple[int, ...]
    """Where in `text` each of these segments begins (the first is 0)."""

    def segments_of(self, start: int, end: int) -> tuple[int, ...]:
        """Segments under text[start:end]."""
        first = max(bisect_right(self.bounds, start) - 1, 0)
        last = max(bisect_right(self.bounds, max(end - 1, start)) - 1, first)
        return self.segments[first : last + 1]

    def part(self, start: int, end: int) -> Sentence:
        """text[start:end] alone, still with the reading of the whole."""
        segments = self.segments_of(start, end)
        first = self.segments.index(segments[0])
        bounds = tuple(max(at - start, 0) for at in self.bounds[first : first + len(segments)])
        return replace(self, text=self.text[start:end], segments=segments, bounds=bounds)


def meeting_sentences(segments: Sequence[Segment], code: str) -> tuple[Sentence, ...]:
    """All sentences in the order in which they were said; time is linear in the text.

    `code`: ISO 639-1 code of a language that `guardrails.language` reads.
    """
    spoken = language(code)
    before = [0, *accumulate(len(segment.text) for segment in segments)]
    found: list[Sentence] = []
    for members in _turns(segments, spoken):
        said = [segments[index] for index in members]
        starts = [0, *accumulate(len(segment.text) + 1 for segment in said)][:-1]
        text = " ".join(segment.text for segment in said)
        for begin, end in _pieces(text, said, starts, spoken):
            first = bisect_right(starts, begin) - 1
            last = bisect_right(starts, end - 1) - 1
            found.append(
                Sentence(
                    index=0,
                    speaker=said[0].speaker,
                    text=text[begin:end],
                    reading=read(text[begin:end], code),
                    position=(before[members[first]] + begin - starts[first]) / max(before[-1], 1),
                    segments=tuple(members[first : last + 1]),
                    bounds=tuple(max(starts[at] - begin, 0) for at in range(first, last + 1)),
                )
            )
    # A listener's "mm-hmm" was said inside the turn that it did not end.
    found.sort(key=lambda sentence: sentence.segments[0])
    return tuple(
        Sentence(index, each.speaker, each.text, each.reading, each.position, each.segments, each.bounds)
        for index, each in enumerate(found)
    )


def _turns(segments: Sequence[Segment], spoken: Language) -> list[list[int]]:
    """Indices of segments by turn. A back-channel, or what was typed, is a turn of its own inside another;
    lines of JSON are no turn."""
    turns: list[list[int]] = []
    current: list[int] | None = None
    for index, segment in enumerate(segments):
        if not segment.text.strip() or is_markup(segment.text):
            continue
        if segment.id.startswith(TYPED):
            turns.append([index])
        elif current is not None and segments[current[-1]].speaker == segment.speaker:
            current.append(index)
        elif current is not None and segment.speaker is not None and _is_backchannel(segment.text, spoken):
            turns.append([index])
        else:
            current = [index]
            turns.append(current)
    return turns


def _is_backchannel(text: str, spoken: Language) -> bool:
    """Whether a listener only shows that he listens: a pause, or "yeah", "right", "okay"."""
    if len(text.split()) > _BACKCHANNEL_WORDS or "?" in text:
        return False
    return all(clause.act == "accept" and not clause.topic for clause in read(text, spoken.code).clauses)


def _pieces(
    text: str, said: Sequence[Segment], starts: Sequence[int], spoken: Language
) -> Iterator[tuple[int, int]]:
    """Where the sentences of a turn are, without the blanks around them.

    `starts`: where in `text` each of its segments begins.
    """
    stops = {sentence[-1].end for sentence in sentences_of(text, spoken)}
    begin = 0
    for end in sorted({*stops, *_breaks(said, starts), len(text)}):
        cuts = [begin, *(begin + cut for cut in _clauses(text[begin:end], spoken)), end]
        for first, last in pairwise(cuts):
            piece = text[first:last]
            if any(map(str.isalnum, piece)):
                lead = len(piece) - len(piece.lstrip())
                yield first + lead, first + len(piece.rstrip())
        begin = end


def _clauses(text: str, spoken: Language) -> Iterator[int]:
    """Where a stretch that is long for a sentence is cut: before clauses, at least half of that apart."""
    if len(text) <= _LONG:
        return
    last = 0
    for clause in read(text, spoken.code).clauses:
        start = clause.tokens[0].start
        if start - last >= _LONG // 2 and len(text) - start >= _LONG // 4:
            yield start
            last = start


def _breaks(said: Sequence[Segment], starts: Sequence[int]) -> Iterator[int]:
    """Where a segment without a mark at its end is followed by silence: a new sentence."""
    for at, (one, other) in enumerate(pairwise(said), 1):
        if one.text.rstrip()[-1:].isalnum() and _silence(one, other):
            yield starts[at] - 1


def _silence(one: Segment, other: Segment) -> bool:
    return one.end_s is not None and other.start_s is not None and other.start_s - one.end_s >= _PAUSE_S
