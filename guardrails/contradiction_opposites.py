"""Pairs of words of which a thing can be or get only one: keep and close, on and off.

The pairs are those that a dictionary gives as opposites and that people use of plans. Two claims are
opposites where such a pair is all that they differ in.
"""

from __future__ import annotations

import re
from functools import lru_cache

from guardrails.duplicate_words import gist_of, stem_of
from guardrails.types import Claim

# Each word against each one behind the colon. What can be done one after the other is apart: "open the hall"
# and "close the hall" are two things to do, and the opposite only of what is decided.
_EXCLUSIVE = """
keep: close shut drop cut scrap sell cancel remove abandon discard axe ditch bin demolish
raise increase: lower reduce decrease cut
accept: reject refuse decline
approve: reject disapprove
allow permit: forbid ban prohibit
include: exclude omit
expand extend: shrink shorten
hire: fire
mandatory compulsory obligatory required: optional voluntary
free: paid
public: private
more: less fewer
early earlier: late later
indoors inside: outdoors outside
agree: disagree
support: oppose
"""
_IN_TURN = """
open: close shut
start begin launch: stop end cancel
enable activate: disable deactivate
on: off
in: out
up: down
lock: unlock
arrive: leave
connect: disconnect
"""
_DENIAL = re.compile(r"n['’]t\b|\b(?:not|never|no|nobody|none|cannot|without)\b", re.IGNORECASE)
# "In the hall", "on Monday": no particle.
_PARTICLES = frozenset("on off in out up down".split())
_NOUN_NEXT = re.compile(
    r"\s(?!(?:in|on|at|from|by|for|until|till|during|all|this|next|of|again|after|before)\b)\w"
)


def _pairs(table: str) -> frozenset[frozenset[str]]:
    found = set()
    for line in table.strip().splitlines():
        left, right = line.split(":")
        found |= {frozenset((stem_of(a), stem_of(b))) for a in left.split() for b in right.split()}
    return frozenset(found)


_ALWAYS, _DECIDED = _pairs(_EXCLUSIVE), _pairs(_EXCLUSIVE) | _pairs(_IN_TURN)
_KNOWN = frozenset(word for pair in _DECIDED for word in pair)


def opposite_words(one: Claim, other: Claim) -> tuple[str, str] | None:
    """The two words, as they stand there, where the claims differ in nothing else."""
    left, right = _marked(one.text), _marked(other.text)
    if not left or not right or left == right or _DENIAL.search(one.text) or _DENIAL.search(other.text):
        return None
    pairs = _DECIDED if one.kind == other.kind == "decision" else _ALWAYS
    for stem, word in left:
        for another, term in right:
            if frozenset((stem, another)) in pairs and _rest(one, word) == _rest(other, term):
                return (word, term) if _rest(one, word) else None
    return None


@lru_cache(maxsize=1024)  # each claim is held against each other
def _marked(text: str) -> tuple[tuple[str, str], ...]:
    """The words of `text` that have an opposite, with their stems."""
    found = []
    for match in re.finditer(r"[^\W\d_]+", text):
        word, stem = match.group(), stem_of(match.group().casefold())
        is_preposition = stem in _PARTICLES and _NOUN_NEXT.match(text[match.end() :])
        if stem in _KNOWN and not is_preposition:
            found.append((stem, word))
    return tuple(found)


@lru_cache(maxsize=1024)
def _without(text: str, word: str, is_action: bool) -> frozenset[str]:
    return gist_of(re.sub(rf"\b{re.escape(word)}\b", " ", text, count=1), is_action).stems


def _rest(claim: Claim, word: str) -> frozenset[str]:
    text = claim.text.replace(claim.due_phrase, " ") if claim.due_phrase else claim.text
    return _without(text, word, claim.kind == "action")
