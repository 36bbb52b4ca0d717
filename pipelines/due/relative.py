"""The grammar's branches: expressions that count from, or pick inside, another expression.

Depth is bounded ("a week after a week after ..."), so that reading a phrase takes bounded time.
"""

from __future__ import annotations

from typing import Final, Literal

from pipelines.due.amounts import Steps, amount, unit
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
from pipelines.due.numbers import at, cardinal, ordinal
from pipelines.due.reading import Parsed, longest, skip, which, words_at
from pipelines.due.simple import simple
from pipelines.due.tokens import Tokens
from pipelines.due.values import DayOfMonth, Expression, MonthDay, Period, Today, Weekday, Year
from pipelines.due.words import PERIODS, UNITS, WEEKDAYS

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
_COUNTED: Final[dict[str, Literal["day", "business day", "week"]]] = {
    "day": "day", "business day": "business day", "week": "week",
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
            _weekdays_from(tokens, index, depth),
            _neighbour(tokens, index, depth),
            _nth(tokens, index, depth),
            _part(tokens, index, depth),
            _ahead(tokens, index),
            _week_of(tokens, index, depth),
            simple(tokens, index),
        )
    )


def _shift(tokens: Tokens, index: int, depth: int) -> Parsed:
    """ "In two weeks", "two weeks from Tuesday", "three days ago", "a week today"."""
    opener = at(tokens, index).word
    opened = opener in ("in", "within")
    read = amount(tokens, skip(tokens, index + opened, "about"))
    if read is None:
        return None
    steps, place = read
    timed = skip(tokens, place, "time")
    word, following = at(tokens, timed).word, at(tokens, timed + 1).word
    if word == "ago":
        return _stepped(_NOW, steps, -1), timed + 1
    if word == "hence" or (word, following) == ("from", "now"):
        return _stepped(_NOW, steps), timed + 1 + (word == "from")
    only_weeks = steps[-1][1] == "week"
    if (
        word in ("from", "after", "before")
        or (word == "on" and only_weeks)
        or (word == "of" and opener == "within")
    ):
        base = point(tokens, timed + 1, depth - 1)
        if base:
            return _stepped(base[0], steps, -1 if word == "before" else 1), base[1]
    if only_weeks and word in ("today", "tomorrow"):
        return _stepped(Today(int(word == "tomorrow")), steps), timed + 1
    if opener == "within" and len(steps) == 1:
        return Ahead(*steps[0]), place
    return (_stepped(_NOW, steps), timed) if opened or timed > place else None


def _stepped(base: Expression, steps: Steps, sign: int = 1) -> Expression:
    for count, name in steps:
        base = Shift(base, sign * count, name)
    return base


def _weekdays_from(tokens: Tokens, index: int, depth: int) -> Parsed:
    """ "Two Fridays from now"."""
    count = cardinal(tokens, index)
    name = at(tokens, count[1]).word.removesuffix("s") if count else ""
    if (
        count is None
        or count[0] < 1
        or name not in WEEKDAYS
        or at(tokens, count[1] + 1).word not in ("from", "after")
    ):
        return None
    place = count[1] + 2
    base = (_NOW, place + 1) if at(tokens, place).word == "now" else point(tokens, place, depth - 1)
    if base is None:
        return None
    return Shift(WeekdayBeside(WEEKDAYS[name], base[0], after=True), count[0] - 1, "week"), base[1]


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
    if said != "bare":
        read = amount(tokens, place)
        if read is None or len(read[0]) > 1 or said == "this":
            return None
        (count, name), end = read[0][0], read[1]
    else:
        number = cardinal(tokens, skip(tokens, start, "the"))
        said, place = which(tokens, number[1]) if number else ("bare", 0)
        read_unit = unit(tokens, place)
        if number is None or read_unit is None or said in ("bare", "this"):
            return None
        count, (name, end) = number[0], read_unit
    if name == "hour" or not count:
        return None
    return Ahead(-count if said == "last" else count, name), end


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
    counted = unit(tokens, place)
    if word in WEEKDAYS:
        what, place = WEEKDAYS[word], place + 1
    elif counted and counted[0] in _COUNTED:
        what, place = _COUNTED[counted[0]], counted[1]
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
    words = words_at(tokens, index, 3)
    for size in (3, 2, 1):
        if words[:size] in _PARTS:
            return _part_of(_PARTS[words[:size]], tokens, index + size, depth)
    place = skip(tokens, index, "the")
    of = at(tokens, place).word.removesuffix("'s")
    if of in PERIODS and at(tokens, place + 1).word == "end":
        return Part("end", Period(of, 0, recurs=True)), place + 2
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
