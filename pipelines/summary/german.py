"""What the German rules still import; it goes with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Said = TypeVar("Said")


def german_candidates(sentences: Sequence[Said], taken: frozenset[int]) -> list[Said]:
    return [sentence for place, sentence in enumerate(sentences) if place not in taken]
