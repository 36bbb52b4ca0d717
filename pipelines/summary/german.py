"""What the German rules still import; it goes with them."""

from __future__ import annotations

from collections.abc import Sequence

from pipelines.rules.sentences import Sentence


def german_candidates(sentences: Sequence[Sentence], taken: frozenset[int]) -> list[Sentence]:
    return [sentence for place, sentence in enumerate(sentences) if place not in taken]
