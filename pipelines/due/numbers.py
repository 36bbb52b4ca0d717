"""Numbers as they are said: cardinals, ordinals, years and quantities.

Each reader takes the tokens and a place, and returns the value with the place after it, or None.
"""

from __future__ import annotations

from pipelines.due.tokens import END, Token, Tokens
from pipelines.due.words import NUMBER_WORDS, ORDINAL_WORDS

Read = tuple[int, int] | None


def at(tokens: Tokens, index: int) -> Token:
    """The token at a place; END behind the last one."""
    return tokens[index] if 0 <= index < len(tokens) else END


def _after_hyphen(tokens: Tokens, index: int) -> int:
    """Steps over the hyphen of "twenty-first"."""
    hyphen = at(tokens, index)
    return index + 1 if hyphen.word in ("-", "–") and hyphen.glued and at(tokens, index + 1).glued else index


def _below_hundred(tokens: Tokens, index: int) -> Read:
    value = NUMBER_WORDS.get(at(tokens, index).word)
    if value is None:
        return None
    if value >= 20:
        place = _after_hyphen(tokens, index + 1)
        unit = NUMBER_WORDS.get(at(tokens, place).word, 0)
        if 1 <= unit <= 9:
            return value + unit, place + 1
    return value, index + 1


def _digits(tokens: Tokens, index: int, longest: int) -> Read:
    token = at(tokens, index)
    if token.digits and not token.ordinal and len(token.digits) <= longest:
        return int(token.digits), index + 1
    return None


def cardinal(tokens: Tokens, index: int) -> Read:
    """0 to 999, in figures or words."""
    return _digits(tokens, index, 3) or _below_hundred(tokens, index)


def ordinal(tokens: Tokens, index: int) -> Read:
    """1st to 99th, in figures or words."""
    token = at(tokens, index)
    if token.ordinal:
        return int(token.digits), index + 1
    if token.word in ORDINAL_WORDS:
        return ORDINAL_WORDS[token.word], index + 1
    tens = NUMBER_WORDS.get(token.word, 0)
    if tens >= 20:
        place = _after_hyphen(tokens, index + 1)
        unit = ORDINAL_WORDS.get(at(tokens, place).word, 0)
        if 1 <= unit <= 9:
            return tens + unit, place + 1
    return None


def day_number(tokens: Tokens, index: int) -> Read:
    """A day of the month: "4", "4th", "twenty first"; "one" counts something else ("the April one")."""
    if at(tokens, index).word == "one":
        return None
    read = ordinal(tokens, index) or _digits(tokens, index, 2) or _below_hundred(tokens, index)
    return read if read and 1 <= read[0] <= 31 else None


def year(tokens: Tokens, index: int) -> Read:
    """A year from 1500 to 2199: "2026", "twenty twenty six", "two thousand and five"."""
    read = _digits(tokens, index, 4) or _year_in_words(tokens, index)
    return read if read and 1500 <= read[0] <= 2199 else None


def _year_in_words(tokens: Tokens, index: int) -> Read:
    century = _below_hundred(tokens, index)
    if century is None:
        return None
    head, place = century
    scale = at(tokens, place).word
    if scale in ("thousand", "hundred"):
        place += 1
        if at(tokens, place).word == "and":
            place += 1
        rest = _below_hundred(tokens, place)
        factor = 1000 if scale == "thousand" else 100
        if rest:
            return head * factor + rest[0], rest[1]
        return head * factor, place - (at(tokens, place - 1).word == "and")
    rest = _below_hundred(tokens, place)
    if place == index + 1 and rest and rest[0] >= 10:  # "twenty twenty six", not "twenty six twenty"
        return head * 100 + rest[0], rest[1]
    return None


def quantity(tokens: Tokens, index: int) -> Read:
    """How many: "a", "two", "a couple of", and the greater of "two or three", "2-3"."""
    word = at(tokens, index).word
    if word in ("a", "an", "another") and at(tokens, index + 1).word == "couple":
        place = index + 2
        return 2, place + (at(tokens, place).word == "of")
    if word == "couple":
        return 2, index + 1 + (at(tokens, index + 1).word == "of")
    if word in ("a", "an", "another", "one"):
        first: Read = (1, index + 1)
        if word == "another":
            first = cardinal(tokens, index + 1) or first
    else:
        first = cardinal(tokens, index)
    if first and at(tokens, first[1]).word in ("or", "to", "-", "–"):
        second = cardinal(tokens, first[1] + 1)
        if second and second[0] > first[0]:
            return second
    return first
