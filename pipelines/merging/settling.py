"""A draft put in the order of the meeting: what holds at its end, not what was said first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from guardrails.core.types import Claim, TapeEntry
from guardrails.language import sentences_of
from guardrails.qualifier import retraction_of
from pipelines.draft import Draft
from pipelines.meeting import Meeting
from pipelines.merging.answering import told_later
from pipelines.merging.changing import day_in
from pipelines.merging.joining import repeated, replaced
from pipelines.merging.owners import own
from pipelines.summary.shown import without_dropped

NAME = "merging"
"""The word on the tape."""


def settle(draft: Draft, meeting: Meeting, *, extracted: bool = True) -> Draft:
    """Owners named, repetitions joined, work handed on, days moved, what was taken back or done left out: a
    draft of which every claim holds at the end of the meeting, with what was done on top of its tape.

    Claims keep their ids and their order; a draft in which nothing changed stays the same. Claims that
    cite words that do not exist are none of this step's business: the checks tell. Nor are passages of
    several sentences: they have too many words to be recognised by them, and stay what was said then.
    `extracted`: the summary is lines that the rules chose, from which those go that say what no longer
    holds.
    """
    placed = [c for c in draft.claims if _is_known(c, meeting)]
    settling = _Settling(meeting, own(placed, meeting))
    settling.join()
    settling.follow()
    kept = {claim.id: claim for claim in settling.claims}
    strays = {claim.id for claim in draft.claims} - {claim.id for claim in placed}
    claims = tuple(kept.get(c.id, c) for c in draft.claims if c.id in kept or c.id in strays)
    summary = draft.summary
    if extracted and settling.gone:
        summary = without_dropped(summary, settling.gone, meeting)
    return replace(draft, claims=claims, summary=summary, tape=(*settling.tape, *draft.tape))


class _Settling:
    """The claims as they stand, and the record of what is done to them."""

    def __init__(self, meeting: Meeting, claims: Sequence[Claim]) -> None:
        self.meeting = meeting
        self.claims = sorted(claims, key=meeting.first)
        self.gone: list[Claim] = []
        self.tape: list[TapeEntry] = []

    def join(self) -> None:
        for first, again, joined in list(repeated(self.claims, self.meeting)):
            self.claims.remove(again)
            self._replace(first, joined, f'said again: "{again.evidence.quote or again.text}"')
        for earlier, later in list(replaced(self.claims, self.meeting)):
            self._replace(earlier, None, f'decided again later: "{later.text}"')

    def follow(self) -> None:
        """Each item through what is said behind it."""
        meeting = self.meeting
        begun = {
            claim.id: at.index
            for claim in self.claims
            if meeting.topic(claim) and (at := meeting.said_in(claim)) is not None
        }
        for claim in tuple(self.claims):
            others = {place for claim_id, place in begun.items() if claim_id != claim.id}
            if claim.kind == "question":
                if (answer := told_later(claim, meeting)) is not None:
                    self._replace(claim, None, f'answered later: "{answer}"')
            elif (now := self._after_retraction(claim)) is not None and claim.kind == "action":
                speakers = now.owner, meeting.speaker_of(now)
                for said in meeting.behind(now, others):
                    if (day := day_in(said, now, speakers, meeting.code)) is not None:
                        ids = (meeting.segments[place].id for place in said.sentence.segments)
                        moved = replace(meeting.citing(now, ids), due_phrase=day)
                        self._replace(now, moved, f'another day: "{said.sentence.text}"')
                        now, speakers = moved, (moved.owner, meeting.speaker_of(moved))

    def _after_retraction(self, claim: Claim) -> Claim | None:
        """`claim`, with another owner where it was handed on; None where it was taken back."""
        meeting = self.meeting
        back = retraction_of(claim, meeting.context)
        if back is None:
            return claim
        line = meeting.segments[back.place]
        if back.heir is None:
            if line.speaker is None or line.speaker not in (claim.owner, meeting.speaker_of(claim)):
                return claim  # on real meetings, what others said so was of something else
            return self._replace(claim, None, f'taken back later: "{back.words}"')
        given = meeting.sentences_in(back.place)[-1:]
        if any(meeting.answer_to(sentence, back.heir).kind == "refused" for sentence in given):
            return claim
        handed = replace(meeting.citing(claim, [line.id]), owner=back.heir)
        return self._replace(claim, handed, f'handed on: "{line.text}"')

    def _replace(self, claim: Claim, after: Claim | None, reason: str) -> Claim | None:
        at = next(n for n, one in enumerate(self.claims) if one.id == claim.id)
        self.claims[at : at + 1] = [after] if after is not None else []
        if after is None:
            self.gone.append(claim)
            self.tape.append(TapeEntry(NAME, claim.id, "unverified", shown(claim), "", reason))
        else:
            self.tape.append(TapeEntry(NAME, claim.id, "verified", shown(claim), shown(after), reason))
        return after


def shown(claim: Claim) -> str:
    """A claim on one line: owner, what, and when."""
    owner = f"{claim.owner}: " if claim.owner else ""
    due = f" ({claim.due_phrase})" if claim.due_phrase else ""
    return f"{owner}{claim.text}{due}"


def _is_known(claim: Claim, meeting: Meeting) -> bool:
    if claim.is_quote and len([*sentences_of(claim.text, meeting.tables)]) > 1:
        return False
    ids = claim.evidence.segment_ids
    return bool(ids) and all(segment_id in meeting.places for segment_id in ids)
