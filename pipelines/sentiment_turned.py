"""Words of trouble or praise that a sentence takes back: a problem that is solved, an opinion that is denied,
what is only supposed.

VADER knows a negation in the three words before a word only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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
_CLAUSE_ENDS: Final = re.compile(
    r"(?<=\w)(?:[.:;!?]|,(?=\s(?:and|so|but|i|i'm|we|he|she|they|that|this|there|thanks?|sorry|please|just)\b"
    r"(?!\s(?:mean|know|guess)\b)))(?=\s)",
    re.IGNORECASE,
)
_NEGATES: Final = re.compile(r"(?:not|no|never|none|nothing|nor|neither|without|cannot|cant|dont|\w+n't)")
_NEGATION: Final = re.compile(rf"\b{_NEGATES.pattern}\b", re.IGNORECASE)
_RELIEF: Final = re.compile(
    r"(?:problem|bug|outage|error|crash|blocker|defect|fault|fail|delay|difficult|concern|complain|conflict|risk"
    r"|worr|doubt|trouble|bad|wrong|stress).*"
)
_REACH: Final = 3
"""Words behind a negation that VADER turns."""
_CONDITION: Final = re.compile(
    r"\b(?:if|when|whenever|whether|unless|until)\b(?:\s+[^\s,.;:!?]+){1,5}", re.IGNORECASE
)
"""Speech often has no comma where such a clause ends; what makes its mood stands at its beginning."""
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


def denied(text: str, moods: Mapping[str, float]) -> str:
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


def without_conditions(text: str) -> str:
    """`text` without what it only supposes, or gives the time by: "tell me if it is bad"."""
    return _CONDITION.sub("", text)


def within_reach(text: str, moods: Mapping[str, float]) -> str:
    """`text` with each negation kept to its clause, and without the ill that it only denies.

    "I didn't know that, thanks" is thanks; "don't be rude" and "it is not stupid" praise nothing, while "no
    problem" and "not bad" do.
    """
    if not _NEGATION.search(text):
        return text
    words = _CLAUSE_ENDS.sub(r"\g<0> then then then", text).split()
    bare = [word.strip(',.;:!?"()*').lower() for word in words]
    for place, word in enumerate(bare):
        if moods.get(word, 0.0) < 0 and not _RELIEF.fullmatch(word):
            before = bare[max(0, place - _REACH) : place]
            if any(_NEGATES.fullmatch(each) for each in before):
                words[place] = "then"
    return " ".join(words)
