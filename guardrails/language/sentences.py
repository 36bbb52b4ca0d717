"""The one sentence splitter, for speech with stops and without."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from guardrails.language.tables import Language
from guardrails.language.tokens import STOPS, Token, tokens_of

_MARKUP = re.compile(r"""[{}]|["“]\w+["”]\s*:\s*(?:["“\[\d]|null|true|false)""")


def is_markup(text: str) -> bool:
    """Whether it holds braces or JSON, which people do not say to each other."""
    return _MARKUP.search(text) is not None


def sentences_of(text: str, language: Language) -> Iterator[tuple[Token, ...]]:
    """The tokens of each sentence, its stop included."""
    sentence: list[Token] = []
    tokens = tokens_of(text, language)
    for place, token in enumerate(tokens):
        sentence.append(token)
        if token.text in STOPS and not _goes_on(text, tokens, place, language):
            yield tuple(sentence)
            sentence = []
    if sentence:
        yield tuple(sentence)


def sentence_spans(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Where each sentence of written text begins and ends, its stop included."""
    ends = [sentence[-1].end for sentence in sentences_of(text, language)]
    for start, end in pairwise([0, *ends[:-1], len(text)]):
        piece = text[start:end]
        if bare := piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            yield first, first + len(bare)


def split_sentences(text: str, language: Language) -> list[str]:
    """Written text cut into its sentences, each with its stop."""
    return [text[start:end] for start, end in sentence_spans(text, language)]


def _goes_on(text: str, tokens: Sequence[Token], place: int, language: Language) -> bool:
    """Whether a stop ends no sentence: behind an abbreviation, an initial or a day's number, or inside a
    name."""
    stop = tokens[place]
    if stop.text != "." or place == 0:
        return False
    before, behind = tokens[place - 1], tokens[place + 1] if place + 1 < len(tokens) else None
    if behind is None:
        return False
    is_initial = (
        len(before.text) == 1 and before.text.isalpha() and before.text not in language.words("subject")
    )
    if before.text in language.words("abbreviation") or is_initial:
        return True
    touches = behind.start == stop.end
    is_lower = text[behind.start : behind.start + 1].islower()
    if before.is_number:
        is_day = len(before.text) <= 2 and language.settings.get("ordinal_mark") == "."
        return touches or (is_day and (is_lower or behind.text in language.words("month")))
    return touches and not behind.is_mark and not text[behind.start].isupper()
