"""Drafts of a large model about real calls: what it claimed, and the lines that a model would cite for it.

The calls and the way of citing are those of `../shared/tools/real_drafts.py`, the judge of the checks.
"""

from __future__ import annotations

import gzip
import json
import math
import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from guardrails.core.types import Segment

NOTE_TAKERS = "eth_acd.dev.jsonl.gz"
FILE = "calls_llm_notes.dev.jsonl.gz"
_STOP = frozenset(
    "the a an to of and in for on with by is are be as at or that this it from will not all no any we i you "
    "he she they our their".split()
)
_GROUP = re.compile(r"\b(?:all|teams?|clients?|devs?|everyone|developers|authors|and)\b|[/,&]", re.I)
_ROLES = {
    "PM": "Project Manager",
    "ID": "Industrial Designer",
    "UI": "User Interface Designer",
    "ME": "Marketing Expert",
}
_BEFORE_S, _AFTER_S = 30, 120
_LINES, _AROUND, _A_LINE = 4, 3, 0.15


@dataclass(frozen=True, slots=True)
class Noted:
    """One claim of the published notes."""

    text: str
    at_s: float
    owner: str | None
    is_action: bool


@dataclass(frozen=True)
class Call:
    id: str
    date: str
    segments: tuple[Segment, ...]
    claims: tuple[Noted, ...]
    highlights: tuple[str, ...] = ()
    """Sentences about it that name no place in it."""

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(sorted({segment.speaker for segment in self.segments if segment.speaker}))

    def person(self, owner: str | None) -> str | None:
        """The one speaker that `owner` means; None where it is a group, or nobody who speaks."""
        if not owner or _GROUP.search(owner):
            return None
        first = owner.lower().split()[0]
        found = [
            who for who in self.speakers if who.lower() == owner.lower() or who.lower().split()[0] == first
        ]
        return found[0] if len(found) == 1 else None

    @property
    def series(self) -> str:
        """The group that meets."""
        return self.id.split("/")[0]


Linked = tuple[Noted, tuple[str, ...]]
"""A claim, and the ids of the lines that people linked to it."""


class Citing:
    """Finds the lines of one call that share most rare words with a claim."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self._sets = [set(words(segment.text)) for segment in segments]
        self._held = Counter(word for words in self._sets for word in words)

    def __call__(self, text: str, at_s: float | None = None) -> tuple[str, ...]:
        """Ids, with three lines before and behind; `at_s` None looks at the whole call."""
        wanted, lines, best = set(words(text)), len(self._segments), (-math.inf, 0, 0)
        for first, segment in enumerate(self._segments):
            start_s = segment.start_s or 0.0
            if at_s is not None and not at_s - _BEFORE_S <= start_s <= at_s + _AFTER_S:
                continue
            have: set[str] = set()
            for size in range(1, min(_LINES, lines - first) + 1):
                have |= self._sets[first + size - 1]
                rarity = sum(math.log((1 + lines) / (1 + self._held[word])) for word in wanted & have)
                best = max(best, (rarity - _A_LINE * size, -first, size))
        if not best[2]:
            return ()
        first = -best[1]
        cited = self._segments[max(0, first - _AROUND) : first + best[2] + _AROUND]
        return tuple(segment.id for segment in cited)


def calls(data: Path) -> list[Call]:
    with gzip.open(data / FILE, "rt", encoding="utf-8") as lines:
        return [_call(json.loads(line)) for line in lines]


def note_takers(data: Path) -> Iterator[Call]:
    """Meetings with what people noted; nothing tells when it was said."""
    with gzip.open(data / NOTE_TAKERS, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            said = enumerate(row["utterances"])
            yield Call(
                row["meeting_id"],
                row["date"] or "",
                tuple(Segment(str(n), u["start"], u["end"], u["speaker"], u["text"]) for n, u in said),
                tuple(
                    Noted(x["text"], 0.0, None, k == "actions")
                    for k in ("actions", "decisions")
                    for x in row[k]
                ),
            )


def annotated(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[Call, list[Linked]]]:
    """Meetings of the AMI and ICSI corpora with their annotated actions and decisions."""
    for row in rows:
        people = row.get("speakers")
        roles = (
            {k: _ROLES.get(v.get("role"), k) for k, v in people.items()} if isinstance(people, dict) else {}
        )
        said = tuple(
            Segment(str(n), u["start"], u["end"], roles.get(u["speaker"], u["speaker"]), u["text"])
            for n, u in enumerate(row["utterances"])
        )
        linked = [
            (
                Noted(gold["text"], 0.0, _owner(gold, roles.values()), kind == "actions"),
                tuple(map(str, gold["evidence_utts"])),
            )
            for kind in ("actions", "decisions")
            for gold in row.get(kind) or ()
            if gold.get("evidence_utts")
        ]
        yield Call(f"{row['corpus']}/{row['meeting_id']}", "", said, ()), linked


def _owner(gold: dict[str, Any], people: Collection[str]) -> str | None:
    """The role of the one whose work it is, where annotators told one."""
    found = [_ROLES.get(role, role) for role in gold.get("owner_roles_derived") or ()]
    return found[0] if len(found) == 1 and found[0] in people else None


def in_the_room(call: Call, seed: str = "") -> Call:
    """As one microphone gives it: no speakers, one word in five lost, doubled or taken for a similar one."""
    rng = random.Random(call.id + seed)
    heard = [
        replace(s, speaker=None, text=" ".join(filter(None, (_misheard(w, rng) for w in s.text.split()))))
        for s in call.segments
    ]
    return replace(call, segments=tuple(heard))


def pairs(every: Sequence[Call], rng: random.Random, others: int) -> Iterator[tuple[str, Call, Call]]:
    """For each call what its claims are held against: itself ("right"), `others` calls of other groups
    ("other-series"), and the one two before in its own group ("same-series")."""
    series: dict[str, list[Call]] = {}
    for call in every:
        series.setdefault(call.series, []).append(call)
    for call in every:
        yield "right", call, call
        for other in rng.sample([one for one in every if one.series != call.series], others):
            yield "other-series", call, other
        own = series[call.series]
        if own.index(call) > 1:
            yield "same-series", call, own[own.index(call) - 2]


def _call(row: dict[str, Any]) -> Call:
    segments = (
        Segment(s["id"], s["start_s"], s["end_s"], s["speaker"] or None, s["text"]) for s in row["segments"]
    )
    return Call(
        row["meeting_id"],
        row["date"],
        tuple(segments),
        (
            *(Noted(x["text"], x["at_s"], x["owner"], True) for x in row["action_items"]),
            *(Noted(x["text"], x["at_s"], None, False) for x in row["decisions"]),
        ),
        tuple(x["text"] for x in row["highlights"]),
    )


def words(text: str) -> list[str]:
    return [word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in _STOP]


def _misheard(word: str, rng: random.Random) -> str:
    drawn = rng.random()
    if drawn >= 0.2 or len(word) < 2:
        return word
    if drawn < 0.08:
        return "" if drawn < 0.06 else f"{word} {word}"
    place = rng.randrange(len(word))
    return word[:place] + rng.choice("aeioulnrst") + word[place + 1 :]
