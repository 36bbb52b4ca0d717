"""The grammar's leaves: expressions that name a day or a period by themselves.

A reader takes the tokens and a place, and returns the expression with the place after it, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from pipelines.due.composed import Part
from pipelines.due.holidays import HOLIDAYS, LONGEST_NAME
from pipelines.due.numbers import at, day_number, ordinal, year
from pipelines.due.tokens import Tokens
from pipelines.due.values import (
    DayOfMonth,
    Expression,
    Month,
    MonthDay,
    Named,
    NumericDay,
    Period,
    Quarter,
    Today,
    Weekday,
    Weekend,
    Which,
    Year,
    YearRef,
)
from pipelines.due.words import MONTHS, PERIODS, UNITS, WEEKDAYS

Parsed = tuple[Expression, int] | None
Reader = Callable[[Tokens, int], Parsed]

_TODAY: Final = {
    "today": 0, "tonight": 0, "tonite": 0, "eod": 0, "cob": 0, "eob": 0,
    "tomorrow": 1, "tomorow": 1, "tmrw": 1, "tomorrow's": 1, "yesterday": -1,
}  # fmt: skip
_END_OF: Final = {"eow": "week", "eom": "month", "eoq": "quarter", "eoy": "year"}
_WHICH: Final[dict[str, Which]] = {
    "this": "this", "current": "this", "coming": "coming", "upcoming": "coming", "next": "next",
    "following": "next", "last": "last", "previous": "last", "past": "last",
}  # fmt: skip
_OFFSET: Final[dict[Which, int]] = {"this": 0, "coming": 1, "next": 1, "last": -1}


def longest(readings: Iterable[Parsed]) -> Parsed:
    """The reading that covers most; the first of equals."""
    return max((reading for reading in readings if reading), key=lambda reading: reading[1], default=None)


def skip(tokens: Tokens, index: int, *words: str) -> int:
    """The place after one optional word."""
    return index + (at(tokens, index).word in words and index < len(tokens))


def which(tokens: Tokens, index: int) -> tuple[Which, int]:
    """ "this", "the coming", "this past" before a weekday, month or period; "bare" where there is none."""
    place = skip(tokens, index, "the")
    found: Which = "bare"
    while (word := at(tokens, place).word) in _WHICH:
        found, place = _WHICH[word], place + 1
    return (found, place) if found != "bare" else ("bare", index)


def year_ref(tokens: Tokens, index: int) -> tuple[YearRef, int] | None:
    """ "2026", ", 2026", "of 87", "next year"."""
    place = skip(tokens, index, ",")
    linked = skip(tokens, place, "of", "in")
    said, after = which(tokens, linked)
    if said in _OFFSET and at(tokens, after).word == "year":
        return YearRef(_OFFSET[said], "offset"), after + 1
    full = year(tokens, skip(tokens, linked, "year"))
    if full and at(tokens, full[1]).word != ":":
        return YearRef(full[0]), full[1]
    short = at(tokens, linked)
    if at(tokens, place).word == "of" and len(short.digits) == 2 and not short.ordinal:
        return YearRef(int(short.digits), "short"), linked + 1
    return None


def today(tokens: Tokens, index: int) -> Parsed:
    word, following = at(tokens, index).word, at(tokens, index + 1).word
    if word in _TODAY:
        return Today(_TODAY[word]), index + 1
    if word in _END_OF:
        return Part("end", Period(_END_OF[word], 0, recurs=True)), index + 1
    if (word, following) in (("the", "eod"), ("the", "day")):
        after = at(tokens, index + 2).word == "after"
        return Today(int(after)), index + 2 + after
    if (word, following) in (("the", "eow"), ("the", "eom"), ("the", "eoq"), ("the", "eoy")):
        return today(tokens, index + 1)
    if word == "this" and following in ("morning", "afternoon", "evening"):
        return Today(0), index + 2
    if word == "last" and following in ("night", "evening"):
        return Today(-1), index + 2
    return None


def weekday(tokens: Tokens, index: int) -> Parsed:
    """ "Friday", "this coming Friday", "Friday after next", "Friday week", "Friday the 13th"."""
    said, place = which(tokens, index)
    place = place if said != "bare" else skip(tokens, index, "the", "one")
    number = WEEKDAYS.get(at(tokens, place).word)
    if number is None:
        return None
    place = skip(tokens, place + 1, ".")
    if said == "bare":
        if (at(tokens, place).word, at(tokens, place + 1).word) == ("after", "next"):
            return Weekday(number, "next", weeks_more=1), place + 2
        if at(tokens, place).word == "week":
            return Weekday(number, weeks_more=1), place + 1
        day = ordinal(tokens, skip(tokens, skip(tokens, place, ","), "the"))
        if day and 1 <= day[0] <= 31:
            return DayOfMonth(day[0], number), day[1]
    return Weekday(number, said), place


def _separator(tokens: Tokens, index: int) -> int:
    """The place after what may stand between the parts of a written date."""
    token = at(tokens, index)
    if token.word in ("-", "/", ".") and token.glued and at(tokens, index + 1).glued:
        return index + 1
    return skip(tokens, skip(tokens, skip(tokens, index, ","), "of"), "the")


def month_day(tokens: Tokens, index: int) -> Parsed:
    """A month's name with a day, a year or both, in any order: "4th of July", "Sep-23-2020", "May 2027"."""
    place = skip(tokens, index, "the")
    month = day = None
    full_year: YearRef | None = None
    end = None
    for _ in range(3):
        token = at(tokens, place)
        if month is None and token.word in MONTHS:
            month, place = MONTHS[token.word], place + 1
        elif full_year is None and (read := year(tokens, place)) and at(tokens, read[1]).word != ":":
            full_year, place = YearRef(read[0]), read[1]
        elif day is None and (read := day_number(tokens, place)):
            day, place = read[0], skip(tokens, read[1], "day")
        elif (
            month
            and day
            and full_year is None
            and len(token.digits) == 2
            and at(tokens, place - 1).word in "-/"
        ):
            full_year, place = YearRef(int(token.digits), "short"), place + 1
        else:
            break
        if month and (day or full_year):
            end = place
            reading = (month, day, full_year)
        place = _separator(tokens, place)
    if end is None:
        return None
    month, day, full_year = reading
    if full_year is None and (ref := year_ref(tokens, end)):
        full_year, end = ref
    if day is None:
        return Month(month, full_year), end
    return MonthDay(month, day, full_year), end


def month(tokens: Tokens, index: int) -> Parsed:
    """ "March", "next March", "March of next year"."""
    said, place = which(tokens, index)
    number = MONTHS.get(at(tokens, place).word)
    if number is None:
        return None
    ref = year_ref(tokens, place + 1) if said == "bare" else None
    return (Month(number, ref[0]), ref[1]) if ref else (Month(number, None, said), place + 1)


def _goes_on(tokens: Tokens, index: int) -> bool:
    """Whether a chain of figures continues here: an address, a version, a telephone number, a file name."""
    token = at(tokens, index)
    if not token.glued:
        return False
    return (
        token.digits != ""
        or token.word.isalnum()
        or (token.word in "-/.:_@%" and at(tokens, index + 1).glued)
    )


def numeric(tokens: Tokens, index: int) -> Parsed:
    """ "2026-03-04", "4/5", "4.5.2026", "20260304"."""
    first = at(tokens, index)
    if not first.digits or first.ordinal or (first.glued and at(tokens, index - 1).word in "-/.:_"):
        return None
    figures, end = [first.digits], index + 1
    mark = at(tokens, end).word
    while (
        mark in ("-", "/", ".")
        and len(figures) < 3
        and at(tokens, end).word == mark
        and at(tokens, end).glued
    ):
        token = at(tokens, end + 1)
        if not token.digits or not token.glued:
            break
        figures, end = [*figures, token.digits], end + 2
    if _goes_on(tokens, end):
        return None
    if len(figures) == 1 and len(first.digits) == 8 and first.digits[:2] in ("19", "20"):
        figures = [first.digits[:4], first.digits[4:6], first.digits[6:]]
    return _from_figures(figures, end)


def _from_figures(figures: list[str], end: int) -> Parsed:
    if len(figures) < 2:
        return None
    lengths = [len(figure) for figure in figures]
    values = [int(figure) for figure in figures]
    if lengths[0] == 4 and len(figures) == 3 and max(lengths[1:]) <= 2 and 1 <= values[1] <= 12:
        return MonthDay(values[1], values[2], YearRef(values[0])), end
    if max(lengths[:2]) > 2 or not 1 <= min(values[:2]) <= 12 or max(values[:2]) > 31:
        return None
    ref = None
    if len(figures) == 3:
        if lengths[2] not in (2, 4):
            return None
        ref = YearRef(values[2], "full" if lengths[2] == 4 else "short")
    return NumericDay(values[0], values[1], ref), end


def day_of_month(tokens: Tokens, index: int) -> Parsed:
    """ "The 4th", "the twenty first"."""
    read = ordinal(tokens, skip(tokens, index, "the"))
    return (DayOfMonth(read[0]), read[1]) if read and 1 <= read[0] <= 31 else None


def named(tokens: Tokens, index: int) -> Parsed:
    """A holiday, with "next" or a year where they are said."""
    said, place = which(tokens, index)
    place = place if said != "bare" else skip(tokens, index, "the")
    for size in range(min(LONGEST_NAME, len(tokens) - place), 0, -1):
        name = tuple(token.word for token in tokens[place : place + size])
        if name in HOLIDAYS:
            ref = year_ref(tokens, place + size)
            end = ref[1] if ref else place + size
            return Named(HOLIDAYS[name], ref[0] if ref else None, said), end
    return None


def quarter(tokens: Tokens, index: int) -> Parsed:
    """ "Q3", "the third quarter", "Q1 of next year", "2026 Q1"."""
    before = year(tokens, index)
    place = before[1] if before else index
    place = skip(tokens, skip(tokens, place, "-"), "the")
    number = None
    if at(tokens, place).word == "q" and len(at(tokens, place + 1).digits) == 1:
        number, place = int(at(tokens, place + 1).digits), place + 2
    elif (read := ordinal(tokens, place)) and at(tokens, read[1]).word == "quarter":
        number, place = read[0], read[1] + 1
    if number is None or not 1 <= number <= 4:
        return None
    if before:
        return Quarter(number, YearRef(before[0])), place
    ref = year_ref(tokens, place)
    return (Quarter(number, ref[0]), ref[1]) if ref else (Quarter(number), place)


def period(tokens: Tokens, index: int) -> Parsed:
    """ "Next week", "the month", "the week after next", "this weekend"."""
    said, place = which(tokens, index)
    if said == "bare":
        place = skip(tokens, index, "the")
    if said != "bare" and at(tokens, place).word == "calendar":
        place += 1
    word = at(tokens, place).word
    if word == "weekend":
        if said == "bare" and (at(tokens, place + 1).word, at(tokens, place + 2).word) == ("after", "next"):
            return Weekend(2), place + 3
        offset = {"next": 1, "last": -1}.get(said, 0)
        return Weekend(offset), place + 1
    unit = UNITS.get(word, "")
    if unit not in PERIODS or word.endswith("s"):
        return None
    if said == "bare":
        if (at(tokens, place + 1).word, at(tokens, place + 2).word) == ("after", "next"):
            return Period(unit, 2), place + 3
        return (Period(unit, 0, recurs=True), place + 1) if at(tokens, index).word == "the" else None
    return Period(unit, _OFFSET[said]), place + 1


def calendar_year(tokens: Tokens, index: int) -> Parsed:
    """ "2027", "the year 2027"."""
    read = year(tokens, skip(tokens, skip(tokens, index, "the"), "year"))
    return (Year(YearRef(read[0])), read[1]) if read else None


_LEAVES: Final[tuple[Reader, ...]] = (
    today, month_day, numeric, named, weekday, quarter, period, month, day_of_month, calendar_year,
)  # fmt: skip


def simple(tokens: Tokens, index: int) -> Parsed:
    return longest(reader(tokens, index) for reader in _LEAVES)
