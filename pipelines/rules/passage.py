"""The words that prove an item: the sentences it was made of."""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.core.types import Evidence
from pipelines.rules.context import Context
from pipelines.sentences import Sentence

QUOTE_WORDS = 40


def evidence_of(context: Context, said: Sequence[Sentence]) -> Evidence:
    """The cited segments, and a quote that is literally in their texts joined by a blank: whole sentences
    where they are short, else the parts of them that are meant."""
    whole = [context.sentences[sentence.index] for sentence in said]
    is_short = sum(len(sentence.text.split()) for sentence in whole) <= QUOTE_WORDS
    return _quoted(context, whole if is_short else said)


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
