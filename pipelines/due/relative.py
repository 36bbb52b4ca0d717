"""The grammar's branches: expressions that count from, or pick inside, another expression.

Depth is bounded ("a week after a week after ..."), so that reading a phrase takes bounded time.
"""

from __future__ import annotations

from typing import Final, Literal

from pipelines.due.arithmetic import DAYS_IN, MONTHS_IN
from pipelines.due.composed import (
    Ahead,
    Nth,
    Part,
    PartName,
    Shift,
    WeekdayBeside,
    WeekdayIn,
    WeekendBeside,
    WeekNumber,
    WeekOf,
)
from pipelines.due.numbers import at, cardinal, ordinal, quantity
from pipelines.due.simple import Parsed, longest, simple, skip, which
from pipelines.due.tokens import Tokens
from pipelines.due.values import DayOfMonth, Expression, MonthDay, Period, Today, Weekday, Year
from pipelines.due.words import UNITS, WEEKDAYS

_DEPTH: Final = 3
_NOW: Final = Today(0)

_PARTS: Final[dict[tuple[str, ...], PartName]] = {
    ("end",): "end", ("close",): "end", ("start",): "start", ("beginning",): "start", ("top",): "start",
    ("middle",): "mid", ("mid",): "mid", ("early",): "early", ("earlier",): "early",
    ("late",): "late", ("later",): "late", ("first", "half"): "first half", ("second", "half"): "second half",
    ("the", "end"): "end", ("the", "start"): "start", ("the", "beginning"): "start", ("the", "middle"): "mid",
    ("the", "close"): "end", ("the", "first", "half"): "first half", ("the", "second", "half"): "second half",
    ("very", "end"): "end", ("the", "very", "end"): "end",
}  # fmt: skip
_WORKDAY: Final = frozenset({"day", "business", "play", "work", "today"})


def point(tokens: Tokens, index: int, depth: int = _DEPTH) -> Parsed:
    """A day or a period, however it is said."""
    if depth == 0 or index >= len(tokens):
        return None
    return longest(
        (
            _weekday_of_week(tokens, index, depth),
            _shift(tokens, index, depth),
            _neighbour(tokens, index, depth),
            _nth(tokens, index, depth),
            _part(tokens, index, depth),
            _ahead(tokens, index),
            _week_of(tokens, index, depth),
            simple(tokens, index),
        )
    )


def _unit(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """A unit, with "business" or "calendar" before it."""
    word = at(tokens, index).word
    if word in ("business", "working", "work") and at(tokens, index + 1).word in ("day", "days"):
        return "business day", index + 2
    place = skip(tokens, index, "calendar", "whole", "full")
    unit = UNITS.get(at(tokens, place).word)
    return (unit, place + 1) if unit else None


def _amount(tokens: Tokens, index: int) -> tuple[int, str, int] | None:
    """ "Two weeks", "a day or two", "half a year", "48 hours": count, unit and the place after them."""
    if at(tokens, index).word == "half" and at(tokens, index + 1).word in ("a", "the"):
        return (6, "month", index + 3) if at(tokens, index + 2).word == "year" else None
    many = quantity(tokens, index)
    if many is None:
        return None
    count, place = many
    place = skip(tokens, place, "more", "-")
    unit = _unit(tokens, place)
    if unit is None:
        return None
    name, place = unit
    if at(tokens, place).word in ("or", "to") and (more := cardinal(tokens, place + 1)) and more[0] > count:
        count, place = more[0], more[1]
    if name == "hour":  # only the day is known, so only whole days can be added
        return (count // 24, "day", place) if count and count % 24 == 0 else None
    return count, name, place


def _shift(tokens: Tokens, index: int, depth: int) -> Parsed:
    """ "In two weeks", "two weeks from Tuesday", "three days ago", "a week today"."""
    first = at(tokens, index).word
    opened = first in ("in", "within")
    place = index + opened
    if opened and at(tokens, place).word == "the":
        return None
    amount = _amount(tokens, skip(tokens, place, "about"))
    if amount is None:
        return None
    count, unit, place = amount
    timed = skip(tokens, place, "time")
    word, following = at(tokens, timed).word, at(tokens, timed + 1).word
    if word == "ago":
        return Shift(_NOW, -count, unit), timed + 1
    if word in ("from", "after", "before", "on", "hence") or (word == "of" and first == "within"):
        if word == "hence" or (word, following) == ("from", "now"):
            return Shift(_NOW, count, unit), timed + 1 + (word == "from")
        if word != "on" or unit == "week":
            base = point(tokens, timed + 1, depth - 1)
            if base:
                return Shift(base[0], -count if word == "before" else count, unit), base[1]
    if unit == "week" and word in ("today", "tomorrow"):
        return Shift(Today(int(word == "tomorrow")), count, unit), timed + 1
    if first == "within":
        return Ahead(count, unit), place
    return (Shift(_NOW, count, unit), timed) if opened or timed > place else None


def _neighbour(tokens: Tokens, index: int, depth: int) -> Parsed:
    """ "The day after tomorrow", "the Friday before Christmas", "the week after Easter"."""
    place = skip(tokens, index, "the")
    word, side = at(tokens, place).word, at(tokens, place + 1).word
    if side not in ("after", "before", "following", "of"):
        return None
    known = word in ("day", "week", "weekend", "month", "year") or word in WEEKDAYS
    base = point(tokens, place + 2, depth - 1) if known and side != "of" else None
    if base is None or (isinstance(base[0], Period) and base[0].recurs):
        return None
    after, (expression, end) = side != "before", base
    if word in WEEKDAYS:
        return WeekdayBeside(WEEKDAYS[word], expression, after), end
    if word == "weekend":
        return WeekendBeside(expression, after), end
    if word == "week":
        return WeekOf(expression, 1 if after else -1), end
    if word in ("month", "year") and not isinstance(expression, Period):
        return None
    return Shift(expression, 1 if after else -1, word), end


def _ahead(tokens: Tokens, index: int) -> Parsed:
    """ "The next two weeks", "the coming three days", "two upcoming months"."""
    start = skip(tokens, index, "in", "within", "over", "during")
    said, place = which(tokens, start)
    if said == "bare":
        count = cardinal(tokens, skip(tokens, start, "the"))
        if count is None:
            return None
        said, place = which(tokens, count[1])
        unit = _unit(tokens, place)
        amount = (count[0], *unit) if unit and said != "bare" else None
    else:
        amount = _amount(tokens, place)
    if amount is None or said == "this":
        return None
    return Ahead(-amount[0] if said == "last" else amount[0], amount[1]), amount[2]


def _nth(tokens: Tokens, index: int, depth: int) -> Parsed:
    """ "The first Monday of March", "the last working day of the month", "the 15th of next month"."""
    place = skip(tokens, index, "the")
    if at(tokens, place).word in ("last", "final"):
        n, place = -1, place + 1
    elif read := ordinal(tokens, place):
        n, place = read
    else:
        return None
    what: int | Literal["day", "business day", "week"]
    word = at(tokens, place).word
    unit = _unit(tokens, place)
    if word in WEEKDAYS:
        what, place = WEEKDAYS[word], place + 1
    elif unit and unit[0] in ("day", "business day", "week"):
        what, place = unit[0], unit[1]  # type: ignore[assignment]  # narrowed by the line above
    elif n > 0:
        what = "day"
    else:
        return None
    if at(tokens, place).word not in ("of", "in"):
        return None
    of = point(tokens, place + 1, depth - 1)
    if of is None or isinstance(of[0], (Today, Weekday, MonthDay, DayOfMonth, Ahead, Shift)):
        return None
    return Nth(n, what, of[0]), of[1]


def _part(tokens: Tokens, index: int, depth: int) -> Parsed:
    """ "End of next week", "mid-November", "later this month", "month end", "close of business Friday"."""
    words = tuple(at(tokens, index + offset).word for offset in range(3))
    for size in (3, 2, 1):
        if words[:size] in _PARTS:
            return _part_of(_PARTS[words[:size]], tokens, index + size, depth)
    place = skip(tokens, index, "the")
    unit, end = at(tokens, place).word, at(tokens, place + 1).word
    if end == "end" and unit in ("month", "month's", "quarter", "year", "week"):
        return Part("end", Period(unit.removesuffix("'s"), 0, recurs=True)), place + 2
    if words[0] in ("eod", "cob", "eob"):
        return _day_after_close(tokens, index + 1, depth)
    if words[0] == "midweek":
        after = _part_of("mid", tokens, index + 1, depth)
        return after or (Part("mid", Period("week", 0, recurs=True)), index + 1)
    return None


def _part_of(part: PartName, tokens: Tokens, place: int, depth: int) -> Parsed:
    linked = skip(tokens, skip(tokens, place, "-"), "of", "in")
    word = at(tokens, skip(tokens, linked, "the")).word
    if part == "end" and word in _WORKDAY and linked > place:
        return _day_after_close(tokens, skip(tokens, linked, "the") + 1, depth)
    if word in ("week", "month", "quarter", "year") and linked > place:
        period = simple(tokens, linked)
        end = skip(tokens, linked, "the") + 1
        return (
            (Part(part, period[0]), period[1]) if period else (Part(part, Period(word, 0, recurs=True)), end)
        )
    of = point(tokens, linked, depth - 1)
    if (
        of is None
        or isinstance(of[0], (DayOfMonth, Ahead))
        or (isinstance(of[0], Year) and linked == place and part in ("early", "late"))
    ):
        return None
    return Part(part, of[0]), of[1]


def _day_after_close(tokens: Tokens, place: int, depth: int) -> Parsed:
    """ "End of day" is today's, unless a day follows."""
    linked = skip(tokens, skip(tokens, place, ","), "on", "of", "this")
    following = point(tokens, linked, depth - 1)
    if following and isinstance(following[0], (Today, Weekday, MonthDay, DayOfMonth, WeekdayIn, Shift)):
        return following
    return _NOW, place


def _week_of(tokens: Tokens, index: int, depth: int) -> Parsed:
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
    base = point(tokens, place, depth - 1)
    if base is None or (
        not isinstance(base[0], (Today, Weekday, MonthDay, DayOfMonth)) and not _is_day(base[0])
    ):
        return None
    return WeekOf(base[0]), base[1]


def _is_day(expression: Expression) -> bool:
    return type(expression).__name__ in ("NumericDay", "Named", "Nth")


def _weekday_of_week(tokens: Tokens, index: int, depth: int) -> Parsed:
    """ "Tuesday of next week", "next week, on Wednesday", "Thursday, two years from now"."""
    place = skip(tokens, index, "on")
    number = WEEKDAYS.get(at(tokens, place).word)
    if number is not None:
        linked = skip(tokens, skip(tokens, place + 1, ","), "of", "in", "on")
        linked = linked - 1 if at(tokens, linked - 1).word == "in" else linked
        base = point(tokens, linked, depth - 1)
        return (_in_week(number, base[0]), base[1]) if base and _can_hold_weekday(base[0]) else None
    base = longest(
        (
            _shift(tokens, index, depth),
            _nth(tokens, index, depth),
            _week_of(tokens, index, depth),
            simple(tokens, index),
        )
    )
    if base is None or not _can_hold_weekday(base[0]):
        return None
    linked = skip(tokens, skip(tokens, skip(tokens, base[1], ",", "."), "on"), "the")
    number = WEEKDAYS.get(at(tokens, linked).word)
    return (_in_week(number, base[0]), linked + 1) if number is not None else None


def _can_hold_weekday(expression: Expression) -> bool:
    if isinstance(expression, Period):
        return expression.unit == "week" and not expression.recurs
    if isinstance(expression, Nth):
        return expression.what == "week"
    return isinstance(expression, WeekOf) or (
        isinstance(expression, Shift) and expression.unit in {*DAYS_IN, *MONTHS_IN} - {"day"}
    )


def _in_week(number: int, base: Expression) -> WeekdayIn:
    return WeekdayIn(number, base, by_week=not (isinstance(base, Shift) and base.unit in MONTHS_IN))
