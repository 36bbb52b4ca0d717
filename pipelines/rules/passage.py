"""The words that prove an item: the sentences it was made of, and what explains them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from guardrails.core.types import Evidence
from pipelines.rules.context import Context
from pipelines.sentences import Sentence

QUOTE_WORDS = 40
_WORD = re.compile(r"\S+")
_AROUND = 3
"""Sentences on each side that may explain the others."""


def evidence_of(context: Context, said: Sequence[Sentence], meant: Sentence) -> Evidence:
    """The cited segments, and a quote that is literally in their texts joined by a blank: whole sentences
    where they are short, with those beside them; else the parts of them that are meant, or `meant` with
    what its sentence says before."""
    whole = [context.sentences[sentence.index] for sentence in said]
    if length_of(whole) <= QUOTE_WORDS:
        is_clear = context.is_short or any(context.is_typed(sentence.index) for sentence in said)
        said = whole if is_clear else _passage(context, whole)
    found = _quoted(context, said)
    quote = found.quote if len(found.quote.split()) <= QUOTE_WORDS else _ending(context, meant)
    return replace(found, quote=quote.strip(" ,;:-"))


def _ending(context: Context, meant: Sentence) -> str:
    """As many words of its sentence as a quote has: up to its end, or, where it is longer, from its start."""
    whole = context.sentences[meant.index].text
    begin = max(whole.find(meant.text), 0)
    words = [*_WORD.finditer(whole, 0, begin + len(meant.text))][-QUOTE_WORDS:]
    if words[0].start() > begin:
        words = [*_WORD.finditer(whole, begin)][:QUOTE_WORDS]
    return whole[words[0].start() : words[-1].end()]


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
