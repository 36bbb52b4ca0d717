"""How much a word says about the subject: little where every meeting has it, much where few have."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from guardrails.language import Language, Token, tokens_of

WEIGHTS: Final = Path(__file__).with_name("summary.weights.json")
"""Fitted by `python -m bench.train_summary`."""
RAREST: Final = 0.02
"""A word of fewer than 2 % of all meetings is as informative as one of none."""
_LIKELY: Final = 0.6
_INFORMATIVE: Final = 0.35
"""From which rarity on a word is about the subject: it is in fewer than a quarter of all meetings."""


@dataclass(frozen=True, slots=True)
class Fitted:
    shares: Mapping[str, Mapping[str, float]]
    """Of the meetings that have a lemma, by language."""
    nouns: Mapping[str, Mapping[str, float]]
    """How often a word is used as a noun is, and not as a verb or an adjective, by language."""
    sentence: Mapping[str, float]
    alone: Mapping[str, float]
    """Coefficients by feature, the constant as ""; see `pipelines.summary.extracts`."""


def is_noun(word: str, spoken: Language) -> float:
    """0..1: how surely it is one, by its use in other meetings; of a word that was not counted, likely."""
    return fitted().nouns.get(spoken.code, {}).get(word, _LIKELY)


@cache
def fitted() -> Fitted:
    return Fitted(**json.loads(WEIGHTS.read_text(encoding="utf-8")))


def rarity(token: Token, spoken: Language) -> float:
    """0..1. Of a language without a measured share, the words that its file lists are those of any talk."""
    if token.is_mark or token.is_number or len(token.text) == 1 or token.text in _plain(spoken):
        return 0.0
    shares = fitted().shares.get(spoken.code)
    if shares is None:
        return 0.0 if token.lemma in _listed(spoken) else 1.0
    return math.log(max(shares.get(token.lemma, 0.0), RAREST)) / math.log(RAREST)


def is_informative(token: Token, spoken: Language) -> bool:
    """Whether it is about the subject."""
    return rarity(token, spoken) >= _INFORMATIVE


@cache
def _plain(spoken: Language) -> frozenset[str]:
    """Words that are about no subject: little ones, figures, days."""
    days = ("weekday", "month", "unit", "today", "today_now", "daypart", "daypart_late")
    return frozenset(spoken.numbers).union(spoken.words("function"), *(spoken.words(name) for name in days))


@cache
def _listed(spoken: Language) -> frozenset[str]:
    dated = spoken.days.get("words", {})
    lists = " ".join(word for name, words in spoken.lists.items() if name not in dated for word in words)
    return frozenset(token.lemma for token in tokens_of(lists.replace("|", " "), spoken))
