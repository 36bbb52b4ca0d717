"""A draft with one known mistake, or with none, and what became of it.

A base is a right claim and the sentence that carries it. A class of mistakes plants itself in a base in
several ways, by changing the claim or the words of the meeting. The case remembers what is right, so that a
repair can be judged without a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from guardrails.core.types import Claim, Evidence, Outcome, Segment

if TYPE_CHECKING:
    from bench.planted.supply import Supply

CLEAN = "clean"
Turn = tuple[str | None, str]
"""Speaker and words."""


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
    def last(self) -> int:
        """Place of the last segment cited: behind the answer that takes a request on."""
        return self.place + len(self.claim.evidence.segment_ids) - 1

    @property
    def speaker(self) -> str | None:
        return self.segments[self.place].speaker

    @property
    def another(self) -> str | None:
        """Somebody else in the meeting."""
        return next((s.speaker for s in self.segments if s.speaker not in (None, self.speaker)), None)

    @property
    def voices(self) -> list[str]:
        return list(dict.fromkeys(s.speaker for s in self.segments if s.speaker is not None))

    @property
    def cited(self) -> list[Segment]:
        return [s for s in self.segments if s.id in self.claim.evidence.segment_ids]

    def saying(self, sentence: str) -> Base:
        """The meeting in which `sentence` was said instead."""
        return self.hearing(self.said_in, self.segments[self.place].text.replace(self.sentence, sentence, 1))

    def hearing(self, segment_id: str, text: str) -> Base:
        """The meeting in which the segment has the words `text`."""
        return replace(
            self, segments=tuple(replace(s, text=text) if s.id == segment_id else s for s in self.segments)
        )

    def followed(self, place: int, *turns: Turn, prefix: str = "v") -> Base:
        """The meeting with `turns` after the segment at `place`; their ids are v0, v1, ..."""
        return replace(self, segments=put(self.segments, place, *turns, prefix=prefix))

    def noting(self, **changes: object) -> Base:
        """The same words, noted otherwise."""
        return replace(self, claim=replace(self.claim, **changes))  # type: ignore[arg-type]


def put(segments: Sequence[Segment], place: int, *turns: Turn, prefix: str = "u") -> tuple[Segment, ...]:
    """The meeting with `turns` after the segment at `place`; their ids are u0, u1, ..."""
    at = segments[place].end_s
    said = tuple(Segment(f"{prefix}{n}", at, at, speaker, text) for n, (speaker, text) in enumerate(turns))
    return (*segments[: place + 1], *said, *segments[place + 1 :])


@dataclass(frozen=True)
class Case:
    """One draft about one meeting."""

    base: Base
    claims: tuple[Claim, ...]
    targets: tuple[str, ...]
    """Ids of the claims that must not be shown as they are: one of them is enough."""
    original: Claim | None = None
    """What a right repair gives; None where no repair is possible without a model."""
    fault: str = CLEAN
    way: str = ""


Plant = Callable[["Supply"], Case | None]
"""Draws a right claim and plants one mistake in one way; None where what it drew does not suit."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A class of mistakes, and the ways in which it is planted."""

    name: str
    ways: Mapping[str, Plant]


def case_of(
    base: Base, *, others: tuple[Claim, ...] = (), either: bool = False, original: Claim | None = None
) -> Case:
    """The claim of `base` as a draft, `others` beside it; `either`: one of them is enough to be caught."""
    targets = (*(claim.id for claim in others), base.claim.id) if either else (base.claim.id,)
    return Case(base, (*others, base.claim), targets, original)


def in_summary(base: Base, text: str, item: Claim | None = None) -> Case:
    """A summary with one wrong sentence, and an `item` of the same draft."""
    sentence = base.noting(id="summary-1", kind="summary", text=text, owner=None, due_phrase=None)
    return case_of(sentence.noting(evidence=Evidence((), "")), others=(item,) if item else ())


@dataclass(frozen=True)
class Shown:
    """A claim as the note shows it."""

    claim: Claim
    outcome: Outcome


def is_plain(shown: Shown, drafted: Claim) -> bool:
    """Whether the note shows the claim as drafted, as a fact, with nothing that warns the reader."""
    warned = shown.claim.flags or shown.claim.marks
    return shown.outcome == "verified" and not warned and not differs(shown.claim, drafted)


def differs(claim: Claim, drafted: Claim) -> bool:
    """Whether a reader sees something else than what was drafted."""
    return _seen(claim) != _seen(drafted)


def _seen(claim: Claim) -> tuple[object, ...]:
    return claim.kind, claim.text, claim.owner, claim.due_phrase, claim.evidence.segment_ids


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
    return original.kind == "question" or (
        sorted(_words(claim.text)) == sorted(_words(original.text))
        and (claim.owner or "").casefold() == (original.owner or "").casefold()
        and _words(claim.due_phrase or "") == _words(original.due_phrase or "")
    )


def _words(text: str) -> list[str]:
    """The words of `text`, each said once; "but only if" says what "only if" says."""
    found = re.findall(r"[^\s.,;:!?\"()-]+", text.casefold().replace("but only", "only"))
    return [word for n, word in enumerate(found) if not n or found[n - 1] != word]
