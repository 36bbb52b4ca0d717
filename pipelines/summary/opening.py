"""What a meeting is called when it opens: "welcome to the budget review"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from guardrails.language import Clause, Language
from pipelines.sentences import Sentence
from pipelines.summary.rarity import is_informative

_OPENING: Final = 40
"""Sentences, before which latecomers are waited for."""
_MOST_WORDS: Final = 6


def announced(sentences: Sequence[Sentence], spoken: Language) -> str:
    """The words behind the first phrase that announces, up to a mark or a verb; empty where none does."""
    for sentence in sentences[:_OPENING]:
        for clause in sentence.reading.clauses:
            if name := _name(clause, spoken):
                return name
    return ""


def _name(clause: Clause, spoken: Language) -> str:
    found = spoken.phrases("announces").first(clause.line)
    if found is None:
        return ""
    ends = spoken.words("auxiliary") | spoken.words("subject") | spoken.words("opener")
    end = found[1]
    while end < len(clause.tokens) and not clause.tokens[end].is_mark and clause.tokens[end].text not in ends:
        end += 1
    while end > found[1] and clause.tokens[end - 1].text in spoken.words("function"):
        end -= 1  # "fangen wir mit dem Umzug an"
    words = clause.tokens[found[1] : end]
    if len(words) > _MOST_WORDS or not any(is_informative(token, spoken) for token in words):
        return ""
    return clause.said(found[1], end)
