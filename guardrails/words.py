"""Speech made comparable: one normal form for what was said and what a draft quotes of it.

Speech is full of sounds that carry nothing ("um", "uh") and of words said twice; a quote that leaves them out
is still the same words, so both sides are compared without them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from guardrails.language import FALLBACK, language

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


_PARTS = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]{2,}")
_SUFFIXES = (
    "ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ies", "ied", "ers", "ors", "ed",
    "es", "er", "or", "ly", "al", "e", "s", "y",
)  # fmt: skip
_MIN_STEM = 3
# Words that any sentence may have: they tell nothing about what it is about.
_EMPTY = frozenset(
    """
    a an the i you he she it we they me him her us them my your his its our their mine yours this that these
    those and or but so to of in on at by for with from as is are was were be been being am do does did done
    doing have has had having will would shall should can could may might must need needs not no yes if then
    than there here what which who whom how when where why all any some more most just also very too up down
    out off over into about get gets got getting go goes going gonna wanna okay ok well like really thing
    things stuff one ones yeah right again back let lets maybe actually basically sort kind it's i'm i'll
    i've i'd you're you'll you've you'd we're we'll we've we'd they're they'll they've he's she's that's
    there's let's after before during while since until together
    don't doesn't didn't can't won't isn't aren't wasn't what's who's
    """.split()
)


# As often a thing or a place as a past form: an LED is not led anywhere.
_THINGS = frozenset("led left saw felt found".split())


@lru_cache(maxsize=32768)  # the words of a few hours; each is met again and again
def stem(word: str) -> str:
    """`word` without its endings; plain stripping, since both sides get the same treatment. Verbs that change
    inside ("sent", "made") are brought back first."""
    return _stripped(word if word in _THINGS else language(FALLBACK).irregular.get(word, word))


def _stripped(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _MIN_STEM:
            return _stripped(word[: -len(suffix)])
    return word


@cache
def alike() -> Mapping[str, str]:
    """Stems of everyday words that speech and notes swap for one another, to one form."""
    rows = language(FALLBACK).lists["alike"]
    return {stem(word): f"~{row.split()[0]}" for row in rows for word in row.split()}


@lru_cache(maxsize=1024)  # the sentences of one speech are read again for every claim that cites it
def content_stems(text: str) -> tuple[str, ...]:
    """Stems of the content words of `text` in order; everyday verbs alike as one "~" form."""
    stems = (stem(part) for word in spoken_words(text) if word not in _EMPTY for part in _PARTS.findall(word))
    return tuple(alike().get(found, found) for found in stems)
