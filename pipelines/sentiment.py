"""How people sounded, from a lexicon over the reading that everything shares.

The words of each clause count with their values (`moods.toml`), turned where the clause denies them; those of
a condition do not count. A score is on VADER's scale: the sum is brought to -1..1, and long speech is the
mean of its pieces. No audio is heard, and irony is not recognised: the note shows the scores as what they
are, a lexicon's.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, Final

from guardrails.core.types import Segment
from guardrails.language import Clause, read, split_sentences
from guardrails.language import language as tables_of
from guardrails.language.phrases import Phrases, compile_phrases
from pipelines.note import SentimentLabel

LEANS: Final = 0.09
"""A score from here on is a mood: of 0.05 (VADER's own) to 0.35, 0.08 to 0.1 do best on 3,000 sentences."""
STRONG: Final = 0.3
"""Both sides must reach this before a passage is called mixed."""
_MOST_WORDS: Final = 60
"""Words without a full stop that are scored at once; unpunctuated speech would saturate the score."""
_PASSAGE: Final = 2_000
"""Characters of a passage: two minutes of talk."""
_ANSWER: Final = 2
"""Words of the longest sentence that only answers the turn before."""
_REACH: Final = 5
"""Words behind a no that it turns; of 2 to 8 and the whole rest it does best on both labelled sets."""
_PRAISE_DENIED: Final = -0.74
"""VADER's factor of a negation."""
_ILL_DENIED: Final = -0.4
"""What is not stupid is not praised as much; 0 and -0.2 do worse on passages of meetings."""
_ALPHA: Final = 15.0
"""VADER's, brings a sum to -1..1."""


@dataclass(frozen=True)
class _Lexicon:
    words: Mapping[str, float]
    stems: Mapping[str, float] = field(default_factory=dict)
    """Of all words that begin so."""
    none: re.Pattern[str] = re.compile(r"(?!)")
    only_after: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Words that carry talk, and the words behind which they mean a mood."""
    phrases: tuple[tuple[Phrases, float], ...] = ()
    """What means something else than its words."""

    def value(self, word: str) -> float:
        if word in self.words or self.none.fullmatch(word):
            return self.words.get(word, 0.0)
        found = [stem for stem in self.stems if word.startswith(stem)]
        return self.stems[max(found, key=len)] if found else 0.0

    def score(self, clause: Clause) -> float:
        """The sum of what its words mean."""
        total = 0.0
        beside: set[int] = set()
        for phrases, value in self.phrases:
            for first, last in phrases.find(clause.main_line):
                total += value
                beside |= set(range(first, last))
        said = [token.text for token in clause.main]
        first, last = clause.denied or (0, 0)
        for place, word in enumerate(said):
            before = said[place - 1] if place else ""
            if place not in beside and before in self.only_after.get(word, {before}):
                value = self.value(word)
                is_denied = first <= place < min(last, first + 1 + _REACH)
                total += value * (1 if not is_denied else _PRAISE_DENIED if value > 0 else _ILL_DENIED)
        return total


@cache
def _lexicons() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("moods.toml").read_text("utf-8"))


@cache
def _lexicon(code: str) -> _Lexicon:
    """Of a language; one without words where there is none. English words mean something else elsewhere."""
    table = _lexicons().get(code)
    if table is None:
        return _Lexicon({})
    none = re.compile("|".join(table["none"].split()).replace("*", r"\w*"))
    own = {word.casefold(): value for word, value in table["words"].items()}
    vader = _vader() if table.get("vader") else {}
    return _Lexicon(
        words={
            **{word: value for word, value in vader.items() if not none.fullmatch(word)},
            **{word: value for word, value in own.items() if word[-1] != "*"},
        },
        stems={word[:-1]: value for word, value in own.items() if word[-1] == "*"},
        none=none,
        only_after={word: frozenset(behind.split()) for word, behind in table.get("only_after", {}).items()},
        phrases=tuple((compile_phrases([phrase], {}), value) for phrase, value in table["phrases"].items()),
    )


def _vader() -> Mapping[str, float]:
    """The words and values of the library's file. Reading it takes 40 ms."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    lexicon: Mapping[str, float] = SentimentIntensityAnalyzer().lexicon
    return lexicon


def has_lexicon(language: str) -> bool:
    """Whether moods are known in this language (ISO 639-1 code)."""
    return language in _lexicons()


def mean_of(weighted: Iterable[tuple[float, float]]) -> float:
    """Of values with their weights; 0 where there is no weight at all."""
    total = weights = 0.0
    for value, weight in weighted:
        total, weights = total + value * weight, weights + weight
    return round(total / weights, 3) if weights else 0.0


def score_text(text: str, language: str = "en") -> float:
    """-1 (negative) to 1 (positive); 0 for a text without words that lean either way, and in languages
    without a lexicon."""
    lexicon = _lexicon(language)
    return mean_of(
        (_in_range(sum(map(lexicon.score, read(piece, language).clauses))), len(piece.split()))
        for piece in _pieces(text, language)
    )


def label_of(score: float) -> SentimentLabel:
    """The word for one score; "mixed" needs several (see `passage_sentiment`)."""
    if score >= LEANS:
        return "positive"
    return "negative" if score <= -LEANS else "neutral"


def passage_sentiment(segments: Sequence[Segment], quote: str = "", language: str = "en") -> SentimentLabel:
    """The mood of a few segments that belong together; "mixed" where they praise and complain at once.

    Of segments that are longer than a passage only the `quote` counts: a speech of an hour in one segment
    would else give each of its items the mood of the whole, and be read once for each.
    """
    text = " ".join(segment.text for segment in segments)
    if len(text) > _PASSAGE and quote:
        text = quote[:_PASSAGE]
    scores = [_in_range(_lexicon(language).score(clause)) for clause in read(text, language).clauses]
    if scores and max(scores) >= STRONG and min(scores) <= -STRONG:
        return "mixed"
    return label_of(score_text(text, language))


def item_sentiment(cited: Sequence[Segment], quote: str = "", language: str = "en") -> SentimentLabel:
    """The mood in which an item was said, as `passage_sentiment`, without what only answers the turn before.

    "Perfect. And Marcus will close the books": the praise is of something else.
    """
    said = [replace(segment, text=_behind_answers(segment.text, language)) for segment in cited]
    return passage_sentiment(said, _behind_answers(quote, language), language)


def _behind_answers(text: str, language: str) -> str:
    sentences = split_sentences(text, tables_of(language))
    opening = next((n for n, each in enumerate(sentences) if len(each.split()) > _ANSWER), 0)
    return " ".join(sentences[opening:])


def _pieces(text: str, language: str) -> Iterable[str]:
    """As many sentences at once as have so many words; of speech without marks, so many words."""
    piece: list[str] = []
    for sentence in split_sentences(text, tables_of(language)):
        for word in sentence.split():
            piece.append(word)
            if len(piece) >= _MOST_WORDS:
                yield " ".join(piece)
                piece = []
    if piece:
        yield " ".join(piece)


def _in_range(total: float) -> float:
    return total / sqrt(total * total + _ALPHA)
