"""The one reader of figures: digits and number words, with what is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from guardrails.language.tables import Language
from guardrails.language.tokens import Token

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_HUNDRED = 100
_LONGEST = 24
"""Words of the longest number that is said."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that was said."""

    value: float
    first: int
    """Number of its first token."""
    last: int
    """One past its last token."""
    unit: str
    """Lemma of the word behind it; empty where a mark follows."""


def figures_of(tokens: Sequence[Token], language: Language) -> Iterator[Figure]:
    """The figures among `tokens`, in order; "one" alone is a pronoun as often as a number, and left out."""
    place = 0
    while place < len(tokens):
        value, end = _digits(tokens, place, language)
        if value is None:
            value, end = spoken_number([token.text for token in tokens[place : place + _LONGEST]], language)
            end += place
        if value is None or (end == place + 1 and tokens[place].text in language.words("no_number")):
            place += 1
            continue
        behind = tokens[end] if end < len(tokens) else None
        yield Figure(value, place, end, behind.lemma if behind is not None and not behind.is_mark else "")
        place = end


def _digits(tokens: Sequence[Token], place: int, language: Language) -> tuple[float | None, int]:
    text = tokens[place].text
    if _DIGITS.fullmatch(text) is None:
        return None, place
    decimal = language.settings.get("decimal_mark", ".")
    grouped = "," if decimal == "." else "."
    if re.fullmatch(rf"\d{{1,3}}(?:\{grouped}\d{{3}})+(?:\{decimal}\d+)?", text):
        text = text.replace(grouped, "")
    parts = text.replace(decimal, ".").split(".")
    if len(parts) > 2 or not all(part.isdigit() for part in parts):
        return None, place  # 1.2.3 is a version, 3.4. a day
    value, place = float(".".join(parts)), place + 1
    while language.settings.get("thousands_mark") == " " and _is_group(tokens, place):
        value, place = value * 1000 + int(tokens[place].text), place + 1
    while place < len(tokens) and (scale := language.numbers.get(tokens[place].text, 0)) >= _HUNDRED:
        value, place = value * scale, place + 1
    return value, place


def _is_group(tokens: Sequence[Token], place: int) -> bool:
    """Whether three digits stand one blank behind up to three: "1 500"."""
    before, here = tokens[place - 1], tokens[place] if place < len(tokens) else None
    if here is None or not here.text.isdigit() or len(here.text) != 3:
        return False
    return before.text.isdigit() and len(before.text) <= 3 and here.start == before.end + 1


def spoken_number(words: Sequence[str], language: Language) -> tuple[float | None, int]:
    """The longest run of number words that `words` begins with and that makes one number, and its length."""
    parts: list[int] = []
    best: tuple[float | None, int] = (None, 0)
    joins = language.words("number_join")
    for end, text in enumerate(words):
        more = number_parts(text, language)
        if more is None:
            if parts and text in joins and end + 1 < len(words):
                continue
            break
        value = _value([*parts, *more], language.settings.get("counts_in_twenties") is not None)
        if value is None:
            break
        parts += more
        best = float(value), end + 1
    return best


@lru_cache(maxsize=4096)
def number_parts(word: str, language: Language) -> list[int] | None:
    """The numbers that a word is made of: "dreiundzwanzig" is 3 and 20; None where it is no number."""
    if word in language.numbers:
        return [language.numbers[word]]
    joins = sorted((join for join in language.words("number_join")), key=len, reverse=True)
    for length in range(len(word) - 1, 1, -1):
        head = language.numbers.get(word[:length])
        if head is None:
            continue
        rest = word[length:]
        for join in ("", *joins):
            if rest.startswith(join) and (more := number_parts(rest[len(join) :], language)) is not None:
                return [head, *more]
    return None


def _value(parts: Sequence[int], twenties: bool) -> int | None:
    """The value of number words in the order of speech; None where they are several numbers.

    `twenties`: "quatre-vingt-dix-sept" is four twenties, ten and seven.
    """
    total, current, last = 0, 0, 0
    for part in parts:
        if part >= _HUNDRED and current + (part > _HUNDRED and total > 0):
            if part == _HUNDRED:
                current = max(current % _HUNDRED, 1) * part + current // _HUNDRED * _HUNDRED
            else:
                total, current = total + max(current, 1) * part, 0
        elif part >= _HUNDRED:
            current = part
        elif twenties and last == 4 and part == 20:
            current, part = current + 76, 80
        elif last and not _adds(last, part) and not (twenties and last % 20 == 10 and 7 <= part <= 9):
            return None
        else:
            current += part
        last = part
    return total + current


def _adds(last: int, part: int) -> bool:
    """ "Twenty three", "a hundred five", "drei (und) zwanzig", "soixante douze"; "three four" are two
    numbers."""
    if last >= _HUNDRED:
        return part < _HUNDRED
    if last % 10 == 0 and last >= 20:
        return part < 20
    return last < 10 and part >= 20 and part % 10 == 0
