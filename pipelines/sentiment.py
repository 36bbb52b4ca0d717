"""How people sounded, from a lexicon: VADER (Hutto and Gilbert 2014), made fit for speech.

VADER was made for short written posts. Two thirds of its hits in recorded meetings are words that carry talk,
not mood: "yeah", "okay", "like", "well", "no". They are taken out before it looks (`sentiment_words`), where
they can mean something only in the use that does not: "I like it" and "that went well" still count. So is
what a sentence only supposes or denies (`sentiment_turned`). Speech also comes in long runs, on which VADER's
score saturates, so a long text is scored in pieces and averaged by words.

No audio is heard, and of irony only its set phrases are known ("great, another bug"): the note shows the
scores as what they are, a lexicon's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, Protocol, cast

from guardrails.core.types import Segment
from pipelines.note import SentimentLabel
from pipelines.sentiment_german import score_german
from pipelines.sentiment_turned import denied, within_reach, without_conditions, without_solved
from pipelines.sentiment_words import for_speech, joined

LEANS: Final = 0.09
"""A score from here on is a mood: of 0.05 (VADER's own) to 0.35, 0.08 to 0.1 do best on 3,000 sentences."""
STRONG: Final = 0.3
"""Both sides must reach this before a passage is called mixed."""
_MOST_WORDS: Final = 60
"""Words without a full stop that are scored at once; unpunctuated speech would saturate the score."""

_PASSAGE: Final = 2_000
"""Characters of a passage: two minutes of talk."""

_LIKERS: Final = frozenset("i we you they people users really do don't didn't doesn't also not".split())
"""Before "like" these make it a verb."""
_DOERS: Final = frozenset(
    "work works worked working go goes going went done do does did doing very really quite".split()
)
"""Before "well" these make it praise."""
_PRAISE: Final = (
    r"(?:great|wonderful|fantastic|brilliant|lovely|perfect|awesome|excellent|terrific|marvell?ous|nice|super|"
    r"fabulous|splendid|amazing)"
)
_TROUBLE: Final = (
    r"(?:down|brok\w+|crash\w*|fail\w*|late|wrong|slow|bugs?|missing|delay\w*|stuck|lost|outages?)"
)
_NUISANCE: Final = rf"(?:{_TROUBLE}|incidents?|problems?|errors?|blockers?)"
_DONE_WITH: Final = r"(?:fixed|solved|resolved|closed|gone)"
_SARCASM: Final = re.compile(
    rf"^(?:(?:oh|well|wow|yeah|ah|right|so),?\s+)?(?:just |how |that's just )?{_PRAISE},\s"
    rf"(?:.*\b(?:now (?:it|we|i|they|the)|as usual|not even)\b"
    rf"|(?:yet )?another (?:\w+ )?{_NUISANCE}\b(?!.*\b{_DONE_WITH}\b)"
    rf"|(?!.*\b(?:no|without|fewer)\b)(?:.*\b{_TROUBLE}\b.*\bagain|.*\bagain\b.*\b{_TROUBLE}\b))"
    rf"|\bjust {_PRAISE}[.!,]|\b(?:just|exactly) what (?:we|i) needed\b|\byeah,? right\b"
    r"|\bthanks for nothing\b|\bcould(?:n't)? care less\b|\bgood luck with that\b|\bbig surprise\b",
    re.IGNORECASE,
)
"""Praise that opens a complaint ("great, another bug"), and set phrases that mean their opposite."""
_NOBODY: Final = re.compile(r"\b(?:nobody|no one)\b", re.IGNORECASE)
"""VADER knows "none" as a negation, and not these."""
_HESITATION: Final = re.compile(r",?\s*\b(?:uh|uhm|um|umm|er|erm)\b(?!-),?", re.IGNORECASE)
_SENTENCE_END: Final = re.compile(r"(?<=[.!?;])\s+")
_ANSWERS_FIRST: Final = re.compile(r"^(?:[^\W\d]+(?:,? [^\W\d]+)?[.!]\s+)+(?=\S)")
"""Sentences of a word or two with which a turn opens."""
_TURN: Final = re.compile(r",?\s+\b(?:but|however|although|though|aber|jedoch|allerdings)\b", re.IGNORECASE)


class _Analyzer(Protocol):
    lexicon: dict[str, float]

    def polarity_scores(self, text: str) -> dict[str, float]: ...


@cache
def _analyzer() -> _Analyzer:
    """Built once, at the first use: reading the lexicon takes 40 ms. It opens no connection."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyzer = cast(_Analyzer, SentimentIntensityAnalyzer())
    analyzer.lexicon = for_speech(analyzer.lexicon)
    return analyzer


def _pieces(text: str) -> Iterable[str]:
    """Whole sentences up to about `_MOST_WORDS` words."""
    piece: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        for word in sentence.split():
            piece.append(word)
            if len(piece) >= _MOST_WORDS:
                yield " ".join(piece)
                piece = []
    if piece:
        yield " ".join(piece)


def _is_mood(word: str, before: str, after: str) -> bool:
    """Whether a word may count; the words are in lower case, `after` is a word too, or a mark."""
    if word == "like":
        return before in _LIKERS
    if word == "well":
        return before in _DOERS
    if word == "care":
        return before not in ("take", "takes", "taking", "took")
    if word == "sorry":  # "Sorry?" and "Sorry, what?" ask to say it again, "not yet, sorry." does not
        return after not in ("", ",", "?", "!") and (after != "." or bool(before))
    return True


def _without_fillers(text: str) -> str:
    """The text without "like", "well", "care" and "sorry" where they only carry talk."""
    kept: list[str] = []
    words = _NOBODY.sub("none", text).split()
    bare = [word.strip(',.;:!?"()').lower().replace("’", "'") for word in words]
    for place, word in enumerate(words):
        following = bare[place + 1] if place + 1 < len(words) else ""
        after = word[-1] if word[-1] in ",.!?" else following
        if _is_mood(bare[place], bare[place - 1] if place else "", after):
            kept.append(word)
    return " ".join(kept)


def mean_of(weighted: Iterable[tuple[float, float]]) -> float:
    """Of values with their weights; 0 where there is no weight at all."""
    total = weights = 0.0
    for value, weight in weighted:
        total, weights = total + value * weight, weights + weight
    return round(total / weights, 3) if weights else 0.0


def _scored(sentence: str, language: str = "en") -> float:
    if language == "de":
        return score_german(sentence)
    if language != "en":
        return 0.0  # no lexicon; English words in another language mean something else
    moods = _analyzer().lexicon
    said = joined(without_solved(_HESITATION.sub("", sentence.replace("’", "'"))))
    said = without_conditions(denied(_without_fillers(said), moods))
    said = within_reach(said, moods)
    score = _analyzer().polarity_scores(said)["compound"]
    return -max(abs(score), STRONG) if _SARCASM.search(sentence) else score


def score_text(text: str, language: str = "en") -> float:
    """-1 (negative) to 1 (positive); 0 for a text without words that lean either way, and in languages other
    than English and German."""
    return mean_of((_scored(sentence, language), len(sentence.split())) for sentence in _pieces(text))


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
    clauses = [
        _scored(clause, language)
        for sentence in _SENTENCE_END.split(text)
        for clause in _TURN.split(sentence)
    ]
    if max(clauses) >= STRONG and min(clauses) <= -STRONG:
        return "mixed"
    return label_of(score_text(text, language))


def item_sentiment(cited: Sequence[Segment], quote: str = "", language: str = "en") -> SentimentLabel:
    """The mood in which an item was said, as `passage_sentiment`, without what only answers the turn before.

    "Perfect. And Marcus will close the books": the praise is of something else.
    """
    said = [replace(segment, text=_ANSWERS_FIRST.sub("", segment.text)) for segment in cited]
    return passage_sentiment(said, _ANSWERS_FIRST.sub("", quote), language)
