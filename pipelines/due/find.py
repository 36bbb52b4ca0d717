"""Due phrases in running speech.

The grammar reads any date; here it is decided whether words in the middle of a sentence are meant as one.
"The 4th item", "we may march on", "version 2.1", "the Monday meeting" and "at the end of the day" are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from pipelines.due.arithmetic import Frame, MoreNeededError
from pipelines.due.bank_holidays import BankHoliday
from pipelines.due.composed import Before, Between, Event, Timed
from pipelines.due.deadline import FIRST_LINK_WORDS, Deadline, deadline
from pipelines.due.holidays import HOLIDAYS
from pipelines.due.numbers import at
from pipelines.due.tokens import Tokens, tokenize
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
    Year,
)
from pipelines.due.words import (
    AMBIGUOUS,
    FUNCTION_WORDS,
    MONTHS,
    NUMBER_WORDS,
    ORDINAL_WORDS,
    UNITS,
    WEEKDAYS,
)

_STARTERS: Final = frozenset(
    [
        *FIRST_LINK_WORDS,
        *MONTHS,
        *NUMBER_WORDS,
        *ORDINAL_WORDS,
        *UNITS,
        *WEEKDAYS,
        *(name[0] for name in HOLIDAYS),
        "bank",
    ]
) | frozenset(
    "today tonight tonite tomorrow tomorow tmrw tmr yesterday eod cob eob eow eom eoq eoy the this next last "
    "coming upcoming previous past following current a an another couple half end close start beginning top "
    "middle mid early earlier late later midweek month's q w weekend very business working first second "
    "final".split()
)
_NOT_BEFORE: Final = frozenset(
    "every each per since after from than any some other of about not fiscal financial school tax".split()
)
"""After these words a date repeats, starts something, compares or is a topic; it sets no deadline."""
_DETERMINERS: Final = frozenset("the a an our my your his her their one".split())
_LIST_PLACES: Final = frozenset({"first", "second", "third"})
_VERBS: Final = frozenset({"may", "march"})
_PROBES: Final = (Frame(date(1904, 2, 1)), Frame(date(1905, 7, 14)), Frame(date(1906, 12, 30)))
"""Days long ago, on which only an expression that looks back resolves to the past."""


@dataclass(frozen=True, slots=True)
class DuePhrase:
    """Where a due date was said: offsets into the text, and the words between them, fillers included."""

    start: int
    end: int
    phrase: str


def scan(tokens: Tokens) -> Iterator[Deadline]:
    """Date phrases in running text, from left to right, without overlaps, past ones included."""
    index = 0
    while index < len(tokens):
        token = tokens[index]
        starts = (token.digits or token.word in _STARTERS) and not _continues(tokens, index)
        found = deadline(tokens, index) if starts else None
        if found and _is_meant(tokens, found):
            yield found
        index = found.end if found else index + 1


def _continues(tokens: Tokens, index: int) -> bool:
    """Glued to what stands before it: a file name, an amount, a longer figure."""
    return tokens[index].glued and at(tokens, index - 1).word in ("-", "_", "/", "$", "€", "£", "#", ".")


def _is_meant(tokens: Tokens, found: Deadline) -> bool:
    if found.link == "open" or at(tokens, found.start - 1).word in _NOT_BEFORE:
        return False
    if _is_cut_out(tokens, found) or _is_told_from(tokens, found):
        return False
    by = found.link in ("by", "before")
    linked = by or found.link == "at"
    words = [token.word for token in tokens[found.point_start : found.end]]
    if words[-2:] == ["the", "day"] and not (by and len(words) > 2):  # "at the end of the day" sums up
        return False
    if words[-3:] == ["the", "day", "after"] and at(tokens, found.end).word.isalpha():
        return False
    match _innermost(found.expression):
        case DayOfMonth(weekday=None, day=number):
            clear = at(tokens, found.start).word == "on" and number > 3  # "on the second" may go on
            return (by or clear) and _ends_phrase(tokens, found.end)
        case MonthDay(year=None):
            return not _is_verb(tokens, found)
        case Month(year=None, which=which):
            named = words[-1] not in _VERBS or tokens[found.end - 1].capital
            return linked if which == "bare" else named
        case Event():  # without them it is told of: "in Monday's meeting"
            return by or found.link == "for"
        case Quarter():
            return linked and not isinstance(found.expression, Between)
        case Year():
            return by
        case Named(which="bare", year=None):
            return linked or len(words) > 1 or found.link == "for"
        case BankHoliday(which="bare"):
            return linked
        case Period(recurs=True):
            return by
        case Weekend() if words == ["weekend"]:
            return linked
        case Period() | Weekend() | Today(offset=0):
            return found.link != "for"
        case NumericDay(year=None) as day:
            has_weekday = any(word in WEEKDAYS for word in words[:2])
            return has_weekday or ("/" in words and (linked or day.first <= 12 < day.second))
        case Weekday() if not AMBIGUOUS.isdisjoint(words):
            return words[0] in AMBIGUOUS and (by or at(tokens, found.start).word == "on")
        case _:
            return True


def _innermost(expression: Expression) -> Expression:
    """The date inside "before", a time of day or a range, which it takes its meaning from."""
    while True:
        match expression:
            case Before(base=inner) | Timed(base=inner) | Between(first=inner):
                expression = inner
            case _:
                return expression


def _is_verb(tokens: Tokens, found: Deadline) -> bool:
    """ "We may second that", "they march first", "the 4th may be late"; the month has a capital."""
    first, last = tokens[found.point_start], tokens[found.end - 1]
    if first.word in _VERBS and not first.capital:
        return found.link == "none" and at(tokens, found.point_start + 1).word in _LIST_PLACES
    return last.word in _VERBS and not last.capital and at(tokens, found.end).word.isalpha()


def _ends_phrase(tokens: Tokens, index: int) -> bool:
    word = at(tokens, index).word
    return not word.isalpha() or word in FUNCTION_WORDS


def _is_cut_out(tokens: Tokens, found: Deadline) -> bool:
    """Part of a file name or a longer figure, or only the description of a noun ("the Friday call")."""
    following = at(tokens, found.end)
    goes_on = (
        following.word in "-./:" and at(tokens, found.end + 1).glued and at(tokens, found.end + 1).digits
    )
    if following.glued and (
        following.digits or following.word.isalnum() or following.word in "%_/" or goes_on
    ):
        return True
    describes = tokens[found.point_start].word == "the" or at(tokens, found.start - 1).word in _DETERMINERS
    names_day = isinstance(
        _innermost(found.expression), (Weekday, MonthDay, Named, BankHoliday, Period, Month)
    )
    return describes and names_day and not _ends_phrase(tokens, found.end)


def _is_told_from(tokens: Tokens, found: Deadline) -> bool:
    """Counted from what is no date: "the Thursday after the launch", "that Friday"."""
    if not isinstance(_innermost(found.expression), (Weekday, Weekend)):
        return False
    first = tokens[found.point_start].word
    if first == "the" and at(tokens, found.end).word in ("after", "before", "following", "of"):
        return True
    return at(tokens, found.start - 1).word == "that" and not at(tokens, found.start - 2).word.isalpha()


def is_past(expression: Expression) -> bool:
    """Whether the words themselves look back ("yesterday"), whenever they are said."""
    return all(expression.resolve(probe).end < probe.said_on for probe in _PROBES)


def find(text: str) -> list[DuePhrase]:
    tokens = tokenize(text)
    phrases = []
    for found in scan(tokens):
        try:
            past = is_past(found.expression)
        except MoreNeededError:  # which day it is depends on the house, or on what was said before
            past = False
        except (ValueError, OverflowError):  # 30 February
            continue
        if not past:
            start, end = tokens[found.start].start, tokens[found.end - 1].end
            phrases.append(DuePhrase(start, end, text[start:end]))
    return phrases
