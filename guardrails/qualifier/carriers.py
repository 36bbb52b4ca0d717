"""Which clauses carry a claim: those that share most of its content.

People qualify what they say all the time; what counts is the clause from which the claim was made.
"""

from __future__ import annotations

from dataclasses import dataclass

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Segment
from guardrails.language import Clause, Reading, read, topic_of

ABOUT, FULL = 0.5, 0.6
"""Shares of a claim's content. A clause that has less than the first is mostly about something beside it
(of 100 marks on 343 published claims about real calls 92 came from such clauses, nearly all wrong); only
one that has the second can say its contrary."""
DOUBTED = 0.25
"""Share that is enough where who speaks doubts what he takes on himself ("I might send it")."""
_NEAR_BEST = 0.6
"""A clause carries a claim if it shares so much of what the best one shares."""


@dataclass(frozen=True)
class Carrier:
    """A clause that says what the claim says, or a part of it."""

    segment: Segment
    reading: Reading
    place: int
    """Of the clause in the reading."""
    shared: frozenset[str]
    share: float
    """0..1 of the claim's content."""

    @property
    def clause(self) -> Clause:
        return self.reading.clauses[self.place]

    @property
    def before(self) -> tuple[Clause, ...]:
        """What the same line says just before it."""
        return self.reading.clauses[max(0, self.place - 1) : self.place]

    @property
    def doubts_itself(self) -> bool:
        """Whether the speaker hedges what he does himself."""
        clause = self.clause
        if clause.hedged is None or clause.act == "request":
            return False
        before = {token.text for token in clause.main[max(0, clause.hedged[0] - 2) : clause.hedged[1]]}
        return clause.act == "promise" or not before.isdisjoint(clause.language.words("speaker"))

    @property
    def following(self) -> tuple[Clause, ...]:
        """What the same line says behind it."""
        return self.reading.clauses[self.place + 1 :]


def carriers_of(claim: Claim, context: Context) -> tuple[Carrier, ...]:
    """The clauses of the cited lines that carry `claim`, in the order of speech; the best ones only."""
    wanted = topic_of(claim.text, context.language, claim.owner, limited=True)
    cited = sorted(context.cited(claim), key=lambda segment: context.places[segment.id])
    found = [
        Carrier(segment, reading, place, shared, len(shared) / len(wanted))
        for segment in cited
        for reading in (read(segment.text, context.language),)
        for place, clause in enumerate(reading.clauses)
        if (shared := wanted & clause.content)
    ]
    best = max((carrier.share for carrier in found), default=0.0)
    return tuple(
        carrier
        for carrier in found
        if carrier.share >= max(ABOUT, _NEAR_BEST * best)
        or (carrier.share == best >= DOUBTED and carrier.doubts_itself)
    )


def lines_behind(carrier: Carrier, context: Context, count: int) -> tuple[Segment, ...]:
    """The next lines after a carrier's."""
    place = context.places[carrier.segment.id]
    return context.segments[place + 1 : place + 1 + count]
