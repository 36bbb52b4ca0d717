"""The meetings to plant in: with names for their voices, and a place where real talk takes nothing back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from bench.corpus import meetings
from guardrails.core.types import ClaimKind, Segment
from pipelines.errors import BadInputError

NAMES = "Alice Martin Sophie Daniel Fatima Oliver Nadia Peter Ingrid Carlos Wendy Hugo".split()
"""For voices that a corpus knows by a letter only."""
ROLES = {
    "PM": "Project Manager",
    "ID": "Industrial Designer",
    "UI": "User Interface Designer",
    "ME": "Marketing Expert",
}
_NOBODY = re.compile(r"unknown.*|(?:speaker|guest|voice)[ _-]?\w{1,3}", re.IGNORECASE)
# Behind these words of somebody else a promise of ours would be no right claim.
_TAKES_BACK = re.compile(
    r"\b(?:never ?mind|scratch that|actually,? no|(?:forget|skip|drop|leave|cancel|ignore) (?:it|that|this)|"
    r"(?:can't|won't|don't|not) (?:\w+ )?(?:to )?(?:do|doing|make|need|want|have) (?:it|that|this))\b",
    re.IGNORECASE,
)
_SOON, _TRIES = 8, 20


@dataclass(frozen=True)
class Noted:
    """What an annotator wrote about the utterances that he linked to it."""

    kind: ClaimKind
    text: str
    segment_ids: frozenset[str]
    roles: tuple[str, ...] = ()
    """Whose work it is; empty where nobody noted it."""


@dataclass(frozen=True)
class Meeting:
    id: str
    segments: tuple[Segment, ...]
    """Ids are the indices of utterances, as text."""
    noted: tuple[Noted, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)
    """Speaker to role, where the corpus has roles."""
    held_on: date | None = None


def annotated_meetings(data: Path) -> list[Meeting]:
    """AMI, ICSI and the Ethereum calls of note-takers; BadInputError where the folder has none."""
    rows = [row for files in ("ami_icsi*.jsonl.gz", "eth_acd*.jsonl.gz") for row in meetings(data, files)]
    if not rows:
        raise BadInputError(f"{data}: no annotated meetings in it (ami_icsi*.jsonl.gz, eth_acd*.jsonl.gz)")
    return list(map(_meeting, rows))


def _meeting(row: dict[str, Any]) -> Meeting:
    kinds: dict[ClaimKind, str] = {"action": "actions", "decision": "decisions"}
    people = row.get("speakers")
    return Meeting(
        id=row["meeting_id"],
        segments=tuple(
            Segment(str(n), u["start"], u["end"], u["speaker"], u["text"])
            for n, u in enumerate(row["utterances"])
        ),
        noted=tuple(_noted(kind, each) for kind, key in kinds.items() for each in row.get(key) or ()),
        roles={name: p["role"] for name, p in people.items() if p.get("role")}
        if isinstance(people, dict)
        else {},
        held_on=date.fromisoformat(row["date"]) if row.get("date") else None,
    )


def _noted(kind: ClaimKind, row: dict[str, Any]) -> Noted:
    linked = frozenset(str(index) for index in row.get("evidence_utts") or ())
    return Noted(kind, row["text"].strip().rstrip("."), linked, tuple(row.get("owner_roles_derived") or ()))


def with_names(meeting: Meeting) -> Meeting:
    """The meeting with first names instead of letters; a voice that is labelled as unknown has none."""
    voices = list(dict.fromkeys(s.speaker for s in meeting.segments if s.speaker))
    names: dict[str, str | None] = {voice: None for voice in voices if _NOBODY.fullmatch(voice)}
    if not any(len(voice) > 2 for voice in voices if voice not in names):
        names = {**dict(zip((v for v in voices if v not in names), NAMES, strict=False)), **names}
    return _renamed(meeting, names)


def by_role(meeting: Meeting, codes: bool) -> Meeting:
    """The meeting with roles instead of letters: "PM", or "Project Manager"."""
    return _renamed(
        meeting, {voice: role if codes else ROLES.get(role, role) for voice, role in meeting.roles.items()}
    )


def _renamed(meeting: Meeting, names: dict[str, str | None]) -> Meeting:
    segments = tuple(
        replace(s, speaker=names.get(s.speaker, s.speaker)) if s.speaker else s for s in meeting.segments
    )
    roles = {names.get(voice) or voice: role for voice, role in meeting.roles.items()}
    return replace(meeting, segments=segments, roles=roles)


def spot(meeting: Meeting, random: Random) -> int:
    """A place in the meeting, away from its ends, where real talk takes nothing back."""
    count = len(meeting.segments)
    for _ in range(_TRIES):
        place = random.randrange(count // 5, max(count // 5 + 1, count * 4 // 5))
        if not any(_TAKES_BACK.search(s.text) for s in meeting.segments[place + 1 : place + 1 + _SOON]):
            break
    return place


def voices_near(meeting: Meeting, place: int) -> list[str]:
    """Who speaks around `place`, the nearest first."""
    near = sorted(range(len(meeting.segments)), key=lambda n: abs(n - place))
    return list(dict.fromkeys(s for n in near if (s := meeting.segments[n].speaker)))
