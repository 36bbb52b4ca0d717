"""A draft's claims beside the meeting that they come from, and the record of what is done to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from guardrails.guardrail import Scene
from guardrails.types import Claim, Evidence, Segment, TapeEntry
from pipelines.merging.tongue import Refusal, Tongue
from pipelines.rules.meeting import Meeting

NAME = "merging"
"""The word on the tape."""

# Who changes his mind, or that of the room, gives the reason within so many segments before.
_REASON = 4


@dataclass(frozen=True)
class Talk:
    """The meeting, and the claims as they stand."""

    meeting: Meeting
    claims: tuple[Claim, ...]
    tongue: Tongue
    tape: tuple[TapeEntry, ...] = field(default=())
    refusals: tuple[Refusal, ...] = field(default=())
    """What was asked for and refused, in the order of speech."""

    @cached_property
    def scene(self) -> Scene:
        return Scene(tuple(self.meeting.segments), self.claims, self.meeting.people.names)

    def with_claims(self, claims: Sequence[Claim], told: Sequence[TapeEntry]) -> Talk:
        return replace(self, claims=tuple(claims), tape=(*self.tape, *told))

    def first(self, claim: Claim) -> int:
        """Where it was said first, as a place in the meeting."""
        return min(self._places(claim))

    def last(self, claim: Claim) -> int:
        return max(self._places(claim))

    def _places(self, claim: Claim) -> Iterator[int]:
        return (self.scene.places[segment_id] for segment_id in claim.evidence.segment_ids)

    def revises(self, claim: Claim) -> bool:
        """Whether the words of `claim`, or those just before them, announce a change."""
        near = self.meeting.segments[max(0, self.first(claim) - _REASON) : self.last(claim) + 1]
        return any(self.tongue.revises.search(segment.text) for segment in near)

    def cite(self, *claims: Claim, also: Sequence[Segment] = (), quote: str) -> Evidence:
        """The evidence of `claims` together, and the segments `also`, in the order of speech."""
        ids = {segment_id for claim in claims for segment_id in claim.evidence.segment_ids}
        ids |= {segment.id for segment in also}
        return Evidence(tuple(sorted(ids, key=self.scene.places.__getitem__)), quote)


def told(claim: Claim, after: str, reason: str) -> TapeEntry:
    """What was done to `claim`; `after` is empty where it is left out of the note."""
    return TapeEntry(NAME, claim.id, "verified" if after else "unverified", shown(claim), after, reason)


def shown(claim: Claim) -> str:
    """A claim on one line: owner, what, and when."""
    owner = f"{claim.owner}: " if claim.owner else ""
    due = f" ({claim.due_phrase})" if claim.due_phrase else ""
    return f"{owner}{claim.text}{due}"
