"""A person's name as people say it, from the label that a directory, a platform or a calendar gives.

Smith, John (ACME | EU)    Ann Lee (she/her)    Bob (External)
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipelines.characters import tidy

_ASIDE = re.compile(
    r"\s*[(\[](?:\w{1,8}(?:\s*/\s*\w{1,8}){1,3}|external|unverified|guest|extern|gast|externe|invitée?|host|co-host)[)\]]",
    re.IGNORECASE,
)
"""Pronouns, and how somebody came to the meeting."""
_INVERTED = re.compile(r"([^,()\[\]|]{1,60}), ([^,()\[\]|]{1,60}?)(?:\s*[(\[][^()\[\]]*[)\]])*")
_SUFFIX = re.compile(r"(?:jr|sr|ph\.?d|m\.?d|ii|iii|iv|inc|llc|ltd|gmbh|esq)\.?", re.IGNORECASE)


def person_name(label: str) -> str:
    """The name without asides, first name first: "John Smith", "Ann Lee", "Bob"."""
    name = tidy(label)
    bare = _ASIDE.sub("", name).strip() or name
    parts = inverted(bare)
    return f"{parts[1]} {parts[0]}" if parts else bare


def may_be_named(attendees: Iterable[str], roster: Iterable[str]) -> tuple[str, ...]:
    """Who may be named in a meeting: who was invited, then the house's people; nobody twice."""
    return tuple(dict.fromkeys((*attendees, *roster)))


def inverted(label: str) -> tuple[str, str] | None:
    """(last name, first name) of "Smith, John (ACME)", as directories have it; None for other labels."""
    match = _INVERTED.fullmatch(label)
    if match is None or _SUFFIX.fullmatch(match[2]):
        return None
    # "Ann Lee, Bob Ray" are two people.
    is_two = all(len(part.split()) > 1 and part.istitle() for part in match.groups())
    return None if is_two else (match[1].strip(), match[2].strip())
