"""The words that prove an item: the sentences it was made of, and what explains them."""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.core.types import Evidence
from pipelines.rules.context import Context
from pipelines.sentences import Sentence

QUOTE_WORDS = 40
_AROUND = 3
"""Sentences on each side that may explain the others."""


def evidence_of(context: Context, said: Sequence[Sentence]) -> Evidence:
    """The cited segments, and a quote that is literally in their texts joined by a blank: whole sentences
    where they are short, with those beside them; else the parts of them that are meant."""
    whole = [context.sentences[sentence.index] for sentence in said]
    if length_of(whole) > QUOTE_WORDS:
        return _quoted(context, said)
    is_clear = context.is_short or any(context.is_typed(sentence.index) for sentence in said)
    return _quoted(context, whole if is_clear else _passage(context, whole))


def as_said(quote: str, sentence: Sentence) -> str:
    """The text of an item of longer talk: its quote, or its sentence alone where that is long."""
    return short(quote if len(quote.split()) <= QUOTE_WORDS else sentence.text, QUOTE_WORDS)


def short(said: str, most: int) -> str:
    """`most`: in words."""
    words = said.split()
    return " ".join(words[:most]) + ("..." if len(words) > most else "")


def length_of(said: Sequence[Sentence]) -> int:
    """In words."""
    return sum(len(sentence.text.split()) for sentence in said)


def _passage(context: Context, said: Sequence[Sentence]) -> Sequence[Sentence]:
    """With the sentences before and behind, first those that say more of what is rare in this meeting."""
    first, last = min(each.index for each in said), max(each.index for each in said)
    passage = context.sentences[first : last + 1]
    if length_of(passage) > QUOTE_WORDS:
        return said
    beside = [
        *context.sentences[max(first - _AROUND, 0) : first],
        *context.sentences[last + 1 : last + 1 + _AROUND],
    ]
    while beside:
        ends = [each for each in beside if each.index in (passage[0].index - 1, passage[-1].index + 1)]
        best = max(ends, key=lambda each: context.weight(each.reading.content))
        beside.remove(best)
        longer = sorted([*passage, best], key=lambda each: each.index)
        if length_of(longer) > QUOTE_WORDS:
            break
        passage = longer
    return passage


def _quoted(context: Context, said: Sequence[Sentence]) -> Evidence:
    """The segments as a whole where they are short, else from the first of the sentences to the last."""
    ordered = sorted(said, key=lambda sentence: sentence.index)
    cited = sorted({place for sentence in ordered for place in sentence.segments})
    ids = tuple(context.segments[place].id for place in cited)
    text = " ".join(context.segments[place].text for place in cited)
    if len(text.split()) <= QUOTE_WORDS:
        return Evidence(ids, text)
    begin = text.find(ordered[0].text)
    last = text.find(ordered[-1].text, max(begin, 0))
    if min(begin, last) < 0:
        return Evidence(tuple(context.segments[place].id for place in ordered[0].segments), ordered[0].text)
    return Evidence(ids, text[begin : last + len(ordered[-1].text)])
