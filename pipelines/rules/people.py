"""Who is meant: names of speakers and roster, as they are said in a meeting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from guardrails.types import Segment

# Two spellings of one name, as recognisers write them: "Dannny" and "Danny", "Jon" and "John" (86).
_SAME_NAME = 85.0
_SHORT = 3
_TITLES = frozenset("mr mrs ms dr prof sir madam the and of unknown speaker guest user host".split())


class People:
    """Looks up a spoken name. A first name that two people share means neither."""

    def __init__(self, names: Iterable[str]) -> None:
        self._full: dict[str, str] = {}
        parts: dict[str, set[str]] = {}
        for name in names:
            self._full.setdefault(name.lower(), name)
            for part in re.findall(r"[^\W\d_]+", name.lower()):
                if part not in _TITLES and len(part) > 1:
                    parts.setdefault(part, set()).add(name)
        self._parts = {part: _fullest(owners) for part, owners in parts.items()}
        self._known: dict[str, str | None] = {}

    def find(self, said: str) -> str | None:
        """The person called `said` (one word or a full name), or None."""
        key = said.lower().strip(" ,.'")
        if key not in self._known:
            self._known[key] = self._look_up(key)
        return self._known[key]

    def _look_up(self, key: str) -> str | None:
        if key in self._full:
            return self._full[key]
        if key in self._parts:
            return self._parts[key]
        if len(key) <= _SHORT or not key.isalpha():
            return None
        near = {
            owner
            for part, owner in self._parts.items()
            if owner is not None
            and len(part) > _SHORT
            and part[0] == key[0]
            and fuzz.ratio(part, key) >= _SAME_NAME
        }
        return near.pop() if len(near) == 1 else None


def _fullest(owners: set[str]) -> str | None:
    """The one person behind several forms of a name ("Danny", "Danny Ryan"), or None if they are different people."""
    longest = max(owners, key=lambda name: (len(name), name))
    words = set(longest.lower().split())
    return longest if all(set(owner.lower().split()) <= words for owner in owners) else None


def people_of(segments: Sequence[Segment], roster: Sequence[str]) -> People:
    """Speakers and roster, each name once."""
    names = dict.fromkeys(s.speaker for s in segments if s.speaker)
    return People([*names, *roster])
