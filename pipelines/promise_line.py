"""The line in which somebody takes work on, where nobody knows yet whose voice it is."""

from __future__ import annotations

from dataclasses import replace

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.language import read
from guardrails.language.answers import TAKEN, Asked, answer_in
from pipelines.draft import UNKNOWN_SPEAKER
from pipelines.speakers.turns import is_voice, known_name

# Words: who says more to a request may be speaking of something else.
_SHORT = 8


def with_promise_last(claim: Claim, context: Context) -> Claim:
    """`claim` with the line last in its evidence in which a voice without a name took the work on.

    Whoever gives that line a name makes it the owner; until then the voice is, where voices were told apart.
    A line that only asks for the work is never there: where every cited one does so, the yes right behind
    them is cited too, and without one the claim waits for no voice.
    """
    if UNKNOWN_SPEAKER not in claim.flags and not is_voice(claim.owner):
        return claim
    cited = context.cited(claim)
    unnamed = [segment for segment in cited if known_name(segment.speaker) is None]
    if claim.owner is not None:
        unnamed = [segment for segment in unnamed if segment.speaker == claim.owner]
    if not unnamed:
        return claim
    for acts in (("promise", "offer"), ("accept",), ("state",)):
        for segment in reversed(unnamed):
            if any(clause.act in acts for clause in read(segment.text, context.language).clauses):
                return _citing_last(claim, segment)
    if claim.owner is not None:
        return _citing_last(claim, unnamed[-1])
    last = max(cited, key=lambda segment: context.places[segment.id])
    behind = context.places[last.id] + 1
    answer = context.segments[behind] if behind < len(context.segments) else None
    if answer is not None and known_name(answer.speaker) is None and _is_yes(answer, last, context.language):
        return _citing_last(claim, answer)
    return _without_flag(claim)


def _citing_last(claim: Claim, segment: Segment) -> Claim:
    before = [segment_id for segment_id in claim.evidence.segment_ids if segment_id != segment.id]
    claim = replace(claim, evidence=Evidence((*before, segment.id), claim.evidence.quote))
    return claim if segment.speaker is None else _without_flag(replace(claim, owner=segment.speaker))


def _without_flag(claim: Claim) -> Claim:
    return replace(claim, flags=tuple(flag for flag in claim.flags if flag != UNKNOWN_SPEAKER))


def _is_yes(answer: Segment, asked: Segment, code: str) -> bool:
    """ "I'll do it", "sure", and no more."""
    request, reply = read(asked.text, code).clauses, read(answer.text, code).clauses
    if not request or len(answer.text.split()) > _SHORT:
        return False
    return answer_in(reply, Asked(request[-1], asked.speaker)) in TAKEN
