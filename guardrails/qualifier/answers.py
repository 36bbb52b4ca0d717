"""How the question or request that a claim was made from was answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim
from guardrails.language import Clause, read
from guardrails.language.answers import TAKEN, Answer, Asked, answer_in, answer_to
from guardrails.qualifier.carriers import Carrier, lines_behind

_LINES = 3
"""In which a question or a request is answered."""
_CLAUSES = 2
"""Of each line: an answer comes first."""


def answer_of(carrier: Carrier, claim: Claim, context: Context) -> Answer | None:
    """What is said to the asking clause of `carrier` in the clauses and lines behind it."""
    asked = Asked(carrier.clause, carrier.segment.speaker, about=carrier.shared, day=claim.due_phrase)
    if _is_taken_up(asked, carrier, claim, context):
        return "accepted"
    found = answer_in(carrier.following, asked), answer_to(asked, _behind(carrier, context))
    return found[0] or (found[1] and found[1][1])


def _is_taken_up(asked: Asked, carrier: Carrier, claim: Claim, context: Context) -> bool:
    """Whether the claim cites a later line in which its owner takes it on, whoever said no before."""
    at = context.places[carrier.segment.id]
    return claim.owner is not None and any(
        context.places[line.id] > at
        and line.speaker == claim.owner
        and answer_in(read(line.text, context.language).clauses, asked) in TAKEN
        for line in context.cited(claim)
    )


def _behind(carrier: Carrier, context: Context) -> Iterator[tuple[str | None, Sequence[Clause]]]:
    for line in lines_behind(carrier, context, _LINES):
        yield line.speaker, read(line.text, context.language).clauses[:_CLAUSES]
