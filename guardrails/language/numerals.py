"""Number words and digits, one numeral at a time: "two hundred and forty-five", "15 hundred", "12,50".

Speech says numbers in pieces that can be put together in more than one way: "twelve fifty" is a price, a time
or 1,250, and "fifteen fifty nine" may be a year, a label or two numbers. All of these are readings of one
numeral; whoever compares figures takes any of them, so that nothing is called unsaid that was said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from guardrails.language.numbers import spoken_number
from guardrails.language.tables import Language

# Nobody says or writes a figure longer than this; what is longer is a key or a fault of a recogniser.
MAX_DIGITS = 24
_SHORT = {"k": 10**3, "m": 10**6, "mio": 10**6, "bn": 10**9}
PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": Decimal(1) / 3}
_LEAST_SCALE = 100


class Token(NamedTuple):
    """A word, a number in digits or a mark, with its place in the text."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Numeral:
    """One number as it was said, over the tokens from `first` up to `last`."""

    value: Decimal
    first: int
    last: int
    others: tuple[Decimal, ...] = ()
    """What the same words may also mean."""
    parts: tuple[Decimal, ...] = ()
    """The numbers that were said one after another, where they may also be separate."""


@cache
def _pattern(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Of tokens, and of a number whose thousands are apart."""
    decimal = language.settings.get("decimal_mark", ".")
    group = language.settings.get("thousands_mark", "," if decimal == "." else ".")
    grouped = rf"[0-9]{{1,3}}(?:\{group}[0-9]{{3}})+(?:\{decimal}[0-9]+)?"
    digits = rf"{grouped}|[0-9]+(?:[.,][0-9]+)?|(?<![\w.])\.[0-9]+"
    words = r"(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)|(?P<mark>\S)"
    return re.compile(rf"(?P<digits>{digits})|{words}"), re.compile(grouped)


def tokens_of(text: str, language: Language) -> list[Token]:
    """`text` in tokens, lower-cased one by one, so that their places stay those of `text`."""
    return [
        Token(str(found.lastgroup), found.group().lower(), found.start(), found.end())
        for found in _pattern(language)[0].finditer(text)
    ]


def numeral_at(tokens: Sequence[Token], at: int, language: Language) -> Numeral | None:
    """The longest numeral that begins at token `at`."""
    numbers: list[Decimal] = []
    place, spoken = at, True
    while len(numbers) < MAX_DIGITS and spoken:
        part = _part_at(tokens, place, language)
        if part is None or (numbers and not part[2]):
            break  # digits do not join on: "in 2026 12 people"
        numbers, place, spoken = [*numbers, part[0]], part[1], part[2]
    if not numbers:
        return None
    words = [token.text for token in tokens[place : place + 4]]
    if len(words) > 2 and words[:2] in (["and", "a"], ["and", "one"]) and words[2] in PARTS:
        scale = scales(language).get(words[3], 0) if len(words) > 3 else 0  # "two and a half million"
        numbers[-1] = (numbers[-1] + PARTS[words[2]]) * (scale or 1)
        place += 4 if scale else 3
    if len(numbers) == 1:
        return Numeral(numbers[0], at, place)
    joined = _joined(numbers) or numbers[:1]
    return Numeral(joined[0], at, place, tuple(joined[1:]), tuple(numbers))


@cache
def scales(language: Language) -> dict[str, int]:
    """What a number is multiplied with by the word behind it."""
    large = {word: number for word, number in language.numbers.items() if number >= _LEAST_SCALE}
    return _SHORT | large | {"dozen": 12}


def _part_at(tokens: Sequence[Token], at: int, language: Language) -> tuple[Decimal, int, bool] | None:
    """One number by the rules of writing, the token after it, and whether it is all words."""
    if at >= len(tokens) or len(tokens[at].text) > MAX_DIGITS:
        return None
    is_spoken = tokens[at].kind == "word"
    if is_spoken:
        words = [token.text for token in tokens[at : at + MAX_DIGITS]]
        while words.count("-"):  # "forty-five"
            words.remove("-")
        found, length = spoken_number(words, language)
        if found is None:
            return None
        value, place = Decimal(int(found)), at
        while length:
            length -= tokens[place].text != "-"
            place += 1
    elif tokens[at].kind == "digits":
        value, place = written(tokens[at].text, language), at + 1
    else:
        return None
    while place < len(tokens) and (scale := scales(language).get(tokens[place].text)):
        if tokens[place].text == "m" and tokens[place].start != tokens[place - 1].end:
            break  # "5 m" is a length
        value, place = value * scale, place + 1
    digits = _digits_after(tokens, place, language) if is_spoken else ""
    if digits:
        return value + Decimal(f"0.{digits}"), place + 1 + len(digits), True
    return value, place, is_spoken


def _digits_after(tokens: Sequence[Token], place: int, language: Language) -> str:
    """Behind "point"."""
    digits = ""
    if place < len(tokens) and tokens[place].text in language.words("number_point"):
        for token in tokens[place + 1 : place + 1 + MAX_DIGITS]:
            number = language.numbers.get(token.text, 10)
            if number > 9:
                break
            digits += str(number)
    return digits


def _joined(numbers: Sequence[Decimal]) -> Sequence[Decimal]:
    """What numbers said one after another may mean as one: 12.50 and 1250, 2026, 1559, 07700."""
    if any(number != number.to_integral_value() for number in numbers):
        return ()
    if len(numbers) == 2:
        first, second = (int(number) for number in numbers)
        if 0 < first < 100 and 10 <= second < 100:
            return Decimal(first * 100 + second), Decimal(first) + Decimal(second) / 100
        return ()
    if 3 <= len(numbers) <= MAX_DIGITS // 2 and all(number < 100 for number in numbers):
        return (Decimal("".join(str(int(number)) for number in numbers)),)
    return ()


def written(digits: str, language: Language) -> Decimal:
    """A number in digits: 1,200 and 1,200.50 have separators, 12,50 has a decimal comma."""
    if _pattern(language)[1].fullmatch(digits):
        decimal = language.settings.get("decimal_mark", ".")
        whole, _, rest = digits.partition(decimal)
        return Decimal(f"{re.sub('[^0-9]', '', whole)}.{rest or 0}").normalize() + 0
    return Decimal(digits.replace(",", "."))
