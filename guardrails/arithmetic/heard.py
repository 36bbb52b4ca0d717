"""Was a figure heard anywhere in the meeting, where the lines that a claim cites do not have it?

A number of an issue or a proposal is said once and noted beside what is said of it later. It counts as
heard unless the cited lines have another one that it may have been written for.
"""

from __future__ import annotations

import re
from functools import lru_cache

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Segment

# Digits that are part of a word ("V1", "DevNet0") are a name.
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*(?!\w)")
_NAMED = re.compile(r"(?:(?<=\S )([A-Z][^\W\d_]+)[ -]?|([^\W\d_]{2,})[#-])(?=\d)")
_LABELLED = re.compile(r"([^\W\d_]{2,})[ #-]*(\d+(?:[.,:]\d+)*)(?!\w)")


def is_heard(words: str, claim: Claim, context: Context) -> bool:
    """Whether the figure `words` of `claim` was said in digits, and none like it in its lines."""
    written = _digits(words)
    here = _digits(" ".join(segment.text for segment in context.cited(claim))) - _digits(claim.text)
    alike = any(_is_like(one, other) for one in written for other in here)
    return (
        bool(written)
        and written <= _said(context.segments)
        and not alike
        and not is_numbered_otherwise(words, claim, context)
    )


def is_numbered_otherwise(words: str, claim: Claim, context: Context) -> bool:
    """Whether the lines number the same thing otherwise: "DevNet 10" in the claim, "DevNet 0" in them."""
    written, own = _digits(words), _labelled(claim.text)
    # What bears a number is written as a name, or joined to it; "about 300" is a count.
    named = {(found[1] or found[2]).casefold() for found in _NAMED.finditer(claim.text)}
    things = {label for label, figure in own if figure in written and label in named}
    cited = _labelled(" ".join(segment.text for segment in context.cited(claim)))
    return any(label in things for label, _ in cited - own)


def _is_like(one: str, other: str) -> bool:
    """Whether one may have been written for the other: as long, and the same but for the last digits."""
    return len(one) == len(other) and one[: len(one) // 2] == other[: len(one) // 2]


@lru_cache(maxsize=2)  # every claim is held against the same meeting
def _said(segments: tuple[Segment, ...]) -> frozenset[str]:
    return frozenset().union(*(_digits(segment.text) for segment in segments))


def _labelled(text: str) -> frozenset[tuple[str, str]]:
    """Figures with the word before them, in lower case."""
    return frozenset((found[1].casefold(), found[2].replace(",", "")) for found in _LABELLED.finditer(text))


@lru_cache(maxsize=4096)
def _digits(text: str) -> frozenset[str]:
    return frozenset(found.group().replace(",", "") for found in _FIGURE.finditer(text))
