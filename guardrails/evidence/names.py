"""Names that a text gives, and which of them nobody said and nobody in the meeting bears."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from guardrails.core.guardrail import Context
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.people import is_known, is_named
from guardrails.language import Language, Token, language, tokens_of
from guardrails.language.days import day_spans
from guardrails.language.words import spoken_words

# A headline has capitals everywhere: it shows no names by them.
_MANY_CAPITALS = 0.5
_SHORTEST = 3


def unknown_names(text: str, context: Context, index: MeetingIndex) -> Iterator[str]:
    """Names in `text` that were neither said in the meeting nor belong to anybody in it."""
    # As the words of the meeting are read: "㋀" is two signs, and a word may begin elsewhere.
    for name in names_in(unicodedata.normalize("NFKC", text), context.language):
        words = spoken_words(name)
        is_heard = not words or any(is_known(word, index.vocabulary) for word in words)
        if not is_heard and not any(is_named(one, name) for one in context.people):
            yield name


def names_in(sentence: str, code: str) -> Iterator[str]:
    """What is written as a name: capitals inside the sentence, or before what a person does."""
    tables = language(code)
    tokens = tokens_of(sentence, tables)
    dated = {n for first, last in day_spans(tokens, sentence, tables) for n in range(first, last)}
    capital = [token.end - token.start >= _SHORTEST and sentence[token.start].isupper() for token in tokens]
    if sum(capital) > max(4, _MANY_CAPITALS * len(tokens)) and tables.settings.get("nouns") != "capital":
        return
    place = 0
    while place < len(tokens):
        end = place
        while end < len(tokens) and capital[end] and end not in dated:
            end += 1
        while place < end and _is_common(tokens[place], tables):
            place += 1
        found = [token for token in tokens[place:end] if not _is_common(token, tables)]
        if found and _is_name(tokens, place, end, tables):
            yield " ".join(sentence[token.start : token.end].removesuffix("'s") for token in found)
        place = max(end, place + 1)


def _is_common(token: Token, tables: Language) -> bool:
    return token.text in tables.words("function") or tables.phrases("no_name").begins(f" {token.text} ")


def _is_name(tokens: tuple[Token, ...], first: int, last: int, tables: Language) -> bool:
    """Whether its capitals show it: no opening word and no noun has them, but who does something."""
    before = tokens[first - 1] if first else None
    if tables.settings.get("nouns") != "capital" and (last - first > 1 or (before and not before.is_mark)):
        return True
    if before and before.text in tables.words("name_title"):
        return True
    if last == len(tokens) or (before and before.text in tables.words("before_noun")):
        return False
    behind = tokens[last]
    if behind.lemma in tables.alike and behind.text != behind.lemma:  # "Chris sends"
        return True
    line = f" {' '.join(token.text for token in tokens[last:])} "
    return tables.phrases("takes_on").begins(line) and not tokens[first].text.endswith(
        tables.settings.get("plural", " ")
    )
