"""Which items a question asks for: of which kind, of whom, from when, how far, and with which words.

Read from the question's words alone, for machines without a language model. "What did Elena promise this
week?" wants action items, Elena's, of this week. What is left are the words that an item has to have.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from guardrails.core.types import Segment
from guardrails.language import Language, Token, language, tokens_of
from guardrails.language.days import day_phrases
from guardrails.language.phrases import Phrases, compile_phrases, line_of
from pipelines.due import Span, resolve_span
from pipelines.languages import spoken_language
from pipelines.note import ItemKind

_KINDS: Final[Sequence[ItemKind]] = ("question", "decision", "action")
_STATES: Final = ("late", "open", "done")
_BLANK = "_"
"""In the place of a word that is accounted for."""
_WEEK, _YEAR = timedelta(days=7), timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is empty does not matter."""

    language: str
    """ISO 639-1 code that the question was read in."""
    kinds: frozenset[ItemKind]
    state: str
    """`late`, `open` or `done`."""
    people: frozenset[str]
    is_due: bool
    """Whether the days are those on which it is due, and not also those on which it was said."""
    span: Span | None
    """Days on which an item was said or is due."""
    before: Span | None
    """Where those days are still to come: the same a week or year before, when it may have been said."""
    words: frozenset[str]
    """Lemmas of the other words."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing but words says what is wanted."""
        return not (self.kinds or self.state or self.people or self.span)


def wanted(question: str, people: Iterable[str], today: date) -> Wanted:
    """Read `question`, put on the local day `today`; `people` are all names that items may have."""
    code = spoken_language([Segment("q", None, None, None, question)])
    tables = language(code)
    tokens = [token for token in tokens_of(question, tables) if not token.is_mark]
    words = [token.text for token in tokens]
    is_due = _take("due", words, tables)
    kinds = {kind for kind in _KINDS if _take(kind, words, tables)}
    state = next((name for name in _STATES if _take(name, words, tables)), "")
    span, before = _days(question, tokens, words, tables, today)
    if is_due or (state and not kinds):
        kinds = {"action"}
    function = tables.words("function") | {_BLANK}
    said = {word.removesuffix("'s") for word in words if word not in function}
    named = frozenset(name for name in people if _is_named(name, said))
    for part in {part for name in named for part in name.casefold().split()}:
        words = [_BLANK if word in (part, f"{part}'s") else word for word in words]
    left = frozenset(token.lemma for token, word in zip(tokens, words, strict=True) if word not in function)
    return Wanted(code, frozenset(kinds), state if not left else "", named, is_due, span, before, left)


def _days(
    question: str, tokens: Sequence[Token], words: list[str], tables: Language, today: date
) -> tuple[Span | None, Span | None]:
    """The days of the first phrase that says when; its words are accounted for."""
    for found in day_phrases(tokens, question, tables):
        phrase = question[tokens[found.first].start : tokens[found.last - 1].end]
        span = resolve_span(phrase, today, code=tables.code)
        if span is None:
            continue
        words[found.first : found.last] = [_BLANK] * (found.last - found.first)
        back = _WEEK if span.end - span.start < _WEEK else _YEAR
        before = resolve_span(phrase, today - back, code=tables.code) if span.start > today else None
        return span, before
    return None, None


def _take(name: str, words: list[str], tables: Language) -> bool:
    """Whether a phrase of the list is there; its words are accounted for."""
    found = list(_phrases(tables.code, name).find(line_of(words)))
    for first, last in found:
        words[first:last] = [_BLANK] * (last - first)
    return bool(found)


@cache
def _phrases(code: str, name: str) -> Phrases:
    """A list of `wanted.toml`."""
    table = tomllib.loads(Path(__file__).with_name("wanted.toml").read_text("utf-8"))
    listed = table.get(code, {}).get(name, ())
    return compile_phrases([phrase.casefold() for phrase in listed], language(code).lists)


def _is_named(name: str, said: Set[str]) -> bool:
    """By the first name, or by all of it."""
    parts = name.casefold().split()
    return bool(parts) and (parts[0] in said or said >= set(parts))
