"""Figures in speech and in a draft: every number with its unit and its place.

Words that are also something else ("one", "second", "half", "first") are figures that are not `firm`: they
can prove that a figure was said, and nothing is held against a claim for them. Vague words ("a couple",
"some") are no figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from guardrails.numerals import Token, numeral_at, tokens_of
from guardrails.units import CLOCK, MONEY, SPANS, UNIT_OF, Figure, alike, same

__all__ = ["Figure", "alike", "figures_in", "same"]

_MONTHS = frozenset(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
        " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
} | {"thirtieth": 30}
_AFTER_PRICE = frozenset("and out of or for per each is in at to so then which a an by".split())
_COUNTS = frozenset("dozen hundred thousand million billion trillion".split())
_SYMBOLS = {"$": "usd", "€": "eur", "£": "gbp"}
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": Decimal(1) / 3}


@lru_cache(maxsize=1024)  # claims cite the same segments one after another
def figures_in(text: str) -> tuple[Figure, ...]:
    """Every figure of `text`, in order and without overlap."""
    tokens = tokens_of(text)
    figures: list[Figure] = []
    place = 0
    while place < len(tokens):
        found = _figure_at(tokens, place)
        if found is None:
            place += 1
            continue
        figure, place = found
        if figures and _is_small_change(text, figures[-1], figure):
            whole = figures[-1]
            figures[-1] = Figure(whole.value + figure.value / 100, whole.unit, whole.start, figure.end)
        else:
            figures.append(figure)
    return tuple(figures)


def _is_small_change(text: str, money: Figure, figure: Figure) -> bool:
    """The cents of "twelve Euros and fifty cents", "twelve Euro fifty"."""
    between = text[money.end : figure.start].strip()
    if money.unit not in MONEY or between not in ("", "and"):
        return False
    rest = text[figure.end :].lstrip()
    ends = not rest or not rest[0].isalnum() or rest.split()[0] in _AFTER_PRICE
    bare = not figure.unit and not between and figure.value in range(10, 100) and ends
    return figure.unit == "cent" or bare


def _figure_at(tokens: Sequence[Token], at: int) -> tuple[Figure, int] | None:
    """The figure that begins at token `at`, and the token after it."""
    word = tokens[at].text
    if word in _PARTS or word in ("a", "an"):
        return _part_at(tokens, at)
    if word in _ORDINALS:
        month = any(token.text in _MONTHS for token in tokens[max(0, at - 2) : at + 3])
        return _figure(tokens, at, at + 1, Decimal(_ORDINALS[word]), "th", firm=month)
    first = at + 1 if word in _SYMBOLS or _is_sign(tokens, at) else at
    numeral = numeral_at(tokens, first)
    if numeral is None:
        return None
    value, others, last = numeral.value, numeral.others, numeral.last
    if first > at and word not in _SYMBOLS:
        value, others = -value, ()
    if tokens[first].kind == "digits" and _glued(tokens, first - 1) and tokens[first - 1].kind == "word":
        return _figure(tokens, first, last, value, "label")
    text = [token.text for token in tokens[last : last + 4]]
    if text[:1] == [":"] and _glued(tokens, last - 1) and _glued(tokens, last) and text[1][0].isdigit():
        value, last, text = value + Decimal(text[1][:2]) / 100, last + 2, text[2:]
        return _clock(tokens, at, last, value, text)
    is_hyphened = text[:1] == ["-"] and _glued(tokens, last - 1) and _glued(tokens, last)  # "twenty-third"
    ones = _ORDINALS.get("".join(text[1:2] if is_hyphened else text[:1]), 10)
    if 20 <= value < 100 and value % 10 == 0 and ones < 10:
        return _figure(tokens, at, last + 1 + is_hyphened, value + ones, "th")
    if text[:1] == ["m"] and _glued(tokens, last - 1):
        value, others, last, text = value * 10**6, (value,), last + 1, text[1:]
    if word in _SYMBOLS:
        return _figure(tokens, at, last, value, _SYMBOLS[word], others)
    if (text[:1] and text[0] in CLOCK) or text[:4] in (["a", ".", "m", "."], ["p", ".", "m", "."]):
        return _clock(tokens, at, last, value, text)
    unit, last = _unit_at(tokens, last)
    firm = bool(unit) or not (word == "one" and last == at + 1)
    if not unit and last < len(tokens) and tokens[last].kind == "word" and _glued(tokens, last - 1):
        unit = "label"
    if not unit and value in range(1, 32) and _is_by_month(tokens, at, last):
        unit = "th"
    figure, last = _figure(tokens, at, last, value, unit, others, firm)
    return replace(figure, parts=numeral.parts), last


def _is_by_month(tokens: Sequence[Token], at: int, last: int) -> bool:
    """ "December 2", "2 December": a day."""
    near = (at - 1, last)
    return any(0 <= place < len(tokens) and tokens[place].text in _MONTHS for place in near)


def _part_at(tokens: Sequence[Token], at: int) -> tuple[Figure, int] | None:
    """ "half an hour", "half past two", "a quarter", "a week", "half a dozen"."""
    words = [token.text for token in tokens[at : at + 3]]
    value = _PARTS.get(words[0], Decimal(1))
    if (words[0] in _PARTS and words[1:2] == ["past"]) or words[:2] == ["quarter", "to"]:
        hour = numeral_at(tokens, at + 2)
        if hour is None:
            return None
        minutes = Decimal("0.15") if words[0] == "quarter" else Decimal("0.30")
        return _figure(
            tokens, at, hour.last, hour.value + (minutes if words[1] == "past" else Decimal("-0.55")), "clock"
        )
    rest = at + (2 if words[0] in _PARTS and words[1:2] in (["a"], ["an"]) else 1)
    scale = numeral_at(tokens, rest) if rest > at + 1 or words[0] in ("a", "an") else None
    if scale is not None and tokens[rest].kind == "word" and tokens[rest].text in _COUNTS:
        unit, last = _unit_at(tokens, scale.last)
        return _figure(tokens, at, last, value * scale.value, unit)
    unit, last = _unit_at(tokens, rest)
    if words[0] in ("a", "an"):
        return _figure(tokens, at, last, value, unit, firm=False) if unit in SPANS else None
    if unit in SPANS:
        return _figure(tokens, at, last, value, unit)
    others = (value * 100, Decimal(3)) if words[0] == "third" else (value * 100,)
    return _figure(tokens, at, at + 1, value, "", others, firm=False)


def _unit_at(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """The unit that follows a number, "two-week" and "per cent" too, and the token after it."""
    words = [token.text for token in tokens[at : at + 2]]
    if words == ["per", "cent"]:
        return "%", at + 2
    if len(words) == 2 and words[0] == "-" and words[1] in UNIT_OF and len(words[1]) > 2:
        return UNIT_OF[words[1]], at + 2
    # One letter is a unit only where it touches the number: "30s", "2h".
    if (
        words
        and words[0] in UNIT_OF
        and (len(words[0]) > 2 or not words[0].isalpha() or _glued(tokens, at - 1))
    ):
        return UNIT_OF[words[0]], at + 1
    return "", at


def _clock(
    tokens: Sequence[Token], at: int, last: int, value: Decimal, text: list[str]
) -> tuple[Figure, int]:
    half = "".join(text[:4])
    unit = half[:2] if half[:2] in ("am", "pm") else f"{text[0]}m" if half in ("a.m.", "p.m.") else "clock"
    last += 1 if text[:1] and text[0] in CLOCK | {"o'clock"} else 4 if half in ("a.m.", "p.m.") else 0
    others = (value + 12,) if unit != "am" and value < 12 else ()
    return _figure(tokens, at, last, value, unit, others)


def _is_sign(tokens: Sequence[Token], at: int) -> bool:
    """A minus that belongs to the number: not the hyphen of "EIP-1559", "16-40" or "a - 3"."""
    if tokens[at].text == "minus":
        return at == 0 or numeral_at(tokens, at - 1) is None
    follows = at + 1 < len(tokens) and tokens[at + 1].kind == "digits" and _glued(tokens, at)
    return tokens[at].text in "-−" and follows and not _glued(tokens, at - 1)


def _glued(tokens: Sequence[Token], at: int) -> bool:
    """Whether no blank stands between token `at` and the next one."""
    return 0 <= at < len(tokens) - 1 and tokens[at].end == tokens[at + 1].start


def _figure(
    tokens: Sequence[Token],
    at: int,
    last: int,
    value: Decimal,
    unit: str,
    others: tuple[Decimal, ...] = (),
    firm: bool = True,
) -> tuple[Figure, int]:
    return Figure(value, unit, tokens[at].start, tokens[last - 1].end, others, firm), last
