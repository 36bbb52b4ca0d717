"""Right claims that people wrote: those whose linked words a careful reader would call enough.

Annotators summarise: what they link is sparse, and some of what they write was said nowhere in these words.
A claim is taken as right when

- it has at most 30 words and links at most 8 utterances;
- at least half of its content words, and two of them, are in the linked utterances (stems; a number is the
  same in words; names of roles and what annotators frame with, "the group decided", do not count);
- one linked utterance that shares its words is neither a question nor in doubt ("maybe", "could");
- where people and their roles own an action, the role is named there, or its bearer speaks there; else the
  claim has no owner.

Where the corpus links nothing, the one or two sentences that hold most of the claim are linked, if they hold
two thirds of its content words. Nothing here looks at what a guardrail says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bench.planted.case import UNFILTERED, Base
from guardrails.types import Claim, ClaimKind, Evidence, Segment
from pipelines.evaluate.dataset import GoldAction, GoldMeeting
from pipelines.evaluate.matching import stems

MOST_WORDS, MOST_LINKED = 30, 8
LEAST_SHARE, LEAST_SHARE_FOUND, LEAST_SHARED = 0.5, 0.67, 2

ROLES = {
    "PM": "Project Manager",
    "ID": "Industrial Designer",
    "UI": "User Interface Designer",
    "ME": "Marketing Expert",
}
_FRAME = frozenset(
    stem
    for word in "group team members participants everyone decide decided discuss discussed project manager "
    "industrial designer interface user specialist marketing expert executive will work working meeting next "
    "product remote control instructed assigned task individual".split()
    for stem in stems(word)
)
_IN_DOUBT = re.compile(
    r"\?|\b(?:maybe|perhaps|might|could|would|probably|possibly|i guess|not sure|don't know|wonder|if|unless|"
    r"should we|can we|do we|not|never|no)\b|n't\b",
    re.IGNORECASE,
)
_LEADING_OWNER = re.compile(r"^([A-Z][a-z]+(?: [A-Z][a-z]+){0,2})(?= to | will | is going to | - )")


def by_role(meeting: GoldMeeting, codes: bool) -> GoldMeeting:
    """The meeting with roles instead of letters: "PM", or "Project Manager"."""
    names = {letter: role if codes else ROLES.get(role, role) for letter, role in meeting.roles.items()}
    return replace(
        meeting,
        segments=tuple(replace(s, speaker=names.get(s.speaker or "", s.speaker)) for s in meeting.segments),
        roles={names[letter]: role for letter, role in meeting.roles.items()},
    )


def annotated(meeting: GoldMeeting) -> Iterator[Base]:
    """The claims that are taken as right, each with the utterance that carries most of it."""
    for kind, gold in _golds(meeting):
        wanted = content(gold.text)
        if len(gold.text.split()) > MOST_WORDS or len(wanted) < LEAST_SHARED:
            continue
        linked = _linked(meeting, gold, wanted)
        if not linked or len(linked) > MOST_LINKED or not _is_carried(wanted, linked, bool(gold.segment_ids)):
            continue
        plain = [s for s in linked if not _IN_DOUBT.search(s.text) and len(wanted & content(s.text)) >= 1]
        if not plain:
            continue
        carrier = max(plain, key=lambda s: len(wanted & content(s.text)))
        text = gold.text.strip().rstrip(".")
        claim = Claim(
            "g1", kind, text, Evidence(tuple(s.id for s in linked), ""), _owner(meeting, gold, linked, kind)
        )
        yield Base(
            meeting.id, meeting.segments, claim, carrier.text, carrier.id, "annotated", meeting.held_on
        )


def as_annotated(meeting: GoldMeeting) -> Iterator[Base]:
    """Every claim that links utterances, whether they say it or not: for comparison, not as right claims."""
    for kind, gold in _golds(meeting):
        linked = [segment for segment in meeting.segments if segment.id in gold.segment_ids]
        if linked:
            owner = next((n for n, role in meeting.roles.items() if gold.owner_roles == (role,)), None)
            evidence = Evidence(tuple(segment.id for segment in linked), "")
            claim = Claim("g1", kind, gold.text.strip().rstrip("."), evidence, owner)
            yield Base(
                meeting.id, meeting.segments, claim, linked[0].text, linked[0].id, UNFILTERED, meeting.held_on
            )


def _golds(meeting: GoldMeeting) -> list[tuple[ClaimKind, GoldAction]]:
    return [
        *(("action", gold) for gold in meeting.actions),
        *(("decision", gold) for gold in meeting.decisions),
    ]


def content(text: str) -> set[str]:
    """The stems that a claim must share with its evidence."""
    return set(stems(text.replace("-", " "))) - _FRAME


def _is_carried(wanted: set[str], linked: list[Segment], by_annotator: bool) -> bool:
    held = wanted & content(" ".join(segment.text for segment in linked))
    least = LEAST_SHARE if by_annotator else LEAST_SHARE_FOUND
    return len(held) >= max(LEAST_SHARED, least * len(wanted))


def _linked(meeting: GoldMeeting, gold: GoldAction, wanted: set[str]) -> list[Segment]:
    if gold.segment_ids:
        return [segment for segment in meeting.segments if segment.id in gold.segment_ids]
    if any(segment.id and meeting.corpus == "AMI" for segment in meeting.segments[:1]):
        return []
    ranked = sorted(meeting.segments, key=lambda s: -len(wanted & content(s.text)))
    return ranked[:1]


def _owner(meeting: GoldMeeting, gold: GoldAction, linked: list[Segment], kind: ClaimKind) -> str | None:
    if kind != "action":
        return None
    said = " ".join(segment.text for segment in linked).casefold()
    if meeting.roles:
        bearers = [name for name, role in meeting.roles.items() if gold.owner_roles == (role,)]
        fits = [
            name
            for name in bearers
            if ROLES.get(meeting.roles[name], name).casefold() in said or name in {s.speaker for s in linked}
        ]
        return fits[0] if fits else None
    found = _LEADING_OWNER.match(gold.text)
    first = found[1].split()[0] if found else ""
    speakers = {s.speaker for s in linked if s.speaker}
    if found and any(speaker.split()[0] == first for speaker in speakers):
        return next(speaker for speaker in speakers if speaker.split()[0] == first)
    return first if found and first.casefold() in said else None
