"""A second opinion on each chunk: what the rules engine finds in the same words.

A model paraphrases, rules look for speech acts: they err in different ways, and are surer together. What
both saw gains confidence. The likeliest that only the rules saw are put to the model as a yes or no, for
some 50 tokens each while it still has the chunk in mind; what is too unlikely for a possible item is not.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Ask
from guardrails.core.types import Claim, Segment
from pipelines.rules import actions_by_rules, least_confidence
from pipelines.same_item import likeness
from pipelines.tape import AGREED, CONFIRMED

# How sure a claim is that only the model saw, and one that both engines saw.
ALONE = 0.7
TOGETHER = 0.9
# Of those that the rules rank first and find likely enough: 0.8 questions a chunk, which reach 176 of the 240
# wanted marks in 90 meetings of groups unseen. The two likeliest, however unlikely, are 1.4 and reach 194.
MOST_OFFERED = 3

ACCEPTED = "accepted"
# Small models lean to "yes": these words have to be found in the lines.
_OPINION = {"enum": [ACCEPTED, "refused", "unanswered"]}


def with_second_opinion(
    drafted: Sequence[Claim], segments: Sequence[Segment], roster: Sequence[str], language: str, ask: Ask
) -> tuple[Claim, ...]:
    """`drafted` with what the rules engine says to it, and what the model then admits to have missed.
    `language`: code of the one that is spoken.

    A question that gets no answer adds nothing: the rules alone may be wrong.
    """
    found = _by_rules(tuple(segments), tuple(roster))
    claims = [
        replace(claim, confidence=TOGETHER, flags=(*claim.flags, AGREED))
        if claim.kind == "action" and any(is_same_work(claim, other) for other in found)
        else replace(claim, confidence=ALONE)
        for claim in drafted
    ]
    likely = [claim for claim in found if claim.confidence >= least_confidence(language)]
    missed = [claim for claim in likely if not any(is_same_work(other, claim) for other in drafted)]
    missed.sort(key=lambda claim: claim.confidence, reverse=True)
    for claim in missed[:MOST_OFFERED]:
        if _admits(ask, claim):
            claims.append(replace(claim, confidence=TOGETHER, flags=(*claim.flags, CONFIRMED)))
    return tuple(claims)


@lru_cache(maxsize=128)  # while people talk, the chunks before are gone through again with each new one
def _by_rules(segments: tuple[Segment, ...], roster: tuple[str, ...]) -> tuple[Claim, ...]:
    return tuple(actions_by_rules(segments, roster=roster))


def question_about(claim: Claim) -> str:
    """What the model is asked of it; most of the rules' items are quotes, which need not be told twice."""
    whose = f"{claim.owner}: " if claim.owner else ""
    said = "" if claim.is_quote else f' It was said: "{claim.evidence.quote}".'
    return f'Was this accepted by somebody, refused, or unanswered: "{whose}{claim.text}"?{said}'


def _admits(ask: Ask, claim: Claim) -> bool:
    try:
        return bool(json.loads(ask(claim, question_about(claim), _OPINION).text) == ACCEPTED)
    except (NoAnswerError, ValueError):
        return False


def is_same_work(one: Claim, other: Claim) -> bool:
    """Whether both mean one piece of work. A decision drafted from the same words counts: it was seen."""
    lines, other_lines = one.evidence.segment_ids, other.evidence.segment_ids
    is_one_kind = one.kind == other.kind or not set(lines).isdisjoint(other_lines)
    return is_one_kind and likeness(one.text, lines, other.text, other_lines, may_hold=True) > 0
