"""A claim that repeats what was said word for word, but for a "not".

Where words and order are the same, nothing has to be weighed: "I can't either, I saw it" is not "I can
either, I saw it", whichever of its clauses carries the claim and whatever exception stands beside it.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LEAST = 4
"""Fewer words are alike by chance."""
_WHOLE = {"won't": "will", "shan't": "shall", "can't": "can", "cannot": "can", "cant": "can", "wont": "will"}
_DENIED = re.compile(r"(?P<verb>\w+)n['’]?t")
_SUPPORTS = frozenset(("do", "does", "did"))
_NOT = frozenset(("not", "never"))


def denied_repeat(text: str, said: str) -> str | None:
    """The words of `said` that are those of `text` with a denial in it that `text` lost; None without one."""
    claimed, there = _plain(text), _plain(said)
    words = [word for word, _, _ in claimed]
    if len(words) < _LEAST:
        return None
    denials = sum(denials for _, denials, _ in claimed[1:])
    found = None
    for start in range(len(there) - len(words) + 1):
        stretch = there[start : start + len(words)]
        if [word for word, _, _ in stretch] != words:
            continue
        if sum(denials for _, denials, _ in stretch[1:]) <= denials:
            return None  # said once with it and once without
        found = said[stretch[0][2] : stretch[-1][2] + len(stretch[-1][0])]
    return found


@lru_cache(maxsize=1024)  # the segments that claims cite are read for each of their guardrails' rounds
def _plain(text: str) -> tuple[tuple[str, int, int], ...]:
    """The words of `text` without denials: each with the number of denials just before it, and its place."""
    plain: list[tuple[str, int, int]] = []
    denials = 0
    for match in _WORD.finditer(text.casefold()):
        word = match.group().replace("’", "'")
        verb = _WHOLE.get(word) or (found["verb"] if (found := _DENIED.fullmatch(word)) else None)
        if word in _NOT:
            denials += 1
            if plain and plain[-1][0] in _SUPPORTS:  # "do not need to" denies "need to"
                denials += plain.pop()[1]
        elif verb is not None and verb in _SUPPORTS:
            denials += 1
        elif verb is not None:
            plain.append((verb, denials, match.start()))
            denials = 1
        else:
            plain.append((word, denials, match.start()))
            denials = 0
    return tuple(plain)
