"""Whose an action is, said in one way for every engine.

First person is who speaks, second person who is spoken to, a name is looked up among the people of the
meeting as it sounds, and nobody stays nobody. The rules find owners so while they read
(`pipelines.rules.ownership`); a model's owners are brought into the same form here, and where it left one
out that the words give, the words' owner is taken.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from guardrails.types import Claim
from pipelines.draft import SEVERAL_OWNERS, UNKNOWN_SPEAKER
from pipelines.rules.candidate import Candidate
from pipelines.rules.candidates import find_candidates
from pipelines.rules.meeting import Meeting
from pipelines.rules.people import team_of

_FIRST = frozenset("i me my mine myself speaker ich mich mein".split()) | {"the speaker"}
_SECOND = frozenset("you your yours yourself du dich dein".split())
_NOBODY = frozenset(
    """
    we us our nobody none unknown unassigned anybody anyone somebody someone everybody everyone all tbd n/a
    na open null nil unspecified undefined - ?
    wir uns niemand keiner unbekannt jemand jeder alle offen
    """.split()
) | {"no one", "not assigned", "to be decided", "to be determined", "not specified", "all of us", "no owner"}
_ALL_BUT = re.compile(
    r"(?:everyone|everybody|all|anyone|the (?:whole )?team|alle|jeder|das (?:ganze )?team)\b.*"
    r"\b(?:except|but|besides|apart from|other than|außer|bis auf|ohne)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:,|/|&|\b(?:and|or|both|und|oder|beide)\b)\s*", re.IGNORECASE)
# Characters that a model's task and the words that it was made from have in common, at least.
_SAME_TASK = 60.0


def own(claims: Sequence[Claim], meeting: Meeting) -> tuple[Claim, ...]:
    """`claims` with the owners of actions as the meeting's people are called; an unknown voice is flagged."""
    if all(claim.kind != "action" or _is_settled(claim, meeting) for claim in claims):
        return tuple(claims)
    said = _by_segment(meeting)
    return tuple(_owned(claim, meeting, said) if claim.kind == "action" else claim for claim in claims)


def _is_settled(claim: Claim, meeting: Meeting) -> bool:
    if claim.owner is None:
        return bool(claim.flags)
    return claim.owner in meeting.people.names


def _owned(claim: Claim, meeting: Meeting, said: Mapping[str, Sequence[Candidate]]) -> Claim:
    if _is_settled(claim, meeting):
        return claim
    owner = " ".join((claim.owner or "").split()).strip(" .,:;")
    word = owner.casefold()
    if not owner or word in _FIRST | _SECOND:
        return _by_the_words(claim, meeting, said, first=word in _FIRST)
    if word in _NOBODY:
        return replace(claim, owner=None)
    if (several := _several(owner, meeting)) is not None:
        who = "" if several.casefold() in claim.text.casefold() else f" ({several})"
        flags = tuple(dict.fromkeys((*claim.flags, SEVERAL_OWNERS)))
        return replace(claim, owner=None, text=f"{claim.text.rstrip(' .')}{who}", flags=flags)
    return replace(claim, owner=meeting.people.find(owner) or team_of(owner) or owner)


def _several(owner: str, meeting: Meeting) -> str | None:
    """`owner` where it names several, none of whom has the work alone: "all except Ann", "Ann and Bob"."""
    if _ALL_BUT.match(owner):
        return owner[0].lower() + owner[1:]
    names = [part for part in _BETWEEN.split(owner) if part]
    return owner if len(names) > 1 and all(meeting.people.find(name) for name in names) else None


def _by_the_words(
    claim: Claim, meeting: Meeting, said: Mapping[str, Sequence[Candidate]], *, first: bool
) -> Claim:
    """The owner that the rules read in the words which `claim` cites."""
    near = [candidate for segment_id in claim.evidence.segment_ids for candidate in said.get(segment_id, ())]
    best = max(near, key=lambda candidate: _likeness(candidate, claim), default=None)
    if best is not None and _likeness(best, claim) >= _SAME_TASK:
        flags = dict.fromkeys((*claim.flags, *best.owner.flags))
        return replace(claim, owner=best.owner.name, flags=tuple(flags))
    if not first:
        return replace(claim, owner=None)
    cited = [segment for segment in meeting.segments if segment.id in claim.evidence.segment_ids]
    voices = {segment.speaker for segment in cited}
    if len(voices) == 1 and (voice := voices.pop()) is not None:
        return replace(claim, owner=voice)
    return replace(claim, owner=None, flags=tuple(dict.fromkeys((*claim.flags, UNKNOWN_SPEAKER))))


def _likeness(candidate: Candidate, claim: Claim) -> float:
    return fuzz.token_set_ratio(candidate.task.casefold(), claim.text.casefold())


def _by_segment(meeting: Meeting) -> Mapping[str, Sequence[Candidate]]:
    found: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in find_candidates(meeting):
        for place in candidate.cited:
            found[meeting.segments[place].id].append(candidate)
    return found
