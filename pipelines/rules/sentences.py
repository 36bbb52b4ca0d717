"""Turns and sentences: what one voice said in one go, cut where a thought ends.

A recogniser cuts by pauses, so one promise may lie in three short segments, or thirty sentences in one long
one. Segments of one speaker are therefore joined into a turn (the listeners' "mm-hmm" does not end it), and
the turn is cut into sentences at punctuation, or, where a speaker has none, before a new subject once the
stretch is long.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from guardrails.core.types import Segment
from pipelines.rules.clean import Clean, clean

_END = re.compile(r"[.?!]+[\"')\]]*(?=\s|$)")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|mr|mrs|ms|dr|vs|no|approx|st|[a-z]))\.$", re.IGNORECASE)
_NEW_SUBJECT = re.compile(
    r"\s(?=(?:and|so|but|then|okay|ok|because|well|yeah)\s(?:\S+\s)?(?:i|you|we|he|she|they|it|let)\b)",
    re.IGNORECASE,
)
_BACKCHANNEL = frozenset(
    """
    mm-hmm mm hmm mhm uh-huh uh huh yeah yep yes okay ok right sure cool great true no oh ah alright um
    """.split()
)
_BACKCHANNEL_WORDS = 3
_OPENS = re.compile(r"\s*[A-Z](?!\b|'|[A-Z])")
_CLOSES = re.compile(r"\w\s*$")
# Seconds: longer than a stop for breath or for a word.
_PAUSE_S = 0.5
# A stretch of this many characters without a full stop is cut before the next subject: about 40 words.
_LONG = 220
# And wherever a word ends, when not even that is there: keeps a quote readable.
_TOO_LONG = 600


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of one turn: its words, where they lie, and how far into the meeting they were said."""

    speaker: str | None
    raw: str
    clean: Clean
    position: float
    """0..1: the share of the meeting's words that came before."""
    segments: tuple[int, ...]
    """Indices of the segments that it touches, in order."""
    bounds: tuple[int, ...]
    """Where in `raw` each of these segments begins (the first is 0)."""
    begins: int
    """Where in its first segment's text the sentence begins."""

    @property
    def asks(self) -> bool:
        return self.raw.rstrip().endswith("?")

    @property
    def says_something(self) -> bool:
        """False for a sigh, a cough, a mere "um"."""
        return any(map(str.isalnum, self.clean.text))

    def segments_of(self, start: int, end: int) -> tuple[int, ...]:
        """Segments under raw[start:end]."""
        first = max(bisect_right(self.bounds, start) - 1, 0)
        last = max(bisect_right(self.bounds, max(end - 1, start)) - 1, first)
        return self.segments[first : last + 1]


def is_backchannel(text: str) -> bool:
    """Whether a listener only shows that he listens."""
    words = re.findall(r"[\w'-]+", text.lower())
    return len(words) <= _BACKCHANNEL_WORDS and all(word in _BACKCHANNEL for word in words)


def _turns(segments: Sequence[Segment]) -> list[list[int]]:
    """Indices of segments by turn. A back-channel is a turn of its own inside another."""
    turns: list[list[int]] = []
    current: list[int] | None = None
    for index, segment in enumerate(segments):
        if not segment.text.strip():
            continue
        if current is not None and segments[current[-1]].speaker == segment.speaker:
            current.append(index)
        elif current is not None and segment.speaker is not None and is_backchannel(segment.text):
            turns.append([index])
        else:
            current = [index]
            turns.append(current)
    return turns


def _cuts(text: str, breaks: Sequence[int]) -> Iterator[int]:
    """Offsets at which the sentences of a turn end; `breaks` are ends that punctuation does not show."""
    ends = [
        match.end()
        for match in _END.finditer(text)
        if not _ABBREVIATION.search(text, max(match.start() - 8, 0), match.start() + 1)
    ]
    start = 0
    for end in sorted({*ends, *breaks, len(text)}):
        yield from _cuts_of_long(text, start, end)
        yield end
        start = end


def _cuts_of_long(text: str, start: int, end: int) -> Iterator[int]:
    while end - start > _LONG:
        subject = _NEW_SUBJECT.search(text, start + _LONG // 2, min(start + _TOO_LONG, end))
        if subject is not None:
            start = subject.start()
        elif end - start > _TOO_LONG:
            blank = text.rfind(" ", start + _LONG, start + _TOO_LONG)
            start = blank if blank > 0 else start + _TOO_LONG
        else:
            return
        yield start


def _breaks(said: Sequence[Segment], starts: Sequence[int]) -> list[int]:
    """Where a segment that does not end in a comma is followed by a capital or by silence: a new sentence.

    "I" always has a capital, so it shows nothing.
    """
    return [
        starts[at] - 1
        for at, (one, other) in enumerate(pairwise(said), 1)
        if _CLOSES.search(one.text) and (_OPENS.match(other.text) or _silence(one, other))
    ]


def _silence(one: Segment, other: Segment) -> bool:
    return one.end_s is not None and other.start_s is not None and other.start_s - one.end_s >= _PAUSE_S


def sentences_of(segments: Sequence[Segment]) -> list[Sentence]:
    """All sentences in the order in which they were said. Time is linear in the text."""
    found = list(sentences_in(segments, _turns(segments), _ends, clean))
    # A listener's "mm-hmm" was said inside the turn that it did not end.
    return sorted(found, key=lambda sentence: sentence.segments[0])


def _ends(text: str, said: Sequence[Segment], starts: Sequence[int]) -> Iterator[int]:
    return _cuts(text, _breaks(said, starts))


def sentences_in(
    segments: Sequence[Segment],
    turns: Iterable[Sequence[int]],
    ends_of: Callable[[str, Sequence[Segment], Sequence[int]], Iterable[int]],
    clean_of: Callable[[str], Clean],
) -> Iterator[Sentence]:
    """The sentences of each turn (indices of segments), in whatever language.

    `ends_of` says where they end, the last at the end of the text. It gets the turn's text, its segments, and
    where in the text each of these begins. `clean_of` cleans one of them.
    """
    before = [0, *accumulate(len(segment.text) for segment in segments)]
    for members in turns:
        said = [segments[index] for index in members]
        starts = [0, *accumulate(len(segment.text) + 1 for segment in said)][:-1]
        text = " ".join(segment.text for segment in said)
        begin = 0
        for end in ends_of(text, said, starts):
            raw = text[begin:end]
            offset = begin + len(raw) - len(raw.lstrip())
            begin = end
            raw = raw.strip()
            if not raw:
                continue
            first = bisect_right(starts, offset) - 1
            last = bisect_right(starts, offset + len(raw) - 1) - 1
            yield Sentence(
                speaker=said[0].speaker,
                raw=raw,
                clean=clean_of(raw),
                position=(before[members[first]] + offset - starts[first]) / max(before[-1], 1),
                segments=tuple(members[first : last + 1]),
                bounds=tuple(max(starts[at] - offset, 0) for at in range(first, last + 1)),
                begins=offset - starts[first],
            )
