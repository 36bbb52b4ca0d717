"""A draft with one known mistake, or with none, and what became of it.

A base is a right claim and the sentence that carries it. A class of mistakes plants itself in a base in
several ways, by changing the claim or the words of the meeting. The case remembers what is right, so that a
repair can be judged without a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bench.planted.edit import unpunctuated
from guardrails.types import Claim, Outcome, Segment
from guardrails.words import spoken_words

CLEAN = "clean"
UNFILTERED = "as annotated"
"""Origin of claims that people wrote and nobody held against what they link: they are counted apart."""


@dataclass(frozen=True)
class Base:
    """A claim that is right, and the one sentence that makes it so."""

    meeting: str
    segments: tuple[Segment, ...]
    claim: Claim
    sentence: str
    """As it stands in the segment `said_in`."""
    said_in: str
    origin: str
    """`annotated`: a person wrote the claim; `spoken`: real speech, claim made from it; `carried`: our own
    sentence put into a real meeting; `sample`: the sample meeting and its list of right items."""
    said_on: date | None = None
    promise: bool = False
    """The speaker commits himself ("I'll"): the owner follows from the words."""

    @property
    def place(self) -> int:
        return next(n for n, segment in enumerate(self.segments) if segment.id == self.said_in)

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(s.speaker for s in self.segments if s.speaker is not None))

    def saying(self, sentence: str) -> tuple[Segment, ...]:
        """The meeting in which `sentence` was said instead."""
        return tuple(
            replace(segment, text=segment.text.replace(self.sentence, sentence, 1))
            if segment.id == self.said_in
            else segment
            for segment in self.segments
        )


@dataclass(frozen=True)
class Case:
    """One draft about one meeting."""

    fault: str
    way: str
    meeting: str
    segments: tuple[Segment, ...]
    claims: tuple[Claim, ...]
    targets: tuple[str, ...]
    """Ids of the claims that must not be shown as they are: one of them is enough."""
    original: Claim | None = None
    """What a right repair gives; None where no repair is possible without a model."""
    said_on: date | None = None
    origin: str = ""


@dataclass(frozen=True)
class Shown:
    """A claim as the note shows it."""

    claim: Claim
    outcome: Outcome


Checker = Callable[[Case], Sequence[Shown]]
"""Runs the guardrails over a case. A claim that left the note is not among what comes back."""


def case_of(
    base: Base,
    *,
    claim: Claim,
    segments: tuple[Segment, ...] | None = None,
    others: tuple[Claim, ...] = (),
    targets: tuple[str, ...] | None = None,
    original: Claim | None = None,
) -> Case:
    """A case about `base`; the name of class and way is added by who plants it."""
    return Case(
        fault="",
        way="",
        meeting=base.meeting,
        segments=base.segments if segments is None else segments,
        claims=(*others, claim),
        targets=(claim.id,) if targets is None else targets,
        original=original,
        said_on=base.said_on,
        origin=base.origin,
    )


def without_punctuation(case: Case) -> Case:
    """The same case, heard by a recogniser that knows neither sentences nor capitals."""
    return replace(case, segments=tuple(unpunctuated(segment) for segment in case.segments))


def is_plain(shown: Shown, drafted: Claim) -> bool:
    """Whether the note shows the claim as drafted, as a fact, with nothing that warns the reader."""
    return shown.outcome == "verified" and not shown.claim.flags and not differs(shown.claim, drafted)


def differs(claim: Claim, drafted: Claim) -> bool:
    """Whether a reader sees something else than what was drafted."""
    return _seen(claim) != _seen(drafted)


def _seen(claim: Claim) -> tuple[object, ...]:
    return claim.kind, claim.text, claim.owner, claim.due_phrase, claim.evidence.segment_ids


def _told(text: str) -> list[str]:
    """The words of `text`; "but only if" says what "only if" says."""
    return spoken_words(re.sub(r"\bbut (?=only\b)", "", text, flags=re.IGNORECASE))


def is_repaired(shown: Shown, original: Claim) -> bool:
    """Whether a repair gave the right claim back.

    The words must be the same in any order (a condition may stand before or after), owner, due phrase and
    kind the same, and the evidence must share a segment with the right one. A claim that became a question
    is right whatever its wording.
    """
    claim = shown.claim
    if shown.outcome != "verified" or claim.kind != original.kind:
        return False
    if not set(claim.evidence.segment_ids) & set(original.evidence.segment_ids):
        return False
    if original.kind == "question":
        return True
    return (
        sorted(_told(claim.text)) == sorted(_told(original.text))
        and (claim.owner or "").casefold() == (original.owner or "").casefold()
        and spoken_words(claim.due_phrase or "") == spoken_words(original.due_phrase or "")
    )
