"""The topics of a meeting: where it turns to other words, and what each part speaks of.

TextTiling (Hearst 1997): the words before and after each sentence are compared, and a topic ends where they
are less alike than around, with whoever begins to speak there. The constants count informative words and not
seconds, so that they hold for a transcript without times, too.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from guardrails.language import Language
from pipelines.sentences import Sentence
from pipelines.summary.phrases import Phrase, apart
from pipelines.summary.rarity import is_informative

_WINDOW: Final = 60
"""Informative words before and after a gap that are compared."""
_TOPIC: Final = 200
"""Informative words of an ordinary topic: six to ten minutes; half of it is the shortest."""
_NEAR: Final = 8
"""Sentences."""
_MOST_PHRASES: Final = 3
_SLICES: Final = 10
"""Of a part; a phrase counts once in each, so that a joke of a minute names no topic."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the meeting."""

    first: int
    last: int
    """One past its last sentence."""
    phrases: tuple[Phrase, ...]
    """What it speaks of more than the rest does, the best first."""


def parts_of(sentences: Sequence[Sentence], phrases: Sequence[Phrase], spoken: Language) -> list[Part]:
    """All parts in order; a short meeting is one."""
    edges = [0, *_edges(sentences, spoken), len(sentences)]
    found = []
    for first, last in pairwise(edges):
        weights = {phrase: _weight(phrase, first, last) for phrase in phrases}
        best = sorted((each for each in weights if weights[each]), key=lambda p: (-weights[p], p.lemmas))
        found.append(Part(first, last, tuple(apart(best, _MOST_PHRASES))))
    return found


def _weight(phrase: Phrase, first: int, last: int) -> float:
    """More where it is used in all of the part and little elsewhere; none for a single use."""
    places = phrase.places[bisect_left(phrase.places, first) : bisect_left(phrase.places, last)]
    if len(places) < 2:
        return 0.0
    slices = {(place - first) * _SLICES // (last - first) for place in places}
    return phrase.weight(len(slices)) * math.sqrt(len(places) / len(phrase.places))


def _edges(sentences: Sequence[Sentence], spoken: Language) -> list[int]:
    """Sentences with which a new part begins."""
    words: list[str] = []
    starts: list[int] = []
    for sentence in sentences:
        starts.append(len(words))
        tokens = (token for clause in sentence.reading.clauses for token in clause.tokens)
        words += [token.lemma for token in tokens if is_informative(token, spoken)]
    gaps = [
        place
        for place in range(1, len(sentences))
        if _TOPIC // 2 <= starts[place] <= len(words) - _TOPIC // 2
    ]
    depths = _depths([_likeness(words, starts[gap]) for gap in gaps], [starts[gap] for gap in gaps])
    deep = sum(depths) / max(len(depths), 1)
    chosen: list[int] = []
    for depth, gap in sorted(zip(depths, gaps, strict=True), key=lambda each: (-each[0], each[1])):
        if depth <= deep or len(chosen) >= len(words) // _TOPIC:
            break
        if all(abs(starts[gap] - starts[other]) >= _TOPIC // 2 for other in chosen):
            chosen.append(gap)
    return sorted({_turn(sentences, place) for place in chosen})


def _turn(sentences: Sequence[Sentence], place: int) -> int:
    """Where somebody begins to speak near `place`; there itself where one person talks for long."""
    for near in sorted(range(place - _NEAR, place + _NEAR + 1), key=lambda each: abs(each - place)):
        if 0 < near < len(sentences) and sentences[near].speaker != sentences[near - 1].speaker:
            return near
    return place


def _likeness(words: Sequence[str], at: int) -> float:
    """Cosine of the counts of words before and after."""
    one, other = Counter(words[max(0, at - _WINDOW) : at]), Counter(words[at : at + _WINDOW])
    norm = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return sum(count * other[word] for word, count in one.items()) / norm if norm else 0.0


def _depths(likeness: Sequence[float], starts: Sequence[int]) -> list[float]:
    """How far each gap lies under the highest within two windows on either side."""
    found = []
    for place, here in enumerate(likeness):
        first = bisect_left(starts, starts[place] - 2 * _WINDOW)
        last = bisect_right(starts, starts[place] + 2 * _WINDOW)
        found.append(max(likeness[first : place + 1]) + max(likeness[place:last]) - 2 * here)
    return found
