"""Dates that are written or said in full: a month with its day, figures, an ordinal, a year."""

from __future__ import annotations

from pipelines.due.numbers import at, day_number, ordinal, year
from pipelines.due.reading import Parsed, skip, year_ref
from pipelines.due.tokens import Tokens
from pipelines.due.values import DayOfMonth, Month, MonthDay, NumericDay, Year, YearRef
from pipelines.due.words import MONTHS


def _separator(tokens: Tokens, index: int) -> int:
    """The place after what may stand between the parts of a written date."""
    token = at(tokens, index)
    if token.word in ("-", "/", ".") and token.glued and at(tokens, index + 1).glued:
        return index + 1
    return skip(tokens, skip(tokens, index, "of"), "the")


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
        elif full_year is None and (read := year(tokens, place)):
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
    """ "The 4th", "the twenty first", "the 4"; the bare figure needs its article or its preposition."""
    place = skip(tokens, index, "the")
    read = ordinal(tokens, place)
    token = at(tokens, place)
    if (
        read is None
        and token.digits
        and len(token.digits) <= 2
        and at(tokens, place - 1).word in ("the", "on")
    ):
        read = int(token.digits), place + 1
    return (DayOfMonth(read[0]), read[1]) if read and 1 <= read[0] <= 31 else None


def calendar_year(tokens: Tokens, index: int) -> Parsed:
    """ "2027", "the year 2027"."""
    read = year(tokens, skip(tokens, skip(tokens, index, "the"), "year"))
    return (Year(YearRef(read[0])), read[1]) if read else None
