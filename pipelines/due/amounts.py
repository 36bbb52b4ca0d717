"""How far: "two weeks", "a day or two", "a month and a half", "one year and two months", "48 hours"."""

from __future__ import annotations

from typing import Final

from pipelines.due.numbers import at, cardinal, quantity
from pipelines.due.reading import skip, words_at
from pipelines.due.tokens import Tokens
from pipelines.due.words import UNITS

Steps = tuple[tuple[int, str], ...]
"""Counts with their units, the larger unit first."""

_HALF: Final = {"day": (1, "day"), "week": (4, "day"), "month": (15, "day"), "year": (6, "month")}
"""Half a unit, rounded up to whole days."""
_MOST_STEPS: Final = 3
_HOURS_WITHIN_DAY: Final = 8
"""Only the day is known: so many hours are still in it."""


def unit(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """A unit, with "business" or "calendar" before it."""
    word = at(tokens, index).word
    if word in ("business", "working", "work") and at(tokens, index + 1).word in ("day", "days"):
        return "business day", index + 2
    place = skip(tokens, index, "calendar", "whole", "full")
    word = at(tokens, place).word
    if at(tokens, place + 1).word == "time":  # "in a week's time"
        word = word.removesuffix("'s")
    return (UNITS[word], place + 1) if word in UNITS else None


def _single(tokens: Tokens, index: int) -> tuple[int, str, bool, int] | None:
    """One count with its unit, and whether half a unit comes on top."""
    if at(tokens, index).word == "half" and at(tokens, index + 1).word in ("a", "an"):
        read = unit(tokens, index + 2)
        return (0, read[0], True, read[1]) if read else None
    many = quantity(tokens, index)
    if many is None:
        return None
    count, place = many
    half = words_at(tokens, place, 3) == ("and", "a", "half")
    read = unit(tokens, skip(tokens, place + 3 if half else place, "more", "-"))
    if read is None:
        return None
    name, place = read
    if words_at(tokens, place, 3) == ("and", "a", "half"):
        half, place = True, place + 3
    elif at(tokens, place).word in ("or", "to") and (more := cardinal(tokens, place + 1)) and more[0] > count:
        count, place = more
    return count, name, half, place


def amount(tokens: Tokens, index: int) -> tuple[Steps, int] | None:
    """The steps at this place, and the place after them; None for what is no whole number of days."""
    steps: list[tuple[int, str]] = []
    place = index
    for _ in range(_MOST_STEPS):
        read = _single(tokens, place)
        if read is None:
            break
        count, name, half, end = read
        if name == "hour":  # only the day is known, so only whole days can be added
            if steps or half or not count or count % 24:
                break
            count, name = count // 24, "day"
        if half and name not in _HALF:
            break
        steps += [(count, name)] if count else []
        steps += [_HALF[name]] if half else []
        index, place = end, skip(tokens, end, "and", ",")
    return (tuple(steps), index) if steps else None


def few_hours(tokens: Tokens, index: int) -> int | None:
    """The place after "two hours" and "an hour's time" that stand alone; None for many hours or none."""
    read = _single(tokens, index)
    if read is None:
        return None
    count, name, _, end = read
    end = skip(tokens, end, "time")
    counted_from = at(tokens, end).word in ("of", "from", "after", "before")
    return end if name == "hour" and count <= _HOURS_WITHIN_DAY and not counted_from else None
