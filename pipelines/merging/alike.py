"""Do two claims say the same? By their letters, and by the words that turn a sentence around."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from guardrails.types import Claim
from guardrails.words import spoken_words
from pipelines.rules.tasks import content_words

# Share of matching characters. High on purpose: a claim shown twice is a blemish, one that was merged into
# another is lost ("book the small room", "book the large room" score 79).
LIKENESS = 90.0
# One short word of a long sentence turns it around: alike in letters, opposite in meaning.
DECISIVE = re.compile(
    r"\d[\d.,:]*|\b(?:no|not|never|cannot|without|nicht|kein\w*|nie|ohne)\b|n[’']t\b",
    re.IGNORECASE,
)
# A reminder adds such words to a task; they change nothing of it.
_ADDED = frozenset(
    "please also instead actually still again rather now today's bitte auch doch noch schon "
    "stattdessen".split()
)


def says_the_same(one: Claim, other: Claim) -> bool:
    """Whether their texts are one task, decision or question; owner and due phrase are not looked at."""
    if one.kind != other.kind or DECISIVE.findall(one.text) != DECISIVE.findall(other.text):
        return False
    texts = (" ".join(spoken_words(one.text)), " ".join(spoken_words(other.text)))
    if fuzz.ratio(*texts) >= LIKENESS:
        return True
    words, others = _matter(one.text), _matter(other.text)
    if min(len(words), len(others)) < 2:
        return False
    return fuzz.token_sort_ratio(" ".join(words), " ".join(others)) >= LIKENESS


def _matter(text: str) -> list[str]:
    return [word for word in content_words(text) if word not in _ADDED]
