"""What the readers of the grammar share.

A reader takes the tokens and a place, and returns the expression with the place after it, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from pipelines.due.numbers import at, year
from pipelines.due.tokens import Tokens
from pipelines.due.values import Expression, Which, YearRef

Parsed = tuple[Expression, int] | None
Reader = Callable[[Tokens, int], Parsed]
Inner = Callable[[int], Parsed]
"""Reads any date at a place of the same tokens, one level deeper."""

_WHICH: Final[dict[str, Which]] = {
    "this": "this", "current": "this", "coming": "coming", "upcoming": "coming", "next": "next",
    "following": "next", "last": "last", "previous": "last", "past": "last",
}  # fmt: skip
OFFSET: Final[dict[Which, int]] = {"this": 0, "coming": 1, "next": 1, "last": -1}
"""How many periods away they are; "the coming week" begins after this one."""


def longest(readings: Iterable[Parsed]) -> Parsed:
    """The reading that covers most; the first of equals."""
    return max((reading for reading in readings if reading), key=lambda reading: reading[1], default=None)


def words_at(tokens: Tokens, index: int, size: int) -> tuple[str, ...]:
    return tuple(at(tokens, index + offset).word for offset in range(size))


def skip(tokens: Tokens, index: int, *words: str) -> int:
    """The place after one optional word."""
    return index + (index < len(tokens) and tokens[index].word in words)


def which(tokens: Tokens, index: int) -> tuple[Which, int]:
    """ "this", "the coming", "this past" before a weekday, month or period; "bare" where there is none."""
    place = skip(tokens, index, "the")
    found: Which = "bare"
    for _ in range(2):  # "this coming", but not "coming this"
        if found in ("bare", "this") and (word := at(tokens, place).word) in _WHICH:
            found, place = _WHICH[word], place + 1
    return (found, place) if found != "bare" else ("bare", index)


def year_ref(tokens: Tokens, index: int) -> tuple[YearRef, int] | None:
    """ "2026", ", 2026", "of 87", "next year"."""
    place = skip(tokens, index, ",")
    linked = skip(tokens, place, "of", "in")
    said, after = which(tokens, linked)
    if said in OFFSET and at(tokens, after).word == "year":
        return YearRef(OFFSET[said], "offset"), after + 1
    full = year(tokens, skip(tokens, linked, "year"))
    if full:
        return YearRef(full[0]), full[1]
    short = at(tokens, linked)
    if at(tokens, place).word == "of" and len(short.digits) == 2 and not short.ordinal:
        return YearRef(int(short.digits), "short"), linked + 1
    return None
