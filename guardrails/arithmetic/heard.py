"""Was a figure heard anywhere in the meeting, where the lines that a claim cites do not have it?

A number of an issue or a proposal is said once and noted beside what is said of it later. It counts as
heard unless the cited lines have another one that it may have been written for.
"""

from __future__ import annotations

import re
from functools import lru_cache

from guardrails.guardrail import Scene
from guardrails.types import Claim, Segment

# Digits that are part of a word ("V1", "DevNet0") are a name.
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*(?!\w)")


def is_heard(words: str, claim: Claim, scene: Scene) -> bool:
    """Whether the figure `words` of `claim` was said in digits, and none like it in its lines."""
    written = _digits(words)
    here = _digits(" ".join(segment.text for segment in scene.cited(claim))) - _digits(claim.text)
    alike = any(_is_like(one, other) for one in written for other in here)
    return bool(written) and written <= _said(scene.segments) and not alike


def _is_like(one: str, other: str) -> bool:
    """Whether one may have been written for the other: as long, and the same but for the last digits."""
    return len(one) == len(other) and one[: len(one) // 2] == other[: len(one) // 2]


@lru_cache(maxsize=2)  # every claim is held against the same meeting
def _said(segments: tuple[Segment, ...]) -> frozenset[str]:
    return frozenset().union(*(_digits(segment.text) for segment in segments))


@lru_cache(maxsize=4096)
def _digits(text: str) -> frozenset[str]:
    return frozenset(found.group().replace(",", "") for found in _FIGURE.finditer(text))
