"""A claim keeps what its words were qualified with.

Claim and carrying clauses are compared kind by kind. What the claim lost is marked; where the words say the
contrary (denied, refused, taken back, said to be done) the claim is not confirmed, and what was only asked
becomes an open question. Where the words only hedge, a model is asked whether it was settled after all
(Chain-of-Verification, Dhuliawala et al. 2023).
"""

from __future__ import annotations

from dataclasses import replace

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Mark, Verdict
from guardrails.qualifier.carriers import carriers_of
from guardrails.qualifier.comparing import CONTRARY, Kind, Qualification, qualifications
from guardrails.qualifier.retraction import retraction_of
from guardrails.qualifier.verifying import is_cleared

FLAGS: dict[Kind, str] = {
    "condition": "conditional",
    "exception": "has-exception",
    "hedge": "hedged",
    "asked": "asked",
}
"""What a claim bears when its text does not say it; the page shows the flag beside the item."""
CLEARED = "qualifier-cleared"
_REASONS: dict[Kind, str] = {
    "denied": 'the words it cites say the opposite: "{}"',
    "refused": 'it was asked for and refused: "{}"',
    "asked": 'it was asked, not settled: "{}"',
    "past": 'the words it cites tell it as done: "{}"',
    "condition": 'it was said under a condition that is missing here: "{}"',
    "exception": 'it was said with an exception that is missing here: "{}"',
    "hedge": 'it was said with a doubt that is missing here: "{}"',
}


class Qualifier:
    """Negation, condition, exception, hedge, question, past and retraction of actions and decisions."""

    name = "qualifier"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        return claim.kind in ("action", "decision") and (
            bool(_missing(claim, context)) or retraction_of(claim, context) is not None
        )

    def check(self, claim: Claim, context: Context) -> Verdict:
        if claim.kind not in ("action", "decision"):
            return Verdict("verified", "it asserts nothing that could be qualified")
        if (back := retraction_of(claim, context)) is not None:
            return Verdict("unverified", f'it was taken back afterwards: "{back.words}"')
        for each in _missing(claim, context):
            return Verdict("unverified", _REASONS[each.kind].format(each.words))
        return Verdict("verified", "nothing that qualifies it is missing")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        if retraction_of(claim, context) is not None:
            return None
        for each in _missing(claim, context):
            if each.kind == "asked":
                # Whose it would be, and until when, was asked with it.
                flags = _with(claim.flags, FLAGS["asked"])
                return replace(claim, kind="question", owner=None, due_phrase=None, flags=flags)
            if each.kind in CONTRARY:
                return None
            if each.kind == "hedge" and ask is not None and is_cleared(claim, each.words, context, ask):
                claim = replace(claim, flags=_with(claim.flags, CLEARED))
            else:
                claim = qualified(claim, each)
        return claim


def qualified(claim: Claim, missing: Qualification) -> Claim:
    """`claim` marked with what was said with it."""
    mark = Mark(missing.words, "qualifier", _REASONS[missing.kind].format(missing.words))
    marks = tuple(dict.fromkeys((*claim.marks, mark)))
    return replace(claim, flags=_with(claim.flags, FLAGS[missing.kind]), marks=marks)


def _missing(claim: Claim, context: Context) -> list[Qualification]:
    carriers = carriers_of(claim, context)
    if not carriers:
        return []
    found = qualifications(claim, carriers, context)
    cleared = CLEARED in claim.flags
    return [
        each
        for each in found
        if FLAGS.get(each.kind) not in claim.flags and not (cleared and each.kind == "hedge")
    ]


def _with(flags: tuple[str, ...], flag: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*flags, flag)))
