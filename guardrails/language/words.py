"""Speech made comparable: one normal form for what was said and what a draft quotes of it.

Speech is full of sounds that carry nothing ("um", "uh") and of words said twice; a quote that leaves them out
is still the same words, so both sides are compared without them.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from guardrails.language.tables import FALLBACK, codes, language
from guardrails.language.tokens import tokens_of

_WORD = re.compile(r"[^\W_]+(?:['’.,:/-][^\W_]+)*")


@cache
def sounds() -> frozenset[str]:
    """Filled pauses of every language. Sounds only, since a French "ben" is an English name."""
    return frozenset().union(*(language(code).words("sound") for code in codes()))


def spoken_words(text: str) -> list[str]:
    """Words of `text` in order, case-folded, without punctuation, filled pauses and immediate repetitions."""
    words: list[str] = []
    for match in _WORD.finditer(unicodedata.normalize("NFKC", text).casefold()):
        word = match.group().replace("’", "'")
        if word in sounds() or (words and words[-1] == word):
            continue
        words.append(word)
    return words


@lru_cache(maxsize=64)  # the claims of one long speech cite it one after another
def spoken_line(text: str) -> str:
    """The words of `text` as they are compared, each between blanks."""
    return f" {' '.join(spoken_words(text))} "


@lru_cache(maxsize=1024)  # the sentences of one speech are read again for every claim that cites it
def content_stems(text: str, code: str = FALLBACK) -> tuple[str, ...]:
    """Lemmas of the content words of `text` in order; everyday verbs alike as one "~" form.

    `code`: ISO 639-1 code of the language whose tables say so.
    """
    spoken = language(code)
    empty = spoken.words("empty") or spoken.words("function")
    return tuple(
        spoken.everyday.get(token.lemma, token.lemma)
        for token in tokens_of(text, spoken)
        if not token.is_mark and token.text not in empty and (len(token.text) > 1 or token.is_number)
    )
