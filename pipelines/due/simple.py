"""The grammar's leaves: expressions that name a day or a period by themselves."""

from __future__ import annotations

from typing import Final

from pipelines.due.bank_holidays import BankHoliday
from pipelines.due.composed import Part, PartName, Shift
from pipelines.due.holidays import HOLIDAYS, LONGEST_NAME
from pipelines.due.numbers import at, ordinal, year
from pipelines.due.reading import OFFSET, Parsed, Reader, longest, skip, which, words_at, year_ref
from pipelines.due.tokens import Tokens
from pipelines.due.values import (
    DayOfMonth,
    Month,
    Named,
    Period,
    Quarter,
    Today,
    Weekday,
    Weekend,
    YearRef,
)
from pipelines.due.words import MONTHS, PERIODS, UNITS, WEEKDAYS
from pipelines.due.written import calendar_year, day_of_month, month_day, numeric

_TODAY: Final = {
    ("today",): 0, ("tonight",): 0, ("tonite",): 0, ("eod",): 0, ("cob",): 0, ("eob",): 0, ("the", "eod"): 0,
    ("the", "day"): 0, ("this", "morning"): 0, ("this", "afternoon"): 0, ("this", "evening"): 0,
    ("tomorrow",): 1, ("tomorow",): 1, ("tmrw",): 1, ("tmr",): 1, ("the", "day", "after"): 1,
    ("yesterday",): -1, ("last", "night"): -1, ("yesterday", "evening"): -1,
}  # fmt: skip
_UP_TO: Final = frozenset({"by", "before", "until", "till"})
_WEEKS: Final = {"week": 1, "fortnight": 2}
"""After a day: "Friday week", "tomorrow fortnight"."""
_END_OF: Final = {"eow": "week", "eom": "month", "eoq": "quarter", "eoy": "year"}


def today(tokens: Tokens, index: int) -> Parsed:
    """Today and its neighbours, and "EOM" and its kin."""
    for size in (3, 2, 1):
        if (words := words_at(tokens, index, size)) in _TODAY:
            weeks = (
                _WEEKS.get(at(tokens, index + size).word) if words in (("today",), ("tomorrow",)) else None
            )
            named = Today(_TODAY[words])
            return (Shift(named, weeks, "week"), index + size + 1) if weeks else (named, index + size)
    place = skip(tokens, index, "the")
    unit = _END_OF.get(at(tokens, place).word)
    return (Part("end", Period(unit, 0, recurs=True)), place + 1) if unit else None


def weekday(tokens: Tokens, index: int) -> Parsed:
    """ "Friday", "this coming Friday", "Friday after next", "Friday week", "Friday the 13th"."""
    said, place = which(tokens, index)
    place = place if said != "bare" else skip(tokens, index, "the")
    number = WEEKDAYS.get(at(tokens, place).word)
    if number is None:
        return None
    place += 1
    linked = skip(tokens, skip(tokens, place, ","), "the")
    # The date says more than the weekday; where the two disagree the date was meant.
    dated = longest((month_day(tokens, linked), numeric(tokens, linked)))
    if dated:
        return dated
    if said == "bare":
        if words_at(tokens, place, 2) == ("after", "next"):
            return Weekday(number, "next", weeks_more=1), place + 2
        if weeks := _WEEKS.get(at(tokens, place).word):
            return Weekday(number, weeks_more=weeks), place + 1
        day = ordinal(tokens, linked) or _lone_figure(tokens, linked)
        if day and 1 <= day[0] <= 31 and at(tokens, day[1]).word != "thing":  # "Monday first thing"
            return DayOfMonth(day[0], number), day[1]
    return Weekday(number, said), place


def _lone_figure(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """ "Wed 22" at the end of a phrase; up to 12 it may be an hour, before a word it counts something."""
    figure = at(tokens, index)
    if figure.ordinal or len(figure.digits) != 2 or int(figure.digits) <= 12 or index + 1 < len(tokens):
        return None
    return int(figure.digits), index + 1


def month(tokens: Tokens, index: int) -> Parsed:
    """ "March", "next March", "March of next year"."""
    said, place = which(tokens, index)
    number = MONTHS.get(at(tokens, place).word)
    if number is None:
        return None
    ref = year_ref(tokens, place + 1) if said == "bare" else None
    return (Month(number, ref[0]), ref[1]) if ref else (Month(number, None, said), place + 1)


def named(tokens: Tokens, index: int) -> Parsed:
    """A holiday, with "next" or a year where they are said."""
    said, place = which(tokens, index)
    place = place if said != "bare" else skip(tokens, index, "the")
    for size in range(min(LONGEST_NAME, len(tokens) - place), 0, -1):
        name = words_at(tokens, place, size)
        rules = HOLIDAYS.get(name)
        if rules and not (name == ("new", "year") and _is_coming_year(tokens, place)):
            ref = year_ref(tokens, place + size)
            return (Named(*rules, ref[0]), ref[1]) if ref else (Named(*rules, None, said), place + size)
    return None


def _is_coming_year(tokens: Tokens, index: int) -> bool:
    """ "In the new year" is no day, "by the new year" and "before the new year" are."""
    return at(tokens, index - 1).word == "the" and at(tokens, index - 2).word not in _UP_TO


def bank_holiday(tokens: Tokens, index: int) -> Parsed:
    """ "The bank holiday", "next bank holiday Monday"."""
    said, place = which(tokens, index)
    place = place if said != "bare" else skip(tokens, index, "the")
    if words_at(tokens, place, 2) != ("bank", "holiday"):
        return None
    number = WEEKDAYS.get(at(tokens, place + 2).word)
    return BankHoliday(said, number), place + 2 + (number is not None)


def quarter(tokens: Tokens, index: int) -> Parsed:
    """ "Q3", "the third quarter", "Q1 of next year", "2026 Q1", "H2"."""
    before = year(tokens, index)
    place = skip(tokens, before[1] if before else index, "-", "the")
    letter, figure = at(tokens, place).word, at(tokens, place + 1)
    if letter == "h" and figure.glued and figure.digits in ("1", "2"):
        half: PartName = "first half" if figure.digits == "1" else "second half"
        return Part(half, Period("year", 0, recurs=True)), place + 2
    if letter == "q" and len(figure.digits) == 1:
        number, place = int(figure.digits), place + 2
    elif (read := ordinal(tokens, place)) and at(tokens, read[1]).word == "quarter":
        number, place = read[0], read[1] + 1
    else:
        return None
    if not 1 <= number <= 4:
        return None
    ref = (YearRef(before[0]), place) if before else year_ref(tokens, place)
    return (Quarter(number, ref[0]), ref[1]) if ref else (Quarter(number), place)


def period(tokens: Tokens, index: int) -> Parsed:
    """ "Next week", "the month", "the week after next", "this weekend"."""
    said, place = which(tokens, index)
    place = skip(tokens, index, "the") if said == "bare" else place
    place = skip(tokens, place, "calendar") if place > index else place
    word = at(tokens, place).word
    after_next, before_last = (
        words_at(tokens, place + 1, 2) == pair for pair in (("after", "next"), ("before", "last"))
    )
    if said == "bare" and (after_next or before_last):
        offset, end = (2 if after_next else -2), place + 3
    elif said == "bare" and word != "weekend":
        if place == index or word not in PERIODS:
            return None
        return Period(word, 0, recurs=True), place + 1
    else:
        offset, end = OFFSET.get(said, 0), place + 1
    if word == "weekend":
        return Weekend(0 if said == "coming" else offset), end
    unit = UNITS.get(word, "")
    return (Period(unit, offset), end) if unit in PERIODS and not word.endswith("s") else None


_LEAVES: Final[tuple[Reader, ...]] = (
    today, month_day, numeric, named, bank_holiday, weekday, quarter, period, month, day_of_month,
    calendar_year,
)  # fmt: skip


def simple(tokens: Tokens, index: int) -> Parsed:
    """The longest of them."""
    return longest(reader(tokens, index) for reader in _LEAVES)
