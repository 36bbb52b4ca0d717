"""Names in a summary that nobody bears: neither said in the meeting nor borne by anybody in it.

A summary cites nothing, so its sentences are held against the whole meeting. Its figures are looked at where
all figures are (`guardrails.arithmetic`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Segment, Verdict
from guardrails.evidence.people import is_known
from guardrails.language import Language, Token, language, tokens_of
from guardrails.language.days import day_spans

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# A headline has capitals everywhere: it shows no names by them.
_MANY_CAPITALS = 0.5
_SHORTEST = 3


class SummaryNames:
    """Holds the names in one sentence of the summary against the whole meeting."""

    name = "evidence"
    deadline_s = 1.0

    def __init__(self) -> None:
        self._read: tuple[tuple[Segment, ...], tuple[str, ...], frozenset[str]] | None = None

    def triggers(self, claim: Claim, context: Context) -> bool:
        return claim.kind == "summary" and next(names_in(claim.text, context.language), None) is not None

    def check(self, claim: Claim, context: Context) -> Verdict:
        said = self._said(context)
        for name in names_in(claim.text, context.language):
            parts = _WORD.findall(name.casefold())
            if parts and not any(is_known(part, said) for part in parts):
                return Verdict("unverified", f"nobody in the meeting is called {name}, and nobody said it")
        return Verdict("verified", "its names were said in the meeting")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return None

    def _said(self, context: Context) -> frozenset[str]:
        if self._read is None or self._read[0] is not context.segments or self._read[1] != context.people:
            texts = (f"{segment.speaker or ''} {segment.text}" for segment in context.segments)
            words = {m.group().casefold() for text in (*texts, *context.people) for m in _WORD.finditer(text)}
            parts = {part for word in words for part in re.split(r"['’-]", word)}
            self._read = context.segments, context.people, frozenset(words | parts)
        return self._read[2]


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


def _is_name(tokens: list[Token], first: int, last: int, tables: Language) -> bool:
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
