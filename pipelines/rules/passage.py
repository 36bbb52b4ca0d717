"""The words that prove an item: the sentences it was made of, and what explains them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.core.types import Evidence
from pipelines.meeting import Meeting
from pipelines.sentences import Sentence

QUOTE_WORDS = 40
_WORD = re.compile(r"\S+")
_AROUND = 3
"""Sentences on each side that may explain the others."""


def evidence_of(meeting: Meeting, said: Sequence[Sentence], meant: Sentence) -> Evidence:
    """The cited segments, and a quote that is literally in their texts joined by a blank: these as a whole
    where they are short, else the passage, or, if it is long, `meant` with what its sentence says before."""
    ordered = sorted(_passage(meeting, said), key=lambda sentence: sentence.index)
    cited = {place for sentence in ordered for place in sentence.segments}
    quote = text = " ".join(meeting.segments[place].text for place in sorted(cited))
    if len(text.split()) > QUOTE_WORDS:
        begin, end = _span(text, ordered)
        quote = text[begin:end]
    if not 0 < len(quote.split()) <= QUOTE_WORDS:
        part = _ending(meeting.sentences[meant.index], meant.text)
        cited, quote = {*part.segments}, part.text
    return Evidence(tuple(meeting.segments[place].id for place in sorted(cited)), quote.strip(" ,;:-"))


def _passage(meeting: Meeting, said: Sequence[Sentence]) -> Sequence[Sentence]:
    """What a quote is made of: in longer talk whole sentences with those beside them, if they are short."""
    whole = [meeting.sentences[sentence.index] for sentence in said]
    if length_of(whole) > QUOTE_WORDS:
        return said
    is_clear = meeting.is_short or any(meeting.is_typed(sentence.index) for sentence in said)
    return whole if is_clear else _with_those_beside(meeting, whole)


def fits(meeting: Meeting, first: Sentence, last: Sentence) -> bool:
    """Whether a quote has room for both, and what is between."""
    return length_of(meeting.sentences[first.index : last.index + 1]) <= QUOTE_WORDS


def length_of(said: Sequence[Sentence]) -> int:
    """In words."""
    return sum(len(sentence.text.split()) for sentence in said)


def _with_those_beside(meeting: Meeting, said: Sequence[Sentence]) -> Sequence[Sentence]:
    """Up to the length of a quote, first those that say more of what is rare in this meeting."""
    first, last = min(each.index for each in said), max(each.index for each in said)
    passage: Sequence[Sentence] = meeting.sentences[first : last + 1]
    if length_of(passage) > QUOTE_WORDS:
        return said
    beside = [
        *meeting.sentences[max(first - _AROUND, 0) : first],
        *meeting.sentences[last + 1 : last + 1 + _AROUND],
    ]
    while beside:
        ends = [each for each in beside if each.index in (passage[0].index - 1, passage[-1].index + 1)]
        best = max(ends, key=lambda each: meeting.weight(each.reading.content))
        beside.remove(best)
        longer = sorted([*passage, best], key=lambda each: each.index)
        if length_of(longer) > QUOTE_WORDS:
            break
        passage = longer
    return passage


def _span(text: str, ordered: Sequence[Sentence]) -> tuple[int, int]:
    """Where the first of these sentences begins, and the last ends; nowhere, if one is not in the text."""
    begin, end = len(text), 0
    for sentence in ordered:
        at = text.find(sentence.text, end)
        if at < 0:
            return 0, 0
        begin, end = min(begin, at), at + len(sentence.text)
    return begin, end


def _ending(whole: Sentence, meant: str) -> Sentence:
    """As many words of a sentence as a quote has, up to the end of what is meant."""
    end = whole.text.find(meant) + len(meant) if meant else len(whole.text)
    words = [*_WORD.finditer(whole.text, 0, end)][-QUOTE_WORDS:]
    return whole.part(words[0].start(), words[-1].end())
