"""Did somebody in this meeting say what a claim says? A logistic regression over how its words were said.

Its coefficients are fitted to published notes of real meetings by `python -m bench.train_support`. The
score knows words and no meaning: a swapped owner, a changed figure or a lost negation is the business of
other checks.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from guardrails.evidence.index import TURN, Wanted

WEIGHTS = Path(__file__).with_name("support.weights.json")
_LEAST_TOGETHER = 2
SIZES = (20, 100, 200)
"""Content words of the windows that are looked at: a sentence, a minute, a topic."""
FEATURES = (
    "share in one line",
    *(f"share in {size} words" for size in SIZES),
    "weight in 100 words",
    "rarity in 100 words",
    "share of pairs said",
    "log of length",
    "share in the cited lines",
)


def features(wanted: Wanted, cited: Collection[int]) -> tuple[float, ...]:
    """Of a claim that cites the segments at `cited`, in the order of FEATURES."""
    windows = [wanted.best(size) for size in SIZES]
    minute = windows[1]
    return (
        wanted.singles[0][0] if wanted.singles else 0.0,
        *(window.weight / (wanted.total or 1.0) for window in windows),
        minute.weight,
        math.fsum(wanted.rarities[stem] for stem in {hit.stem for hit in minute.hits}),
        wanted.pairs_said / max(1, wanted.pairs),
        math.log1p(len(wanted.weights)),
        wanted.within(cited),
    )


def support(wanted: Wanted, cited: Collection[int]) -> float:
    """Log odds that the meeting carries the claim, above the fitted threshold: 0 or more is carried."""
    return log_odds(fitted(), FEATURES, features(wanted, cited))


def is_carried(wanted: Wanted, cited: Collection[int]) -> bool:
    """Whether the meeting carries the claim, and not some of its words alone."""
    return support(wanted, cited) >= 0 and not is_hollow(wanted)


def is_hollow(wanted: Wanted, marked: Collection[str] = ()) -> bool:
    """Whether most words that tell what a claim is about were not heard or are `marked`, or no two were said
    within a turn or two of each other. The score was fitted to whole sentences: one word of two proves
    nothing. Everyday verbs ("discussed") tell nothing."""
    telling = {stem for stem in wanted.weights if not stem.startswith("~")}
    together = {hit.stem for hit in wanted.best(TURN).hits}
    heard = (telling & wanted.said).difference(marked)
    return 2 * len(heard) < len(telling) or len(together) < min(_LEAST_TOGETHER, len(telling))


def log_odds(model: Mapping[str, Any], names: Sequence[str], values: Sequence[float]) -> float:
    """Above the threshold of one of the fitted models."""
    slopes = (model["coefficients"][name] * value for name, value in zip(names, values, strict=True))
    return sum(slopes, start=float(model["intercept"] - model["threshold"]))


def cited_share(wanted: Wanted, cited: Collection[int]) -> float:
    """What the cited lines carry, as a share of what the best turn or two of the meeting carry."""
    best = wanted.best(TURN).weight
    return wanted.within(cited) * wanted.total / best if best else 1.0


def cites_wrong_lines(wanted: Wanted, cited: Collection[int]) -> bool:
    """Whether so little of the claim is in its lines as in hardly any right citation."""
    least: float = fitted()["least cited share"]
    return cited_share(wanted, cited) < least


@lru_cache(maxsize=1)
def fitted() -> Mapping[str, Any]:
    """What `python -m bench.train_support` has written."""
    found: Mapping[str, Any] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return found
