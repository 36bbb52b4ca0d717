"""From what people type to what FTS5 understands.

Words must all be there, "words in quotes" together and in order, a word with * at its end begins others.
FTS5's own operators are not offered: a stray quote or colon must find something and not fail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from guardrails.language import FALLBACK, language

MAX_TERMS = 12
"""Each costs a look into the index; nobody types more."""

_TERM = re.compile(r'"([^"]*)"?|(\S+)')
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Query:
    terms: tuple[str, ...]
    """Each an expression of FTS5 on its own."""

    @property
    def all(self) -> str:
        return " AND ".join(self.terms)

    @property
    def any(self) -> str:
        return " OR ".join(self.terms)


def read_query(typed: str, *, last_is_prefix: bool = False) -> Query | None:
    """None where there is no word in it. `last_is_prefix`: somebody may still be typing the last word."""
    terms: list[str] = []
    usual: list[str] = []
    # In half of all passages: finding them finds nothing, and ranking them takes a third of a second.
    common = language(FALLBACK).words("little")
    for match in _TERM.finditer(typed):
        words = _WORD.findall(match[1] if match[1] is not None else match[2])
        if not words:
            continue
        quoted = '"' + " ".join(words) + '"'
        if match[1] is None and match[2].endswith("*"):
            quoted += "*"
        alone = match[1] is None and words[0].casefold() in common and len(words) == 1
        (usual if alone else terms).append(quoted)
    terms = (terms or usual)[:MAX_TERMS]
    if terms and last_is_prefix and re.search(r"\w$", typed):
        terms[-1] += "*"
    return Query(tuple(terms)) if terms else None


def question_query(question: str) -> Query | None:
    """Of a question in words; BM25 lets the rarer ones weigh more."""
    return read_query(question.replace('"', " ").replace("*", " "))
