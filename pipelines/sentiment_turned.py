"""Words of trouble or praise that a sentence takes back: a problem that is solved, an opinion that is denied.

VADER knows a negation in the three words before a word only.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

_TROUBLE: Final = r"(?:problem|issue|bug|outage|error|crash|blocker|defect|fault)(?:s|es)?"
_SOLVED: Final = r"(?:fixed|solved|resolved)"
_IS_SOLVED: Final = re.compile(
    rf"\b(?P<named>{_TROUBLE}) (?:is|are|was|were|got|has been|have been) "
    rf"(?:(?:now|all|already|finally|completely|both) ){{0,2}}(?P<is>{_SOLVED})\b"
    rf"|\b(?P<did>{_SOLVED}) (?:(?:all|both) )?"
    rf"(?P<what>(?:the|that|this|these|those|our|your|my|an?) (?:\w+ ){{0,2}}{_TROUBLE}|{_TROUBLE}(?<=s))\b",
    re.IGNORECASE,
)
_UNSOLVED: Final = re.compile(
    r"(?: not|n['’]t)(?= (?:(?:yet|really|even) )?(?:fix|solve|resolve)(?:e?d)?\b)", re.IGNORECASE
)
"""Here "not" would turn the trouble that stays: "we have not fixed the bug"."""
_UNSURE: Final = re.compile(
    r"\b(?:not|never|no|nobody|none|hardly|until|unless|once|if|when|before|after|be|get|can|could|should|"
    r"would|might|must)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Before "the bug is fixed" these leave open whether it is."""
_ENDS: Final = re.compile(r"[.!?;]")
_DENIES: Final = re.compile(
    r"\b(?:do|does|did)(?:n['’]t| not) "
    r"(?P<thinks>(?:(?:really|actually|necessarily) )?(?:think|believe)) (?!so\b)",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[,.;:!?]|\b(?:but|because|if|when|although|though)\b", re.IGNORECASE)
_SOLVES: Final = re.compile(r"\b(?:fix|solv|resolv)", re.IGNORECASE)
_OUT_OF_REACH: Final = " then then "
"""VADER's "not" reaches three words, over a comma too."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def without_solved(text: str) -> str:
    """`text` with each problem that it says is solved as none: "we fixed the bug" is "we fixed no bug"."""
    return _UNSOLVED.sub("", _IS_SOLVED.sub(_as_none, text))


def _as_none(match: re.Match[str]) -> str:
    before = _ENDS.split(match.string[: match.start()])[-1]
    end = _ENDS.search(match.string, match.end())
    if _UNSURE.search(before) or (end is not None and end.group() == "?"):
        return match.group()
    trouble = match["named"] or match["what"].split()[-1]
    return f"{match['is'] or match['did']} no {trouble}"


def denied(text: str, moods: Container[str]) -> str:
    """`text` with "not" where it is meant: "I don't think that's a good idea" is "I think that's a not good
    idea". `moods` are the words that mean one."""
    parts: list[str] = []
    done = 0
    for match in _DENIES.finditer(text):
        end = _CLAUSE.search(text, match.end())
        stop = end.start() if end else len(text)
        words = _WORD.finditer(text, match.end(), stop)
        mood = next((word.start() for word in words if word.group().lower() in moods), None)
        if mood is None:
            continue
        parts += [text[done : match.start()], match["thinks"], " "]
        if _SOLVES.search(text, match.end(), stop):
            parts += [text[match.end() : stop]]
        else:
            parts += [text[match.end() : mood], "not ", text[mood:stop], _OUT_OF_REACH]
        done = stop
    return "".join(parts) + text[done:]
