"""How a question or a request was answered: taken on, refused, said to be done, or left open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim
from guardrails.language import Clause, read
from guardrails.qualifier.carriers import Carrier, lines_behind

Answer = Literal["accepted", "refused", "done", "open", "none"]
_LINES = 3
"""In which a question or a request is answered."""
_CLAUSES = 2
"""Of each line: an answer comes first."""
_BESIDE = 2
"""Lemmas that "I did that on Monday, by the way" may have beside what was asked for."""


def answer_to(carrier: Carrier, claim: Claim, context: Context) -> Answer:
    """What is said to the asking clause of `carrier` in the clauses and lines behind it."""
    if _is_taken_up(carrier, claim, context):
        return "accepted"
    found: Answer = "none"
    refused_in = ""
    for clause in _following(carrier, context):
        if found == "none":
            found, refused_in = _answer(clause, carrier, claim), clause.text
        elif found != "refused" or clause.text != refused_in:
            break
        elif clause.act == "promise" and (clause.has("anaphor") or clause.content & carrier.shared):
            return "accepted"  # "Not yet. I'll send it tonight."
    return found


def _is_taken_up(carrier: Carrier, claim: Claim, context: Context) -> bool:
    """Whether the claim cites a later line in which its owner takes it on, whoever said no before."""
    asked = context.places[carrier.segment.id]
    return claim.owner is not None and any(
        context.places[line.id] > asked
        and line.speaker == claim.owner
        and _takes(line.text, context.language)
        for line in context.cited(claim)
    )


def _takes(text: str, code: str) -> bool:
    reading = read(text, code)
    return reading.takes_on and not reading.refuses and not any(clause.past for clause in reading.clauses)


def _following(carrier: Carrier, context: Context) -> Iterator[Clause]:
    yield from carrier.following
    asking = carrier.segment.speaker
    for line in lines_behind(carrier, context, _LINES):
        # Who asks for something goes on speaking, and does not answer himself.
        if carrier.clause.act != "request" or asking is None or line.speaker != asking:
            yield from read(line.text, context.language).clauses[:_CLAUSES]


def _answer(clause: Clause, carrier: Carrier, claim: Claim) -> Answer:
    asked = carrier.shared
    if clause.has("open_answer"):
        return "open"
    if clause.act == "refuse":
        other_day = clause.days and not clause.topic and (claim.due_phrase or "\n") not in clause.text
        return "none" if other_day else "refused"  # "can't do Friday" refuses the day alone
    if clause.past is not None and len(clause.topic - asked) <= _BESIDE:
        return "done"
    repeats, is_yes = bool(asked & clause.content), clause.begins("accept")
    if carrier.clause.has("choice") and carrier.clause.asks:
        is_yes = repeats  # "order or wait?" - "okay" chooses nothing
    elif clause.act == "state" and repeats and not is_yes:
        return "refused" if clause.denied is not None else "accepted"
    elif clause.act in ("promise", "offer"):
        is_yes |= repeats or not clause.topic or clause.has("takes_over")
    return "accepted" if is_yes else "none"
