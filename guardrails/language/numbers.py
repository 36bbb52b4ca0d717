"""The one reader of number words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from guardrails.language.tables import Language

_HUNDRED = 100


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
        value = _value([*parts, *more], language.settings)
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


def _value(parts: Sequence[int], settings: Mapping[str, str]) -> int | None:
    """The value of number words in the order of speech; None where they are several numbers.

    `counts_in_twenties`: "quatre-vingt-dix-sept" is four twenties, ten and seven.
    """
    twenties, units_first = "counts_in_twenties" in settings, "units_first" in settings
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
        elif (
            last
            and not _adds(last, part, units_first)
            and not (twenties and last % 20 == 10 and 7 <= part <= 9)
        ):
            return None
        else:
            current += part
        last = part
    return total + current


def _adds(last: int, part: int, units_first: bool) -> bool:
    """ "Twenty three", "a hundred five", "drei (und) zwanzig", "soixante douze"; "three four" are two
    numbers."""
    if last >= _HUNDRED:
        return part < _HUNDRED
    if last % 10 == 0 and last >= 20:
        return part < 20
    return units_first and last < 10 and part >= 20 and part % 10 == 0
