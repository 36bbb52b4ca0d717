"""What a meeting speaks of: words and short runs of words that come back, as they were said.

Without a parser a noun phrase is a run of telling words inside a clause. A word that mostly follows a subject
or an auxiliary is a verb, one that mostly stands before another telling word is an adjective, and one behind
a figure is a unit: none of them ends a phrase.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from guardrails.language import Language, Token
from pipelines.sentences import Sentence
from pipelines.summary.rarity import TELLING, rarity

_LONGEST: Final = 3
_FEWEST_USES: Final = 2
_MOSTLY: Final = 0.5
_FIGURE: Final = 0.25


@dataclass(frozen=True, slots=True)
class Phrase:
    lemmas: tuple[str, ...]
    text: str
    """In its commonest spelling."""
    places: tuple[int, ...]
    """The sentences that have it, in order; one that has it twice stands there twice."""
    rarity: float
    """Of its words, added up; a figure behind a word tells which."""

    def weight(self, uses: int) -> float:
        """Of so many of its uses. Two telling words tell far more than one."""
        return uses * self.rarity**3


def phrases_of(sentences: Sequence[Sentence], spoken: Language, names: Collection[str]) -> list[Phrase]:
    """Those that were said at least twice. `names`: lemmas of those of speakers, who are no subject."""
    heads = _heads(sentences, spoken)
    places: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    spellings: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    weights: dict[tuple[str, ...], float] = {}
    for sentence in sentences:
        for _, run in _runs(sentence, spoken):
            for part in _parts(run):
                lemmas = tuple(token.lemma for token in part)
                if len(set(lemmas)) < len(lemmas) or not heads.issuperset(lemmas[-1:]):
                    continue
                if names and not set(lemmas).isdisjoint(names):
                    continue
                places[lemmas].append(sentence.index)
                spellings[lemmas][sentence.text[part[0].start : part[-1].end]] += 1
                weights[lemmas] = sum(_FIGURE if token.is_number else rarity(token, spoken) for token in part)
    return [
        Phrase(lemmas, _commonest(spellings[lemmas]), tuple(found), weights[lemmas])
        for lemmas, found in places.items()
        if len(found) >= _FEWEST_USES
    ]


def apart(phrases: Sequence[Phrase], most: int) -> list[Phrase]:
    """The first of `phrases` that share no word."""
    chosen: list[Phrase] = []
    taken: set[str] = set()
    for phrase in phrases:
        if len(chosen) < most and taken.isdisjoint(phrase.lemmas):
            chosen.append(phrase)
            taken.update(phrase.lemmas)
    return chosen


def _runs(sentence: Sentence, spoken: Language) -> Iterator[tuple[str, list[Token]]]:
    """Runs of telling words, and figures behind them, each with the word before it."""
    for clause in sentence.reading.clauses:
        before, last, run = "", "", list[Token]()
        for token in clause.tokens:
            if rarity(token, spoken) >= TELLING or (run and token.is_number):
                before = before if run else last
                run.append(token)
            elif run:
                yield before, run
                run = []
            last = token.text
        if run:
            yield before, run


def _parts(run: Sequence[Token]) -> Iterator[Sequence[Token]]:
    for size in range(1, min(_LONGEST, len(run)) + 1):
        for start in range(len(run) - size + 1):
            if not run[start].is_number:
                yield run[start : start + size]


def _heads(sentences: Sequence[Sentence], spoken: Language) -> frozenset[str]:
    """Lemmas that may end a phrase: figures, and what is mostly a noun."""
    numbers = spoken.numbers
    verb_follows = spoken.words("subject") | spoken.words("auxiliary") | spoken.words("before_verb")
    uses: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for sentence in sentences:
        for before, run in _runs(sentence, spoken):
            uses.update(token.lemma for token in run)
            if before in verb_follows or before in numbers or before[:1].isdigit():
                others[run[0].lemma] += 1
            others.update(one.lemma for one, other in pairwise(run) if not other.is_number)
    return frozenset(lemma for lemma, count in uses.items() if others[lemma] <= _MOSTLY * count)


def _commonest(spellings: Counter[str]) -> str:
    return max(spellings, key=lambda text: (spellings[text], text))
