"""Figures that their speaker takes back in the same breath: "two hundred, sorry, three hundred".

The later figure holds. The earlier one, with the words that take it back, is blanked, so that places in the
text stay what they are. Only what is said at once and of the same thing takes a figure back: the same unit or
the same noun, and between the two no word but a repeated one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from guardrails.numbers import Figure, alike, figures_in

_CUE = re.compile(
    r"\b(?:no|nope|sorry|i mean(?:t)?|make (?:that|it)|correction|scratch that|strike that|or rather|pardon"
    r"|excuse me|my (?:mistake|bad)|nein|ich meine|quatsch|moment)\b",
    re.IGNORECASE,
)
# Between the two figures: a noun, a mark, the turn, and perhaps the words before the figure once more.
_TURN = re.compile(
    r"(?P<noun>(?:\s+[^\W\d_][\w'’-]*){0,3})\s*[,.;:?!…–—-]+\s*"
    r"(?:(?:oh|uh|um|er|erm|äh|ah|well|wait|hang on|hold on|actually)\b[\s,.…–—-]*)*"
    r"(?:no\b(?=\s*[,.;:!…–—-]|\s+(?:wait|sorry))|nope\b|sorry\b|i mean(?:t)?\b|make (?:that|it)\b"
    r"|correction\b|(?:scratch|strike) that\b|or rather\b|pardon(?: me)?\b|excuse me\b|my (?:mistake|bad)\b"
    r"|nein\b|ich meine\b|quatsch\b|moment\b)"
    r"(?:[\s,.:;!…–—-]+(?:no|sorry|wait|i mean(?:t)?|actually|make (?:that|it)|nein)\b)*[\s,.:;!…–—-]+"
    r"(?P<again>(?:[^\W\d_][\w'’-]*\s+){0,4}[$£€]?)\Z",
    re.IGNORECASE,
)
_LITTLE = frozenset(
    "a an the it it's its that's that is was are at by for on of to in about around only just some we i you"
    " they he she with from until till before after die der das den um am bis es sind".split()
)
_NEXT = re.compile(r"\s+([^\W\d_][\w'’-]*)")


@lru_cache(maxsize=4096)  # as the figures of a text
def settled(text: str) -> str:
    """`text` with what its speaker took back blanked; the same length."""
    if _CUE.search(text) is None:
        return text
    figures = figures_in(text)
    for one, other in pairwise(figures):
        if _is_taken_back(text, one, other):
            text = text[: one.start] + " " * (other.start - one.start) + text[other.start :]
    return text


def _is_taken_back(text: str, one: Figure, other: Figure) -> bool:
    turn = _TURN.match(text[one.end : other.start]) if one.firm and other.firm else None
    if turn is None or one.value == other.value or (one.unit and other.unit and not alike(one, other)):
        return False
    before = {*_words(text[: one.start])[-6:], *_LITTLE}
    if not set(_words(turn["again"])) <= before:
        return False
    follows = _NEXT.match(text[other.end :])
    noun = follows[1].casefold() if follows else ""
    counted = _words(turn["noun"])
    if not noun or noun in _LITTLE or (not counted and not one.unit):
        return True
    return bool(counted) and _alike(counted[0], noun) if not one.unit or counted else bool(other.unit)


def _words(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in re.findall(r"[^\W\d_][\w'’-]*", text)]


def _alike(one: str, other: str) -> bool:
    return one.removesuffix("s") == other.removesuffix("s")
