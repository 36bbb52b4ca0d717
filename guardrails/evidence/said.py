"""Were these words said? Lines of speech compared without marks, pauses and small slips."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz import fuzz

from guardrails.language.words import spoken_words

# Share of matching characters. An exact quote scores 100; recognisers and models change an ending or drop an
# article, which stays above 90 in a sentence of usual length.
LIKENESS = 90.0


@lru_cache(maxsize=8)  # the claims of one long speech cite it one after another
def spoken_line(text: str) -> str:
    """The words of `text` as they are compared, with one blank between them."""
    return " ".join(spoken_words(text))


def is_said(wanted: str, said: str) -> bool:
    """Whether the line `wanted` stands in the line `said`, in order and together; small slips allowed."""
    if not wanted:
        return False
    if f" {wanted} " in f" {said} ":
        return True
    # A short phrase has no room for a slip: "by Monday" is nearly "by Sunday".
    return (
        wanted.count(" ") >= 4 and len(wanted) <= len(said) and fuzz.partial_ratio(wanted, said) >= LIKENESS
    )
