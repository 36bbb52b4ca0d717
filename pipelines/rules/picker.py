"""Which candidates become items: a linear score with trained weights, and a budget by length.

People commit themselves to hundreds of small things in an hour, and a colleague wants five to eight of
them. So candidates are ranked, and the best are taken that stand apart from each other. The weights are
learned from real meetings by `python -m bench.train_picker`; none is set by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

from pipelines.rules.features import Features

WEIGHTS: Final = Path(__file__).parent / "picker.weights.json"
ITEMS: Final = {"action": (3, 5), "decision": (3, 4)}
"""How many in any talk, and how many more in each hour of it: 8 and 7 in an hour."""
_APART_S = 60.0


def budget(kind: str, duration_s: float) -> int:
    """How many items a meeting of that length may show."""
    least, hourly = ITEMS[kind]
    return round(least + hourly * duration_s / 3600)


@dataclass(frozen=True, slots=True)
class Picker:
    """The weights of one kind of item for one language, or for those that no weights were learned from."""

    intercept: float
    threshold: float
    """The score below which nothing is an item, however few there are."""
    floor: float
    """Likewise for a possible item."""
    weights: Mapping[str, float]

    def score(self, found: Features) -> float:
        """Log odds that people would note it, with equally many right and wrong candidates."""
        return self.intercept + sum(self.weights.get(name, 0.0) * value for name, value in found.items())


@cache
def picker_of(kind: str, code: str) -> Picker:
    """`code`: ISO 639-1 code of the language that is spoken."""
    every: Mapping[str, Any] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return Picker(**every.get(code, every["any"])[kind])


class Candidate(Protocol):
    @property
    def matter(self) -> frozenset[str]: ...


def peaks(
    candidates: Sequence[Candidate], scores: Sequence[float], times_s: Sequence[float], *, apart: bool
) -> list[int]:
    """Places of the candidates, the best first. `apart`: without those near a better one that is about the
    same."""
    chosen: list[int] = []
    for place in sorted(range(len(candidates)), key=lambda each: (-scores[each], each)):
        near = (each for each in chosen if abs(times_s[each] - times_s[place]) < _APART_S)
        if not apart or all(candidates[each].matter.isdisjoint(candidates[place].matter) for each in near):
            chosen.append(place)
    return chosen
