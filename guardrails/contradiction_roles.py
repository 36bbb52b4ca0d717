"""A role that only one has: "Karin leads the project" and "Holger leads the project"."""

from __future__ import annotations

import re

from guardrails.duplicate_words import gist_of, stem_of
from guardrails.types import Claim
from guardrails.words import spoken_words

_NAME = r"[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?"
_HOLDS = re.compile(
    rf"(?P<who>{_NAME})\s(?:will |shall |should |is going to |is to )?"
    r"(?P<role>leads?|heads?|chairs?|moderates?|captains?|(?:takes?|keeps?|writes?) (?=the minutes)"
    r"|(?:is|be|becomes?|stays?|remains?) (?=(?:the|our) ))(?P<what>.{3,120})"
)
_SHARED = re.compile(
    r"\b(?:co-|together|both|with|also|jointly|or|first|second|then|until|from)", re.IGNORECASE
)
_LITTLE = frozenset(("a", "an", "the", "our"))


def one_role(one: Claim, other: Claim) -> tuple[str, str] | None:
    """The two who are both said to have it; a part of the work, or of the time, is another matter."""
    left, right = _HOLDS.match(one.text), _HOLDS.match(other.text)
    if left is None or right is None or _SHARED.search(one.text) or _SHARED.search(other.text):
        return None
    names = set(left["who"].casefold().split()), set(right["who"].casefold().split())
    if names[0] & names[1] or stem_of(left["role"].strip()) != stem_of(right["role"].strip()):
        return None
    wants = [[word for word in spoken_words(found["what"]) if word not in _LITTLE] for found in (left, right)]
    stems = [gist_of(found["what"]).stems for found in (left, right)]
    is_same = wants[0] == wants[1] or (bool(stems[0]) and stems[0] == stems[1])
    return (left["who"], right["who"]) if is_same else None
