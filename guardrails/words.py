"""Speech made comparable: one normal form for what was said and what a draft quotes of it.

Speech is full of sounds that carry nothing ("um", "uh") and of words said twice; a quote that leaves them out
is still the same words, so both sides are compared without them.
"""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+(?:['’.,:/-][^\W_]+)*")
# Sounds only: a filler that is also a word ("like", "well") may carry meaning and stays.
_FILLED_PAUSES = frozenset("um uh uhm umm uhh er erm eh ehm hm hmm mm mmm mhm ah äh ähm".split())


def spoken_words(text: str) -> list[str]:
    """Words of `text` in order, case-folded, without punctuation, filled pauses and immediate repetitions."""
    words: list[str] = []
    for match in _WORD.finditer(unicodedata.normalize("NFKC", text).casefold()):
        word = match.group().replace("’", "'")
        if word in _FILLED_PAUSES or (words and words[-1] == word):
            continue
        words.append(word)
    return words
