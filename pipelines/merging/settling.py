"""A draft put in the order of the meeting: what holds at its end, not what was said first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from guardrails.types import Claim, Segment, Tape
from pipelines.draft import Draft
from pipelines.languages import spoken_language
from pipelines.merging.answering import close_answered
from pipelines.merging.deciding import redecide
from pipelines.merging.english import ENGLISH
from pipelines.merging.german import GERMAN
from pipelines.merging.joining import join
from pipelines.merging.proposing import set_apart
from pipelines.merging.reassigning import reassign
from pipelines.merging.redating import redate
from pipelines.merging.refusing import tell_refusals
from pipelines.merging.retracting import retract, supersede
from pipelines.merging.taking_up import take_up
from pipelines.merging.talk import Talk
from pipelines.owners import own
from pipelines.summary.telling import unspent


@dataclass(frozen=True, slots=True)
class Settled:
    """A draft of which every claim holds at the end of the meeting, and what was done to get there."""

    draft: Draft
    tape: Tape


def settle(
    draft: Draft,
    segments: Sequence[Segment],
    roster: Sequence[str] = (),
    *,
    extracted: bool = True,
    language: str | None = None,
) -> Settled:
    """Owners named, work handed on, repetitions joined, what was taken back or answered left out.

    Claims keep their ids and their order; a draft in which nothing changed is the same object. Claims that
    cite words that do not exist are none of this step's business: the checks tell. `extracted`: the summary
    is lines that the rules chose, from which those go that say what no longer stands. `language`: code of the
    one that is spoken; None finds it in the words. In others than German the words of English are looked for,
    which other languages do not have.
    """
    ids = {segment.id for segment in segments}
    placed = [claim for claim in draft.claims if claim.evidence.segment_ids and _exists(claim, ids)]
    tongue = GERMAN if spoken_language(segments, language) == "de" else ENGLISH
    meeting = tongue.meeting_of(segments, roster)
    talk = Talk(meeting, own(placed, meeting), tongue, refusals=tuple(tongue.refusals(meeting)))
    for step in (
        take_up,
        reassign,
        join,
        set_apart,
        redate,
        retract,
        supersede,
        redecide,
        close_answered,
        tell_refusals,
    ):
        talk = step(talk)
    kept = {claim.id: claim for claim in talk.claims}
    strays = [claim for claim in draft.claims if claim not in placed]
    claims = tuple(kept.get(c.id, c) for c in draft.claims if c.id in kept or c in strays)
    known = {claim.id for claim in draft.claims}
    claims += tuple(claim for claim in talk.claims if claim.id not in known)
    summary = draft.summary
    if extracted:
        gone = [claim for claim in placed if claim.id not in kept]
        refused = [request.raw for _, request, _ in talk.refusals]
        summary = unspent(summary, gone, segments, tongue.stems, refused)
    if claims == draft.claims and summary == draft.summary:
        return Settled(draft, talk.tape)
    return Settled(replace(draft, claims=claims, summary=summary), talk.tape)


def _exists(claim: Claim, ids: set[str]) -> bool:
    return all(segment_id in ids for segment_id in claim.evidence.segment_ids)
