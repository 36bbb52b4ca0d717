"""What a meeting speaks of: words and short runs of words that come back, as they were said.

Without a parser a noun phrase is a run of informative words inside a clause. (That it may not end in what is
mostly a verb, an adjective or a unit changed no figure, and went.)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Final

from guardrails.language import Language, Token
from pipelines.sentences import Sentence
from pipelines.summary.rarity import INFORMATIVE, rarity

_LONGEST: Final = 3
_SHORTEST: Final = 3
_FEWEST_USES: Final = 2
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
        """Of so many of its uses. Two informative words tell far more than one."""
        return uses * self.rarity**3


def phrases_of(sentences: Sequence[Sentence], spoken: Language, names: Set[str]) -> list[Phrase]:
    """Those that were said at least twice. `names`: lemmas of those of speakers, who are no subject."""
    places: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    spellings: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    weights: dict[tuple[str, ...], float] = {}
    for sentence in sentences:
        for run in _runs(sentence, spoken):
            for part in _parts(run):
                lemmas = tuple(token.lemma for token in part)
                if len(set(lemmas)) < len(lemmas) or not names.isdisjoint(lemmas):
                    continue
                places[lemmas].append(sentence.index)
                spellings[lemmas][_spelt(sentence.text, part)] += 1
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


def _runs(sentence: Sentence, spoken: Language) -> Iterator[list[Token]]:
    """Runs of informative words, and of figures behind them."""
    for clause in sentence.reading.clauses:
        run: list[Token] = []
        for token in clause.tokens:
            if _is_informative(token, clause.text, spoken) or (run and token.is_number):
                run.append(token)
            else:
                yield run
                run = []
        yield run


def _is_informative(token: Token, text: str, spoken: Language) -> bool:
    """Two small letters are no word of a subject, but the rest of one ("'ll"); capitals may be: "EL"."""
    is_rest = len(token.text) < _SHORTEST and text[token.start : token.end].islower()
    return not is_rest and rarity(token, spoken) >= INFORMATIVE


def _parts(run: Sequence[Token]) -> Iterator[Sequence[Token]]:
    for size in range(1, min(_LONGEST, len(run)) + 1):
        for start in range(len(run) - size + 1):
            if not run[start].is_number:
                yield run[start : start + size]


def _spelt(text: str, part: Sequence[Token]) -> str:
    """As it was said, without a pause inside."""
    whole = text[part[0].start : part[-1].end]
    is_paused = len(whole.split()) > len(part)
    return " ".join(text[token.start : token.end] for token in part) if is_paused else whole


def _commonest(spellings: Counter[str]) -> str:
    return max(spellings, key=lambda text: (spellings[text], text))
