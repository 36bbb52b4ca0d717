"""What the lines of a claim say of a figure that they do not have.

The number of an issue or a proposal is said once, and noted beside what is said of it later: it counts as
heard where it was said anywhere. But not where the lines number, count or measure the same thing otherwise,
or have one that it may have been written for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from guardrails.arithmetic.figures import Mention
from guardrails.core.types import Segment
from guardrails.language.figures import alike, same

_DIGITS = re.compile(r"\d[\d,]*")
# A name may be written together with another: "BalDevNet".
_SHORTEST_NAME = 4
# So many digits without a unit are the number of a thing: "8037 was merged".
_LONG = 3


def is_heard(one: Mention, said: Sequence[Mention], segments: tuple[Segment, ...]) -> bool:
    """Whether a number that names something was said in digits anywhere, and none like it in the lines."""
    is_name = one.words.isdigit() and (one.is_name or len(one.words) >= _LONG)
    near = any(_is_like(one.words, other.words) for other in said)
    return is_name and one.words in _digits(segments) and not near


def is_told_otherwise(one: Mention, claimed: Sequence[Mention], said: Sequence[Mention]) -> bool:
    """Whether the lines have another figure for the same: "DevNet 0" for "DevNet 10", "3 clients" for "2
    clients". One that the claim has, too, is accounted for."""
    return any(
        other.figure.firm and _is_of_same(one, other)
        for other in said
        if not any(same(other.figure, own.figure) and _is_of_same(own, other) for own in claimed)
    )


def _is_of_same(one: Mention, other: Mention) -> bool:
    unit = one.figure.unit
    if unit not in ("", "label", "th") and alike(one.figure, other.figure):
        return True
    pairs = zip(one.beside, other.beside, strict=True)
    return any(left and right and _are_one(left, right) for left, right in pairs)


def _are_one(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) >= _SHORTEST_NAME and long.endswith(short))


def _is_like(one: str, other: str) -> bool:
    """Whether one may have been written for the other: as long, and the same but for the last digits."""
    return one != other and len(one) == len(other) and one[: len(one) // 2] == other[: len(one) // 2]


@lru_cache(maxsize=2)  # every claim is held against the same meeting
def _digits(segments: tuple[Segment, ...]) -> frozenset[str]:
    found = (digits for segment in segments for digits in _DIGITS.findall(segment.text))
    return frozenset(digits.replace(",", "") for digits in found)
