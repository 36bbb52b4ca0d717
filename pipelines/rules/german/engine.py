"""The rules engine for German: the same draft as the English one's, from German cues.

Narrower on purpose: what it does not know it leaves out, since a note that misses a promise is completed by
its reader and one that invents a promise is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from pipelines.draft import Draft
from pipelines.rules.german.actions import Found, find_actions
from pipelines.rules.german.decided import decided
from pipelines.rules.german.statements import is_decision, is_open_question
from pipelines.rules.german.text import sentences_of
from pipelines.rules.german.topic import title_of
from pipelines.rules.quotes import QUOTE_WORDS, quote_of
from pipelines.rules.sentences import Sentence

_CONFIDENCE = 0.75
"""Of every claim: the cues are plain ones, and no corpus has weighed them."""


def draft_german(segments: Sequence[Segment], roster: Sequence[str], summary_sentences: int) -> Draft:
    """As `draft_by_rules`."""
    # The summary is made of the rules' own sentences: it is imported where it is used, by both engines.
    from pipelines.summary import lines_of
    from pipelines.summary.german import german_candidates

    sentences = sentences_of(segments)
    actions = find_actions(sentences, segments, roster)
    used = {found.index for found in actions}
    claims = [(found.index, _action(found, sentences, segments)) for found in actions]
    for index, sentence in enumerate(sentences):
        if is_decision(sentence) and index not in used:
            claims.append((index, _statement("decision", sentence, segments)))
        elif is_open_question(index, sentences) and index not in used:
            claims.append((index, _statement("question", sentence, segments)))
    claims.sort(key=lambda pair: pair[0])
    cited = {segment_id for _, claim in claims for segment_id in claim.evidence.segment_ids}
    spent = frozenset(
        place
        for place, sentence in enumerate(sentences)
        if any(segments[index].id in cited for index in sentence.segments)
    )
    return Draft(
        claims=tuple(replace(claim, id=f"c{number}") for number, (_, claim) in enumerate(claims, 1)),
        summary=lines_of(german_candidates(sentences, spent), summary_sentences),
        title=title_of(sentences, segments),
        segments_read=len(segments),
    )


def german_actions(segments: Sequence[Segment], roster: Sequence[str]) -> list[Claim]:
    """As `actions_by_rules`."""
    sentences = sentences_of(segments)
    return [_action(found, sentences, segments) for found in find_actions(sentences, segments, roster)]


def _action(found: Found, sentences: Sequence[Sentence], segments: Sequence[Segment]) -> Claim:
    sentence = sentences[found.index]
    place = sentence.clean.original(found.clause.start, found.clause.end)
    cited = sentence.segments_of(*place)
    quote = quote_of(segments, sentence, cited, *place)
    if found.also is not None:
        answer = sentences[found.also]
        both = (*cited, *answer.segments)
        both = tuple(sorted(set(both)))
        text = " ".join(segments[index].text for index in both)
        left, right = text.find(quote), text.find(answer.raw)
        if 0 <= left < right and len(text[left : right + len(answer.raw)].split()) <= QUOTE_WORDS:
            quote = text[left : right + len(answer.raw)]
        cited = both
    if found.dated_in is not None:
        cited = tuple(dict.fromkeys((*cited, *sentences[found.dated_in].segments)))
    return Claim(
        id="",
        kind="action",
        text=found.task,
        evidence=Evidence(tuple(segments[index].id for index in cited), quote),
        owner=found.owner,
        due_phrase=found.due,
        flags=found.flags,
        confidence=_CONFIDENCE,
    )


def _statement(kind: ClaimKind, sentence: Sentence, segments: Sequence[Segment]) -> Claim:
    whole = (0, len(sentence.raw))
    cited = sentence.segments_of(*whole)
    evidence = Evidence(
        tuple(segments[index].id for index in cited), quote_of(segments, sentence, cited, *whole)
    )
    text = decided(sentence.clean.cased) if kind == "decision" else sentence.clean.cased
    return Claim("", kind, text, evidence, confidence=_CONFIDENCE)
