"""The sentences that say most about a meeting, as they were said, without stumbles.

A linear score over a few features that hold for any language ranks them: how much a sentence says about the
meeting, itself fitted to published notes, and its form, fitted to sentences that a reader graded without the
ones around them (`python -m bench.train_summary`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from guardrails.language import Language, Token, tokens_of
from pipelines.sentences import Sentence
from pipelines.summary.phrases import Phrase, apart
from pipelines.summary.rarity import fitted, is_informative, is_noun, rarity

FEATURES: Final = (
    "informative share",
    "log of words",
    "rarity",
    "of main phrases",
    "names",
    "figures",
    "not stated",
)
ALONE: Final = (
    "tells",
    "speaks for all",
    "opens with no subject",
    "anaphors",
    "commas",
    "guess",
    "of oneself",
    "question words",
    "future",
)
"""Features of a sentence that is understood alone; those that count words are shares of all its words."""
_SUBJECT: Final = 0.5
_FEWEST_WORDS, _MOST_WORDS = 8, 36
_FEWEST_INFORMATIVE: Final = 3
_ALIKE: Final = 0.5
_MAIN: Final = 30
"""Phrases of the meeting that count as its main ones."""
_ENDS: Final = ".!?"
_NOT_SAID: Final = ("ask", "request")
_SOON: Final = 10
"""Words within which a pair of words that comes back is a new beginning."""


@dataclass(frozen=True)
class Extract:
    """A sentence that can be understood alone."""

    sentence: Sentence
    text: str
    """Without stumbles and openers, with a capital and a full stop."""
    content: Mapping[str, float]
    """Its informative lemmas with their rarity."""
    values: tuple[float, ...]
    """In the order of FEATURES."""
    form: tuple[float, ...]
    """In the order of ALONE."""
    is_personal: bool
    """Whether it says "I" or "you"."""

    @cached_property
    def score(self) -> float:
        """Log-odds that a reader who was not there understands it and learns something."""
        coefficients = fitted().alone
        values = zip(ALONE, self.form, strict=True)
        return coefficients[""] + sum(coefficients[name] * value for name, value in values)


def extracts_of(
    sentences: Sequence[Sentence], phrases: Sequence[Phrase], spoken: Language
) -> Iterator[Extract]:
    """In order. `phrases`: those of the meeting, the main ones first."""
    main = {lemma for phrase in apart(phrases, _MAIN) for lemma in phrase.lemmas}
    has_stops = sum(sentence.text.endswith(".") for sentence in sentences) * 2 > len(sentences)
    for before, sentence in zip((None, *sentences), sentences, strict=False):
        is_continued = before is not None and before.speaker == sentence.speaker and not _ends(before)
        if has_stops and (is_continued or not _ends(sentence)):
            continue
        clauses = sentence.reading.clauses
        if any(clause.asks or clause.act in _NOT_SAID for clause in clauses):
            continue
        if any(clause.has("manages") or clause.has("announces") for clause in clauses):
            continue
        if all(token.is_mark for clause in clauses for token in clause.main):
            continue  # "if we should have one": a condition of nothing
        text = readable(sentence, spoken)
        tokens = tokens_of(text, spoken)
        if _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS and not _stumbles(text, tokens, spoken):
            extract = _extract(sentence, text, [token for token in tokens if not token.is_mark], main)
            if len(extract.content) >= _FEWEST_INFORMATIVE:
                yield extract


def _extract(sentence: Sentence, text: str, tokens: Sequence[Token], main: Collection[str]) -> Extract:
    clauses = sentence.reading.clauses
    spoken = clauses[0].language
    informative = [token for token in tokens if is_informative(token, spoken)]
    content = {token.lemma: rarity(token, spoken) for token in informative}
    count = max(len(informative), 1)
    values = (
        len(informative) / len(tokens),
        math.log(len(tokens)),
        sum(content[token.lemma] for token in informative) / count,
        float(len(content.keys() & main)),
        sum(text[token.start].isupper() for token in informative[1:]) / count,
        float(any(token.is_number for token in tokens)),
        sum(clause.act != "state" for clause in clauses) / len(clauses),
    )
    myself = spoken.words("myself")
    leaning = spoken.words("anaphor") | spoken.words("pronoun")
    first = tokens[0].text
    is_subject = first in spoken.words("function") or is_noun(first, spoken) >= _SUBJECT
    coefficients = fitted().sentence
    form = (
        sum(coefficients[name] * value for name, value in zip(FEATURES, values, strict=True)),
        float(first in spoken.words("speaker") and first not in myself),
        float(not is_subject),
        sum(token.text in leaning for token in tokens) / len(tokens),
        text.count(",") / len(tokens),
        float(any(clause.hedged is not None for clause in clauses)),
        sum(token.text in myself for token in tokens) / len(tokens),
        sum(token.text in spoken.words("wh") for token in tokens) / len(tokens),
        float(any(clause.has("future") for clause in clauses)),
    )
    is_personal = not myself.isdisjoint(token.text for token in tokens)
    return Extract(sentence, text, content, values, form, is_personal)


def _leans(tokens: Sequence[Token], spoken: Language) -> bool:
    """Whether it needs the one before: it has no verb, or begins with one, with "what", with "they", or with
    "this" and not with "this convention"."""
    verbs = spoken.words("auxiliary") | spoken.words("subject")
    if verbs.isdisjoint(token.text for token in tokens):
        return True
    if any(tokens[0].text in spoken.words(name) for name in ("auxiliary", "wh", "pronoun")):
        return True
    return tokens[0].text in spoken.words("anaphor") and not is_informative(tokens[1], spoken)


def _ends(sentence: Sentence) -> bool:
    return sentence.text.rstrip("\"'”’)")[-1:] in _ENDS


def _stumbles(text: str, tokens: Sequence[Token], spoken: Language) -> bool:
    """Whether it was begun again, breaks off (words said twice, a pause behind a little word, such a word at
    the end, or one with a capital in the middle), or leans on the one before."""
    if _leans(tokens, spoken):
        return True
    function = spoken.words("function")
    words = [token.text for token in tokens if not token.is_mark]
    pairs = list(pairwise(words))
    if any(pair in pairs[at + 1 : at + _SOON] for at, pair in enumerate(pairs)):
        return True
    if words[-1] in spoken.words("opener"):  # "to monitor, because"
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
    tokens = list(tokens_of(sentence.text, spoken))
    openers = spoken.words("opener")
    while tokens and (tokens[0].is_mark or tokens[0].text in openers):
        del tokens[0]
    parts: list[str] = []
    end = tokens[0].start if tokens else 0
    before = ""
    for token in tokens:
        if token.start < end:
            continue  # a contraction is two tokens in one place
        if token.text == "," and before in spoken.words("leads_on"):
            end = token.end  # a pause, heard as a comma
            continue
        before = token.text
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
    shared = len(one.content.keys() & other.content.keys())
    return one == other or shared >= _ALIKE * min(len(one.content), len(other.content))
