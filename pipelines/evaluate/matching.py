"""When a predicted action item is the one that an annotator wrote down.

Where the annotator linked utterances, the two match if they share one. Where he wrote only a text, words
decide:

    coverage = weight of the gold text's content words that the prediction has / weight of all of them

Content words are those outside a stop list, reduced to stems. A word weighs log2((1 + N) / (1 + n)), where
n of the meeting's N sentences hold it (a sentence holds the name of its speaker): the meeting's constant
topic weighs little, the rare word that makes this action this one weighs much. A word that nobody said is
the annotator's own and weighs nothing. The prediction has the words of its task, its owner and of at most
40 words of its quote: a whole speech as a quote would match everything. They match if coverage is at least
0.35 and at least two words are shared. At that level 8 random sentences a meeting match 6 % of the actions
of the Ethereum calls.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.core.types import Claim, Segment
from guardrails.language import FALLBACK, language, split_sentences
from pipelines.evaluate.dataset import GoldAction

COVERAGE = 0.35
SHARED_WORDS = 2
QUOTE_WORDS = 40

_WORD = re.compile(r"[^\W_]+")
_SUFFIXES = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "ly", "e", "s", "y")
_MIN_STEM = 3
_STOP = frozenset(
    "a an the i you he she it we they me him her us them my your his its our their this that these those "
    "and or but "
    "so to of in on at by for with from as is are was were be been being do does did done have has had will "
    "would "
    "shall should can could may might must need needs not no yes if then than there here what which who how "
    "when "
    "where why all any some more most just also very too up down out off over into about get got go going "
    "gonna okay "
    "well like really thing things one ones re ve ll don t s m d".split()
)


def stems(text: str) -> list[str]:
    """Stems of the content words, in order. Plain suffix stripping: both sides get the same treatment."""
    return [_stem(word) for word in _WORD.findall(text.lower().replace("\u2019", "'")) if word not in _STOP]


def _stem(word: str) -> str:
    """ "orderings" becomes "ord", as "order" does: only equality counts."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _MIN_STEM:
            return _stem(word[: -len(suffix)])
    return word


@dataclass(frozen=True, slots=True)
class WordWeights:
    """How informative a word is in one meeting."""

    sentences: int
    holding: Counter[str]

    def of(self, stem: str) -> float:
        held = self.holding[stem]
        return math.log2((1 + self.sentences) / (1 + held)) if held else 0.0


def weights_of(segments: Sequence[Segment]) -> WordWeights:
    holding: Counter[str] = Counter()
    sentences = 0
    for segment in segments:
        for sentence in split_sentences(segment.text, language(FALLBACK)):
            sentences += 1
            holding.update(set(stems(f"{segment.speaker or ''} {sentence}")))
    return WordWeights(sentences, holding)


def coverage(gold: str, claim: Claim, weights: WordWeights) -> float:
    """0..1; 0 where too few words are shared to speak of a match."""
    wanted = set(stems(gold))
    quote = " ".join(claim.evidence.quote.split()[:QUOTE_WORDS])
    shared = wanted & set(stems(f"{claim.text} {claim.owner or ''} {quote}"))
    total = sum(weights.of(word) for word in wanted)
    if len(shared) < SHARED_WORDS or total <= 0:
        return 0.0
    return sum(weights.of(word) for word in shared) / total


def likeness(gold: GoldAction, claim: Claim, weights: WordWeights) -> float:
    """How well a prediction fits, above 0 only if it matches."""
    if gold.segment_ids:
        cited = set(claim.evidence.segment_ids)
        return len(gold.segment_ids & cited) / len(gold.segment_ids | cited)
    covered = coverage(gold.text, claim, weights)
    return covered if covered >= COVERAGE else 0.0


def pair(golds: Sequence[GoldAction], claims: Sequence[Claim], weights: WordWeights) -> tuple[int, int]:
    """How many gold actions some prediction matches, and how many predictions are right.

    One prediction may say two things that the annotator listed apart, so it can find several gold actions;
    but several predictions of one thing are right once: each gold action makes at most one prediction
    right, the best fitting first.
    """
    fits = [
        (-fit, g, c)
        for g, gold in enumerate(golds)
        for c, claim in enumerate(claims)
        if (fit := likeness(gold, claim, weights)) > 0
    ]
    used: set[int] = set()
    right: set[int] = set()
    for _, g, c in sorted(fits):
        if g not in used and c not in right:
            used.add(g)
            right.add(c)
    return len({g for _, g, _ in fits}), len(right)
