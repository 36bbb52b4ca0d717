"""How rare a word is where people talk, whatever they talk about.

What one group alone speaks of is about its subject, however often it says so: the share of talk that holds a
word leaves out the group that says it most. Counted by `python -m bench.train_rarity`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from guardrails.language.tables import FALLBACK

WEIGHTS = Path(__file__).with_name("rarity.weights.json")
RAREST, USUAL = "<rarest>", "<usual>"
"""Keys of a word that two groups never said, and of the words of notes on average."""


def rarity(stem: str, code: str) -> float:
    """Of a content stem (`guardrails.language.words`): minus the log of the share of stretches of 100 content
    words that hold it. In a language that was not counted, every word is as rare as those of notes are.
    """
    counted = _counted()
    words = counted.get(code)
    return words.get(stem, words[RAREST]) if words else counted[FALLBACK][USUAL]


@cache
def _counted() -> Mapping[str, Mapping[str, float]]:
    """By language and stem; kept as the stems of each value."""
    kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return {
        code: {stem: float(value) for value, stems in rows.items() for stem in stems.split()}
        for code, rows in kept.items()
    }
