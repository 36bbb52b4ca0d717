"""The words that prove a claim: enough to be understood, few enough to be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.core.types import Segment
from pipelines.rules.sentences import Sentence

# A quote of the clause alone may begin with "I'll do that": what "that" is stands before it.
QUOTE_WORDS = 40
# Characters in which that many words surely lie.
_REACH = 400
_SENTENCE_END = re.compile(r"[.?!]\s+")


def quote_of(
    segments: Sequence[Segment], sentence: Sentence, cited: Sequence[int], start: int, end: int
) -> str:
    """The cited words around raw[start:end] of `sentence`: whole sentences, up to QUOTE_WORDS in all.

    Literally a part of the cited segments' texts joined by a blank. Never shorter than the clause.
    """
    first = sentence.segments.index(cited[0])
    text = " ".join(segments[i].text for i in cited)
    # Where the sentence begins in `text`: behind the words of its first cited segment that belong to others.
    offset = sentence.begins if first == 0 else -sentence.bounds[first]
    left, right = start + offset, end + offset
    spare = QUOTE_WORDS - len(text[left:right].split())
    for edge in _edges(text, left, right):
        added = len(text[edge:left].split()) + len(text[right:edge].split())
        if added <= spare:
            spare -= added
            left, right = min(left, edge), max(right, edge)
    return text[left:right].strip()


def _edges(text: str, left: int, right: int) -> list[int]:
    """Ends of sentences: first those of the clause's own, then nearest first before it, then after it."""
    begin, end = max(left - _REACH, 0), min(right + _REACH, len(text))
    ends = [match.end() for match in _SENTENCE_END.finditer(text, begin, end)]
    before = [at for at in reversed(ends) if at <= left] + ([0] if begin == 0 else [])
    after = [at for at in ends if at >= right] + ([len(text)] if end == len(text) else [])
    return [*before[:1], *after[:1], *before[1:4], *after[1:4]]
