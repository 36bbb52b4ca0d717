"""Who is meant: names of speakers and roster, as they are said in a meeting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from guardrails.core.types import Segment

# Two spellings of one name, as recognisers write them, are at least so alike ("Jon", "John": 86). Shorter
# words
# are alike by chance.
_SAME_NAME = 85.0
_SHORT = 3
_PART = re.compile(r"[^\W\d_]+")
_NO_NAME_PARTS = frozenset("mr mrs ms dr prof sir the and of unknown speaker guest user host".split())
_SOUNDS = tuple(
    (re.compile(spelling), sound)
    for spelling, sound in (
        *(("ph", "f"), ("sch|sh", "s"), ("ch(?=[lr])|ck|c(?![eiyh])|q", "k"), ("c(?=[eiy])|z", "s")),
        *(("ei|ey|ay|ai", "e"), ("ie|ij|y|ee", "i"), ("w", "v"), ("(?<=.)h", ""), (r"(.)\1+", r"\1")),
    )
)
_GROUPS = frozenset(
    "team teams group groups guys people folks department crew staff side colleague colleagues".split()
)
_TEAM = re.compile(
    r"\b(?:the|our|your|my)(?: (?:whole|entire))? (?P<kind>(?:[\w&'-]+ ){0,2}?)"
    r"(?P<team>team|group|department|crew|committee)$|^team$"
)
# Nouns of those who do something: "the editor", "our reviewers", "the specialist".
_AGENT = re.compile(r"^[a-z]{3,}(?:er|or|ist|eer|ian)s?$")
_COMMON_ENDING = re.compile(r"(?:s|ing|ed|ly|ion|ment|ness|ity|ware)$")
# No stranger is called so, wherever a recogniser puts its capitals: "a tight, Situation to ...".
_THING_ENDING = re.compile(r"(?:tion|sion|ness|ity|ware)s?$")
_NO_AGENTS = frozenset(
    """
    other another either neither whether however never ever over under after order number letter paper matter
    remember consider better later older rather together offer answer factor error door floor nor your our
    their her bigger smaller cheaper easier cover counter folder header buffer finger summer winter quarter
    dinner super former latter whoever november december september october corner center centre layer
    parameter server computer browser
    """.split()
)
_NO_NAMES = frozenset(
    """
    i it that this they he she we you there what who which so and but if then or because maybe one everything
    something nothing everybody everyone somebody someone people things monday tuesday wednesday thursday
    friday saturday sunday january february march april may june july august september october november
    december god okay yeah well also as now not here how when where why all both some any no yes these those
    """.split()
)


class People:
    """Looks up a spoken name. A first name that two people share means neither."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._full: dict[str, str] = {}
        parts: dict[str, list[str]] = {}
        for name in self.names:
            self._full.setdefault(name.lower(), name)
            for part in _PART.findall(name.lower()):
                if part not in _NO_NAME_PARTS and len(part) > 1:
                    parts.setdefault(part, []).append(name)
        self._parts = {part: _one_person(owners) for part, owners in parts.items()}
        self._known: dict[str, str | None] = {}

    def find(self, said: str) -> str | None:
        """The person called `said` (a part of the name, or all of it, as heard), or None."""
        key = said.lower().strip(" ,.'")
        if key not in self._known:
            self._known[key] = self._look_up(key)
        return self._known[key]

    def knows(self, said: str) -> bool:
        """Whether anybody is called `said`, be it several."""
        return self.find(said) is not None or said.lower() in self._parts

    def _look_up(self, key: str) -> str | None:
        if self._parts.get(key) or key in self._full:
            return self._parts.get(key) or self._full[key]
        if key in self._parts:
            return None
        if len(key) <= _SHORT or not key.isalpha():
            return None
        near = {
            owner
            for part, owner in self._parts.items()
            if owner and len(part) > _SHORT and _sounds_like(part, key)
        }
        return near.pop() if len(near) == 1 else None


def _sounds_like(one: str, other: str) -> bool:
    """Whether a recogniser may write one for the other: "Katharina", "Catarina"."""
    if one[0] == other[0] and fuzz.ratio(one, other) >= _SAME_NAME:
        return True
    return _sound(one) == _sound(other)


@lru_cache(maxsize=4096)  # the words before the verbs of one long meeting
def _sound(name: str) -> str:
    """A name as it sounds: one spelling for each of the sounds that spellings differ in."""
    for spelling, sound in _SOUNDS:
        name = spelling.sub(sound, name)
    return name


def _one_person(owners: list[str]) -> str | None:
    """The one behind several forms of a name ("Danny", "Danny Ryan"); None if they are different people."""
    longest = max(owners, key=len)
    words = set(longest.lower().split())
    return longest if all(set(owner.lower().split()) <= words for owner in owners) else None


def people_of(segments: Sequence[Segment], roster: Sequence[str]) -> People:
    """Speakers, the most talkative first, and roster."""
    spoken = Counter(segment.speaker for segment in segments if segment.speaker)
    return People(dict.fromkeys([*(name for name, _ in spoken.most_common()), *roster]))


def is_named(speaker: str) -> bool:
    """Whether a voice has a name of its own: "Speaker 2" and "B" have none."""
    parts = _PART.findall(speaker.lower())
    return any(len(part) > 1 and part not in _NO_NAME_PARTS for part in parts)


def team_of(said: str) -> str | None:
    """The team, or its like, that `said` ends with, with its article: "the design team"; else None."""
    match = _TEAM.search(said.rstrip(" ,.").lower())
    return f"the {match['kind'] or ''}{match['team'] or 'team'}" if match else None


def seems_person(cased: str) -> bool:
    """Whether the last word of `cased` has a person's form: a capital inside a sentence, or an agent noun."""
    word = cased.split(" ")[-1].strip(",.")
    lowered = word.lower()
    if lowered in _NO_NAMES or not word[:1].isalpha():
        return False
    if word[0].isupper() and " " in cased.strip():
        return not _THING_ENDING.search(lowered)
    return lowered in _GROUPS or (
        _AGENT.match(lowered) is not None and not {lowered, lowered.removesuffix("s")} & _NO_AGENTS
    )


def as_name(cased: str, *, opens: bool = False) -> str | None:
    """The last word of `cased`, if it is written as a stranger's name; an agent noun ("the editor") is none.

    Every word that opens a sentence has a capital: with `opens` it counts if it does not look like another
    word.
    """
    word = cased.split(" ")[-1].strip(",.")
    if not word[:1].isupper() or not word.isalpha() or not word[1:].islower() or word.lower() in _NO_NAMES:
        return None
    if " " not in cased.strip() and (not opens or _COMMON_ENDING.search(word)):
        return None
    lowered = word.lower()
    is_other = _AGENT.match(lowered) or _THING_ENDING.search(lowered) or lowered in _GROUPS
    return None if is_other else word
