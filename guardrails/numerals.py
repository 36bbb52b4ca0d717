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
from typing import NamedTuple

# Nobody says or writes a figure longer than this; what is longer is a key or a fault of a recogniser.
MAX_DIGITS = 24

_TOKEN = re.compile(
    r"(?P<digits>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:[.,][0-9]+)?|(?<![\w.])\.[0-9]+)"
    r"|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)|(?P<mark>\S)"
)
UNITS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
        " sixteen seventeen eighteen nineteen".split()
    )
}
TENS = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
TENS["fourty"] = 40  # the commonest slip of the pen
_SMALL = UNITS | TENS
_SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "k": 10**3,
    "mio": 10**6,
    "bn": 10**9,
}
_FRACTIONS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": Decimal(1) / 3}
_PARTS = {"halves": 2, "thirds": 3, "quarters": 4, "fifths": 5, "tenths": 10}


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


def tokens_of(text: str) -> list[Token]:
    """`text` in tokens, lower-cased one by one, so that their places stay those of `text`."""
    return [
        Token(str(found.lastgroup), found.group().lower(), found.start(), found.end())
        for found in _TOKEN.finditer(text)
    ]


def numeral_at(tokens: Sequence[Token], at: int) -> Numeral | None:
    """The longest numeral that begins at token `at`."""
    parts: list[tuple[Decimal, bool]] = []
    place = at
    while len(parts) < MAX_DIGITS:
        part = _part_at(tokens, place)
        if part is None or (parts and not (part[2] and parts[-1][1])):
            break  # digits do not join on: "in 2026 12 people"
        parts.append((part[0], part[2]))
        place = part[1]
    if not parts:
        return None
    value, place = _with_fraction(tokens, place, parts[-1][0])
    numbers = [part[0] for part in parts[:-1]] + [value]
    if len(numbers) == 1:
        return Numeral(value, at, place)
    joined = _joined(numbers) or numbers[:1]
    return Numeral(joined[0], at, place, tuple(joined[1:]), tuple(numbers))


def _part_at(tokens: Sequence[Token], at: int) -> tuple[Decimal, int, bool] | None:
    """One number by the rules of writing, the token after it, and whether it is all words."""
    total, current, place, limit, spoken = Decimal(0), None, at, Decimal(10**15), True
    while place < len(tokens):
        token = tokens[place]
        if token.kind == "digits":
            if current is not None or total or len(token.text) > MAX_DIGITS:
                break
            current, spoken = written(token.text), False
        elif token.text in _SMALL:
            small = _SMALL[token.text]
            if current is None or (spoken and _takes(current, small)):
                current = (current or Decimal(0)) + small
            else:
                break
        elif token.text in ("hundred", "dozen") and (current is None or current < 100):
            if current is None and (place == 0 or tokens[place - 1].text not in ("a", "the", "half")):
                break
            current = (current or Decimal(1)) * (100 if token.text == "hundred" else 12)
            spoken = True
        elif token.text in _SCALES and _SCALES[token.text] < limit:
            if current is None and (total or place == 0 or tokens[place - 1].text != "a"):
                break
            limit = Decimal(_SCALES[token.text])
            total, current, spoken = total + (1 if current is None else current) * limit, None, True
        elif token.text == "point" and current is not None and _digits_after(tokens, place):
            digits = _digits_after(tokens, place)
            return total + current + Decimal(f"0.{digits}"), place + 1 + len(digits), True
        elif not (_joins(tokens, place) and (current is not None or total)):
            break
        place += 1
    while place > at and tokens[place - 1].text in ("-", "and"):
        place -= 1
    if place == at:
        return None
    return total + (current or 0), place, spoken and tokens[at].kind == "word"


def _takes(current: Decimal, small: int) -> bool:
    """Whether `small` goes on the number before it: forty-five, a hundred and twelve; not twelve fifty."""
    rest = current % 100
    return (rest == 0 and current >= 100) or (rest >= 20 and rest % 10 == 0 and 0 < small < 10)


def _joins(tokens: Sequence[Token], place: int) -> bool:
    """A hyphen inside "forty-five", or the "and" of "two hundred and five"."""
    if place == 0 or place + 1 >= len(tokens) or tokens[place + 1].text not in _SMALL:
        return False
    before = tokens[place - 1].text
    if tokens[place].text == "-":
        return before in TENS and tokens[place + 1].text in UNITS
    return tokens[place].text == "and" and before in ("hundred", "thousand", "million")


def _digits_after(tokens: Sequence[Token], place: int) -> str:
    digits = ""
    for token in tokens[place + 1 : place + 1 + MAX_DIGITS]:
        number = UNITS.get(token.text, 10)
        if number > 9:
            break
        digits += str(number)
    return digits


def _with_fraction(tokens: Sequence[Token], place: int, value: Decimal) -> tuple[Decimal, int]:
    """Take "and a half" or "thirds" onto `value`, and the million of "two and a half million"."""
    words = [token.text for token in tokens[place : place + 4]]
    if len(words) > 2 and words[:2] in (["and", "a"], ["and", "one"]) and words[2] in _FRACTIONS:
        value += _FRACTIONS[words[2]]
        scale = _SCALES.get(words[3]) if len(words) > 3 and value < 1000 else None
        return (value * scale, place + 4) if scale else (value, place + 3)
    if words and words[0] in _PARTS and value < 10:
        return value / _PARTS[words[0]], place + 1
    return value, place


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


def written(digits: str) -> Decimal:
    """A number in digits: 1,200 and 1,200.50 have separators, 12,50 has a decimal comma."""
    if re.fullmatch(r"[0-9]+,[0-9]{1,2}", digits):
        return Decimal(digits.replace(",", "."))
    return Decimal(digits.replace(",", ""))
