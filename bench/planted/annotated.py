"""What people wrote about the utterances that they linked to it.

Annotators summarise: what they link is sparse, and some of what they write was said nowhere in these words.
A claim is taken as right when

- it has at most 30 words and links at most 8 utterances;
- at least half of its content words, and two of them, are in the linked utterances (stems; names of roles
  and what annotators frame with, "the group decided", do not count);
- one linked utterance that shares its words is neither a question nor in doubt ("maybe", "could");
- its role is named there, or its bearer speaks there; else the claim has no owner.

Nothing here looks at what a guardrail says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench.planted.case import Base
from bench.planted.meetings import ROLES, Meeting
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.language.words import content_stems

MOST_WORDS, MOST_LINKED = 30, 8
LEAST_SHARE, LEAST_SHARED = 0.5, 2
_FRAME = frozenset(
    content_stems(
        "group team members participants everyone decide decided discuss discussed project manager "
        "industrial designer interface user specialist marketing expert executive will work working "
        "meeting next product remote control instructed assigned task individual"
    )
)
_IN_DOUBT = re.compile(
    r"\?|\b(?:maybe|perhaps|might|could|would|probably|possibly|i guess|not sure|don't know|wonder|if|unless|"
    r"should we|can we|do we|not|never|no)\b|n't\b",
    re.IGNORECASE,
)


def annotated(meeting: Meeting) -> Iterator[Base]:
    """The claims that are taken as right, each with the utterance that carries most of it."""
    for base in as_annotated(meeting):
        wanted, linked = content(base.claim.text), base.cited
        held = wanted & content(" ".join(segment.text for segment in linked))
        plain = [s for s in linked if not _IN_DOUBT.search(s.text) and wanted & content(s.text)]
        if (
            len(base.claim.text.split()) <= MOST_WORDS
            and len(linked) <= MOST_LINKED
            and len(held) >= max(LEAST_SHARED, LEAST_SHARE * len(wanted))
            and plain
        ):
            carrier = max(plain, key=lambda s: len(wanted & content(s.text)))
            owner = base.claim.owner if _is_theirs(meeting, base.claim.owner, linked) else None
            claim = base.noting(owner=owner).claim
            yield _base(meeting, claim, carrier)


def as_annotated(meeting: Meeting) -> Iterator[Base]:
    """Every claim that links utterances, whether they say it or not."""
    for noted in meeting.noted:
        linked = [segment for segment in meeting.segments if segment.id in noted.segment_ids]
        if linked:
            owner = next((n for n, role in meeting.roles.items() if noted.roles == (role,)), None)
            evidence = Evidence(tuple(segment.id for segment in linked), "")
            yield _base(meeting, Claim("g1", noted.kind, noted.text, evidence, owner), linked[0])


def _base(meeting: Meeting, claim: Claim, said: Segment) -> Base:
    return Base(meeting.id, meeting.segments, claim, said.text, said.id, "annotated", meeting.held_on)


def _is_theirs(meeting: Meeting, owner: str | None, linked: list[Segment]) -> bool:
    role = ROLES.get(meeting.roles.get(owner or "", ""), owner or "")
    said = " ".join(segment.text for segment in linked).casefold()
    return bool(owner) and (role.casefold() in said or owner in {s.speaker for s in linked})


def content(text: str) -> set[str]:
    """The stems that a claim must share with its evidence."""
    return set(content_stems(text.replace("-", " "))) - _FRAME
