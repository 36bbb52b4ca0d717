"""Expressions that pick inside another one: "the first Monday of March", "end of next week"."""

from __future__ import annotations

from typing import Final, Literal

from pipelines.due.amounts import unit
from pipelines.due.composed import Ahead, Nth, Part, PartName, Shift, WeekdayIn, WeekNumber, WeekOf
from pipelines.due.numbers import at, cardinal, day_number, ordinal
from pipelines.due.reading import Inner, Parsed, skip, words_at
from pipelines.due.tokens import Tokens
from pipelines.due.values import (
    DayOfMonth,
    MonthDay,
    Named,
    NumericDay,
    Period,
    Today,
    Weekday,
)
from pipelines.due.words import PERIODS, UNITS, WEEKDAYS

_PARTS: Final[dict[tuple[str, ...], PartName]] = {
    ("end",): "end", ("close",): "end", ("start",): "start", ("beginning",): "start", ("top",): "start",
    ("middle",): "mid", ("mid",): "mid", ("early",): "early", ("earlier",): "early",
    ("late",): "late", ("later",): "late", ("first", "half"): "first half", ("second", "half"): "second half",
    ("the", "end"): "end", ("the", "start"): "start", ("the", "beginning"): "start", ("the", "middle"): "mid",
    ("the", "close"): "end", ("the", "first", "half"): "first half", ("the", "second", "half"): "second half",
    ("very", "end"): "end", ("the", "very", "end"): "end",
}  # fmt: skip
_COUNTED: Final[dict[str, Literal["day", "business day", "week"]]] = {
    "day": "day", "business day": "business day", "week": "week",
}  # fmt: skip
_DAYS: Final = (Today, Weekday, MonthDay, DayOfMonth, NumericDay, Named, Nth)
_WORKDAY: Final = frozenset({"day", "business", "play", "work", "working", "today"})


def nth(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    """ "The first Monday of March", "the last working day of the month", "the 15th of next month"."""
    place = skip(tokens, index, "the")
    if at(tokens, place).word in ("last", "final"):
        n, place = -1, place + 1
    elif read := ordinal(tokens, place) or (day_number(tokens, place) if place > index else None):
        n, place = read
    else:
        return None
    what: int | Literal["day", "business day", "week"]
    word = at(tokens, place).word
    counted = unit(tokens, place)
    if word in WEEKDAYS:
        what, place = WEEKDAYS[word], place + 1
    elif counted and counted[0] in _COUNTED:
        what, place = _COUNTED[counted[0]], counted[1]
    else:
        what = "day"
    if at(tokens, place).word not in ("of", "in"):
        return None
    of = inner(place + 1)
    if of is None or isinstance(of[0], (Today, Weekday, MonthDay, DayOfMonth, Ahead, Shift)):
        return None
    return Nth(n, what, of[0]), of[1]


def part(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    """ "End of next week", "mid-November", "later this month", "month end", "close of business Friday"."""
    words = words_at(tokens, index, 3)
    for size in (3, 2, 1):
        if words[:size] in _PARTS:
            return _part_of(_PARTS[words[:size]], tokens, index + size, inner)
    place = skip(tokens, index, "the")
    of = at(tokens, place).word.removesuffix("'s")
    closing = skip(tokens, place + 1, "-")
    if of in PERIODS and at(tokens, closing).word == "end":
        return Part("end", Period(of, 0, recurs=True)), closing + 1
    if words[0] in ("eod", "cob", "eob"):
        return _day_after_close(tokens, index + 1, inner)
    if words[0] == "midweek":
        after = _part_of("mid", tokens, index + 1, inner)
        return after or (Part("mid", Period("week", 0, recurs=True)), index + 1)
    return None


def _part_of(name: PartName, tokens: Tokens, place: int, inner: Inner) -> Parsed:
    linked = skip(tokens, skip(tokens, place, "-"), "of", "in")
    following = skip(tokens, linked, "the")
    word = at(tokens, following).word
    if linked > place:
        of_period = at(tokens, following + 1).word in PERIODS  # "the end of the work week"
        if name == "end" and word in _WORKDAY and not of_period:
            return _day_after_close(tokens, following + 1, inner)
        if word in PERIODS and linked == following:  # "end of month"
            return Part(name, Period(word, 0, recurs=True)), following + 1
    of = inner(linked)
    if of is None and name == "mid" and word == "week":
        return Part(name, Period("week", 0, recurs=True)), following + 1
    if of is None or isinstance(of[0], (DayOfMonth, Ahead)):
        return None
    return Part(name, of[0]), of[1]


def _day_after_close(tokens: Tokens, place: int, inner: Inner) -> Parsed:
    """ "End of day" is today's, unless a day follows."""
    linked = skip(tokens, skip(tokens, skip(tokens, place, "day"), ","), "on", "of", "this")
    following = inner(linked)
    if following and isinstance(following[0], (Today, Weekday, MonthDay, DayOfMonth, WeekdayIn, Shift)):
        # "Before close of business on Friday" still has the Friday.
        return Part("end", following[0]), following[1]
    return Today(0), skip(tokens, place, "day")


def week_of(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    """ "The week of the 18th", "w/c 4 February", "week 10"."""
    place = skip(tokens, index, "the")
    if at(tokens, place).word == "w" and at(tokens, place + 2).word == "c":
        place += 3
    elif at(tokens, place).word == "week":
        place += 1
        number = cardinal(tokens, place)
        if number and 1 <= number[0] <= 53 and at(tokens, number[1]).word not in UNITS:
            return WeekNumber(number[0]), number[1]
        linked = skip(tokens, place, "of", "starting", "beginning", "commencing")
        if linked == place:
            return None
        place = skip(tokens, linked, "on")
    else:
        return None
    base = inner(place)
    if base is None or not isinstance(base[0], _DAYS):
        return None
    return WeekOf(base[0]), base[1]
