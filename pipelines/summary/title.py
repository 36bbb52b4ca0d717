"""A title from what was said most, for a meeting that does not say what it is about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from guardrails.types import Segment
from pipelines.rules.clean import clean
from pipelines.summary.words import is_content, stem, words_of

MOST_WORDS: Final = 8
_MOST_PHRASES: Final = 2
_LONGEST: Final = 3
_BEFORE_NOUN: Final = frozenset(
    "the a an this that these those our your my his her their its some any no each every of for in on with "
    "per from new old main whole other first second next last about into by between".split()
)
_LEAST_NOUN: Final = 0.35
"""Share of a word's uses after an article or preposition from which on it is taken for a noun."""
_FEWEST_USES: Final = (3, 2, 2)
"""By the number of words: a phrase said twice is no accident, a word said twice may be."""


def _runs(text: str) -> list[tuple[str, list[str]]]:
    """Runs of content words, each with the word before it."""
    runs: list[tuple[str, list[str]]] = []
    for piece in text.replace(";", ",").replace(".", ",").replace("?", ",").replace("!", ",").split(","):
        before, run = "", list[str]()
        for word in words_of(piece):
            if is_content(word):
                run.append(word)
                continue
            if run:
                runs.append((before, run))
            before, run = word.lower(), []
        if run:
            runs.append((before, run))
    return runs


def phrases_of(segments: Sequence[Segment]) -> list[str]:
    """The phrases that recur most, best first, in their commonest spelling."""
    names = {stem(part) for s in segments if s.speaker for part in words_of(s.speaker)}
    uses: Counter[tuple[str, ...]] = Counter()
    nouns: Counter[str] = Counter()
    single: Counter[str] = Counter()
    spelling: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for segment in segments:
        for before, run in _runs(clean(segment.text).cased):
            stems = [stem(word) for word in run]
            single.update(stems)
            nouns.update(s for place, s in enumerate(stems) if place or before in _BEFORE_NOUN)
            for size in range(1, _LONGEST + 1):
                for start in range(len(run) - size + 1):
                    key = tuple(stems[start : start + size])
                    if not names.intersection(key) and len(set(key)) == size:
                        uses[key] += 1
                        spelling[key][" ".join(run[start : start + size])] += 1
    scores = {
        key: count * len(key) ** 1.4
        for key, count in uses.items()
        if count >= _FEWEST_USES[len(key) - 1] and nouns[key[-1]] / single[key[-1]] >= _LEAST_NOUN
    }
    best = sorted(scores, key=lambda key: (-scores[key], key))
    return [_commonest(spelling[key]) for key in best]


def _commonest(spellings: Counter[str]) -> str:
    return max(spellings, key=lambda text: (spellings[text], text.islower(), text))


def title_from(phrases: Sequence[str], joint: str = " and ") -> str:
    """One phrase, or two that share no word with `joint` between them; at most eight words."""
    chosen: list[str] = []
    taken: set[str] = set()
    for phrase in phrases:
        stems = {stem(word) for word in phrase.split()}
        if taken & stems or sum(len(p.split()) for p in [*chosen, phrase]) >= MOST_WORDS:
            continue
        chosen.append(phrase)
        taken |= stems
        if len(chosen) == _MOST_PHRASES:
            break
    title = joint.join(chosen)
    return title[:1].upper() + title[1:]
