"""What the clauses that carry a claim say and the claim does not: denied, conditional, excepted, hedged,
asked, past."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim
from guardrails.language import Clause, Reading, read
from guardrails.qualifier.answers import answer_of
from guardrails.qualifier.carriers import ABOUT, DOUBTED, FULL, Carrier, lines_behind

Kind = Literal["denied", "refused", "asked", "past", "condition", "exception", "hedge"]
GRAVEST_FIRST: tuple[Kind, ...] = ("denied", "refused", "asked", "past", "condition", "exception", "hedge")
CONTRARY: frozenset[Kind] = frozenset(("denied", "refused", "asked", "past"))
"""What makes a claim false; the others belong to it."""
_AFTERTHOUGHTS = 2
"""Clauses behind a clause that may limit it."""
_PLANNED = 4
"""Lines in which more of what was done is planned."""


@dataclass(frozen=True, slots=True)
class Qualification:
    """One thing that was said with the claim and is missing in it."""

    kind: Kind
    words: str
    """As they were said."""


def qualifications(claim: Claim, carriers: Sequence[Carrier], context: Context) -> list[Qualification]:
    """What is missing in `claim`, the gravest first.

    What was doubtful at first and is said firmly and as fully later is firm: the last full carrier decides.
    """
    said = kinds_of(read(claim.text, context.language))
    found = [list(_of(carrier, claim, context)) for carrier in carriers]
    firm = max((number for number, here in enumerate(found) if not here), default=-1)
    left = (
        each
        for number, here in enumerate(found)
        for each in here
        if number > firm or carriers[number].share > carriers[firm].share
    )
    missing = dict.fromkeys(each for each in left if each.kind not in said)
    return sorted(missing, key=lambda each: GRAVEST_FIRST.index(each.kind))


def kinds_of(reading: Reading) -> frozenset[Kind]:
    """What a claim says of itself."""
    kinds: set[Kind] = set()
    for clause in reading.clauses:
        kinds |= {limit.kind for limit in clause.limits}
        kinds |= {"denied", "refused"} if clause.denied else set()
        kinds |= {"asked"} if clause.act == "ask" else set()
        kinds |= {"past"} if clause.past else set()
        kinds |= {"hedge"} if clause.hedged else set()
    return frozenset(kinds)


def _of(carrier: Carrier, claim: Claim, context: Context) -> Iterator[Qualification]:
    for kind, words in _said(carrier, claim, context):
        if carrier.share >= (FULL if kind in CONTRARY else DOUBTED if kind == "hedge" else ABOUT):
            yield Qualification(kind, words)


def _said(carrier: Carrier, claim: Claim, context: Context) -> Iterator[tuple[Kind, str]]:
    clause = carrier.clause
    conditions = [limit for limit in clause.limits if limit.kind == "condition"]
    inside = {token.lemma for limit in conditions for token in clause.tokens[limit.first : limit.last]}
    if carrier.shared <= inside:
        return
    if clause.denied is not None and clause.denied_content & carrier.shared:
        yield "denied", clause.said_in_main(clause.denied)
    if clause.act in ("ask", "request", "offer"):
        yield from _asked(carrier, claim, context)
    is_open = claim.kind == "action" and clause.act not in ("ask", "promise")
    if is_open and clause.past is not None and not _is_planned(carrier, context):
        yield "past", clause.said_in_main(clause.past)
    for each in (*_reservations(carrier), clause, *_afterthoughts(carrier, context)):
        for limit in each.limits:
            yield limit.kind, each.said(limit.first, limit.last)
        if each.hedged is not None and each.act != "request":
            yield "hedge", each.said_in_main(each.hedged)


def _is_planned(carrier: Carrier, context: Context) -> bool:
    """Whether more of it is promised behind: "I sent the draft, and I'll send the final one"."""
    behind = (read(line.text, context.language) for line in lines_behind(carrier, context, _PLANNED))
    following = [*carrier.following, *(clause for reading in behind for clause in reading.clauses)]
    return any(clause.act == "promise" and clause.content & carrier.shared for clause in following)


def _reservations(carrier: Carrier) -> Iterator[Clause]:
    """The clause before it, where that only doubts: "No promises, but I'll send it"."""
    return (each for each in carrier.before if each.hedged is not None and not each.topic)


def _afterthoughts(carrier: Carrier, context: Context) -> Iterator[Clause]:
    """The next clauses that say nothing of their own but limit or doubt what was said: "But only if it
    rains"."""
    following = [*carrier.following]
    for line in lines_behind(carrier, context, 1):
        following += read(line.text, context.language).clauses[:_AFTERTHOUGHTS]
    for clause in following[: _AFTERTHOUGHTS + 1]:
        if clause.topic - carrier.shared:
            return
        yield clause


def _asked(carrier: Carrier, claim: Claim, context: Context) -> Iterator[tuple[Kind, str]]:
    """A question or a request counts by its answer: a yes takes it on, a no refuses it."""
    clause, answer = carrier.clause, answer_of(carrier, claim, context)
    if answer == "refused":
        yield "refused", clause.said_whole
    elif answer == "done":
        if claim.kind == "action":
            yield "past", clause.said_whole
    elif answer == "open" or (answer is None and clause.asks_for_decision):
        yield "asked", clause.said_whole
