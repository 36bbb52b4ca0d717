"""When a predicted action item is the one that an annotator wrote down.

Where the annotator linked utterances, the two match if they share one. Where he wrote only a text, words
decide:

    coverage = weight of the gold text's content words that the prediction has / weight of all of them

Content words are those of `guardrails.language.words`. A word weighs log2((1 + N) / (1 + n)), where
n of the meeting's N sentences hold it (a sentence holds the name of its speaker): the meeting's constant
topic weighs little, the rare word that makes this action this one weighs much. A word that nobody said is
the annotator's own and weighs nothing. The prediction has the words of its task, its owner and of at most
40 words of its quote: a whole speech as a quote would match everything. They match if coverage is at least
0.35 and at least two words are shared. At that level 8 random sentences a meeting match 6 % of the actions
of the Ethereum calls.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.core.types import Claim, Segment
from guardrails.language import FALLBACK, language, split_sentences
from guardrails.language.words import content_stems
from pipelines.evaluate.dataset import GoldAction

COVERAGE = 0.35
SHARED_WORDS = 2
QUOTE_WORDS = 40


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
            holding.update(set(content_stems(f"{segment.speaker or ''} {sentence}")))
    return WordWeights(sentences, holding)


def coverage(gold: str, claim: Claim, weights: WordWeights) -> float:
    """0..1; 0 where too few words are shared to speak of a match."""
    wanted = set(content_stems(gold))
    quote = " ".join(claim.evidence.quote.split()[:QUOTE_WORDS])
    shared = wanted & set(content_stems(f"{claim.text} {claim.owner or ''} {quote}"))
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
