"""The sentences that say most about a meeting, as they were said, without stumbles.

A linear score over a few features that hold for any language ranks them; its coefficients are fitted to
published notes of real meetings by `python -m bench.train_summary`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from guardrails.language import Language, Token, tokens_of
from pipelines.sentences import Sentence
from pipelines.summary.phrases import Phrase, apart
from pipelines.summary.rarity import TELLING, fitted, rarity

FEATURES: Final = (
    "telling share",
    "log of words",
    "rarity",
    "of main phrases",
    "names",
    "figures",
    "not stated",
)
_FEWEST_WORDS, _MOST_WORDS = 8, 36
_FEWEST_TELLING: Final = 3
_ALIKE: Final = 0.5
_MAIN: Final = 30
"""Phrases of the meeting that count as its main ones."""
_ENDS: Final = ".!?"
_SOON: Final = 10
"""Words within which a pair of words that comes back is a new beginning."""


@dataclass(frozen=True, slots=True)
class Extract:
    sentence: Sentence
    text: str
    """Without stumbles and openers, with a capital and a full stop."""
    content: frozenset[str]
    score: float


def extracts_of(sentences: Sequence[Sentence], phrases: Sequence[Phrase], spoken: Language) -> list[Extract]:
    """All sentences that can be understood alone, in order, scored. `phrases`: the main ones first."""
    coefficients = fitted().sentence
    return [
        Extract(
            sentence,
            text,
            frozenset(token.lemma for token in telling),
            sum(coefficients[name] * value for name, value in zip(FEATURES, values, strict=True)),
        )
        for sentence, text, telling, values in candidates(sentences, phrases, spoken)
    ]


def candidates(
    sentences: Sequence[Sentence], phrases: Sequence[Phrase], spoken: Language
) -> Iterator[tuple[Sentence, str, list[Token], tuple[float, ...]]]:
    """Sentences with their readable text, telling words, and features in the order of FEATURES."""
    main = {lemma for phrase in apart(phrases, _MAIN) for lemma in phrase.lemmas}
    has_stops = sum(sentence.text.endswith(".") for sentence in sentences) * 2 > len(sentences)
    before: Sentence | None = None
    for sentence in sentences:
        is_continued = before is not None and before.speaker == sentence.speaker and not _ends(before)
        before = sentence
        words = len(sentence.text.split())
        if words < _FEWEST_WORDS or (has_stops and (is_continued or not _ends(sentence))):
            continue
        if any(clause.asks or clause.act in ("ask", "request") for clause in sentence.reading.clauses):
            continue
        if any(clause.has("manages") for clause in sentence.reading.clauses):
            continue
        text = readable(sentence, spoken)
        marked = tokens_of(text, spoken)
        tokens = [token for token in marked if not token.is_mark]
        telling = [token for token in tokens if rarity(token, spoken) >= TELLING]
        verbs = spoken.words("auxiliary") | spoken.words("subject")
        if verbs.isdisjoint(token.text for token in tokens) or _leans(tokens, spoken):
            continue
        if len(telling) < _FEWEST_TELLING or not _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS:
            continue
        if _stumbles(text, marked, spoken):
            continue
        yield sentence, text, telling, _features(sentence, text, tokens, telling, main)


def _features(
    sentence: Sentence,
    text: str,
    tokens: Sequence[Token],
    telling: Sequence[Token],
    main: Collection[str],
) -> tuple[float, ...]:
    clauses = sentence.reading.clauses
    return (
        len(telling) / len(tokens),
        math.log(len(tokens)),
        sum(rarity(token, clauses[0].language) for token in telling) / len(telling),
        float(len({token.lemma for token in telling if token.lemma in main})),
        sum(text[token.start].isupper() for token in telling[1:]) / len(telling),
        float(any(token.is_number for token in tokens)),
        sum(clause.act != "state" for clause in clauses) / len(clauses),
    )


def _leans(tokens: Sequence[Token], spoken: Language) -> bool:
    """Whether it needs the one before: it begins with a verb, with "what" or "they", or with "this", and not
    with "this convention"."""
    if any(tokens[0].text in spoken.words(name) for name in ("auxiliary", "wh", "pronoun")):
        return True
    return tokens[0].text in spoken.words("anaphor") and rarity(tokens[1], spoken) < TELLING


def _ends(sentence: Sentence) -> bool:
    return sentence.text.rstrip("\"'”’)")[-1:] in _ENDS


def _stumbles(text: str, tokens: Sequence[Token], spoken: Language) -> bool:
    """Whether it was begun again or breaks off: words said twice, a pause behind a little word, such a word
    at the end, or one with a capital in the middle."""
    function = spoken.words("function")
    words = [token.text for token in tokens if not token.is_mark]
    pairs = list(pairwise(words))
    if any(pair in pairs[at + 1 : at + _SOON] for at, pair in enumerate(pairs)):
        return True
    for token, behind in pairwise(tokens):
        if behind.is_mark and token.text in spoken.words("leads_on"):
            return True
        is_little = behind.text in function and behind.end - behind.start > 1  # "I" is written so anywhere
        if not token.is_mark and token.end < behind.start and is_little and text[behind.start].isupper():
            return True
    return False


def readable(sentence: Sentence, spoken: Language) -> str:
    """Without filled pauses, repetitions, broken-off words and the openers of talk; a capital, a stop."""
    tokens = tokens_of(sentence.text, spoken)
    openers = spoken.words("opener")
    while tokens and (tokens[0].is_mark or tokens[0].text in openers):
        del tokens[0]
    parts: list[str] = []
    end = tokens[0].start if tokens else 0
    for token in tokens:
        if token.start < end:
            continue  # a contraction is two tokens in one place
        gap = sentence.text[end : token.start]
        if any(map(str.isalnum, gap)):  # what the tokenizer left out
            gap = "" if token.is_mark else " "
        parts.append(gap + sentence.text[token.start : token.end])
        end = token.end
    parts.append(sentence.text[end:])
    text = "".join(parts).rstrip(" ,;:–—….!?\n")
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def best(extracts: Sequence[Extract], most: int, beside: Collection[Extract] = ()) -> list[Extract]:
    """At most so many, the best first, of which none repeats another or one of `beside`."""
    chosen: list[Extract] = []
    for extract in sorted(extracts, key=lambda each: (-each.score, each.sentence.index)):
        if len(chosen) >= most:
            break
        if not any(_alike(extract, other) for other in (*chosen, *beside)):
            chosen.append(extract)
    return chosen


def _alike(one: Extract, other: Extract) -> bool:
    shared = len(one.content & other.content)
    return one == other or shared >= _ALIKE * min(len(one.content), len(other.content))
