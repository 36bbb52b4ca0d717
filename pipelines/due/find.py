"""Due phrases in running speech.

The grammar reads any date; here it is decided whether words in the middle of a sentence are meant as one.
"The 4th item", "we may march on", "version 2.1", "the Monday meeting" and "at the end of the day" are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from pipelines.due.arithmetic import Frame
from pipelines.due.composed import Part
from pipelines.due.deadline import FIRST_LINK_WORDS, Deadline, deadline
from pipelines.due.holidays import HOLIDAYS
from pipelines.due.numbers import at
from pipelines.due.tokens import Tokens, tokenize
from pipelines.due.values import (
    DayOfMonth,
    Expression,
    Month,
    Named,
    NumericDay,
    Period,
    Quarter,
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
    ]
) | frozenset(
    "today tonight tonite tomorrow tomorow tmrw yesterday eod cob eob eow eom eoq eoy the this next last "
    "coming upcoming previous past following current a an another couple half end close start beginning top "
    "middle mid early earlier late later midweek month's q w weekend very business working first second "
    "final".split()
)
_NOT_BEFORE: Final = frozenset("every each per since after from than any some other".split())
"""After these words a date repeats, starts something or compares; it sets no deadline."""
_DETERMINERS: Final = frozenset("the a an our my your his her their last one".split())
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
        found = None
        if (token.digits or token.word in _STARTERS) and at(tokens, index - 1).word not in _NOT_BEFORE:
            found = deadline(tokens, index)
            if found and not _is_meant(tokens, found):
                found = None
        if found:
            yield found
        index = found.end if found else index + 1


def _is_meant(tokens: Tokens, found: Deadline) -> bool:
    linked = found.link in ("by", "before", "at")
    strong = found.link in ("by", "before")
    words = [token.word for token in tokens[found.point_start : found.end]]
    if found.link == "open" or not _ends_cleanly(tokens, found):
        return False
    expression = found.expression
    inner = _unwrapped(expression)
    match inner:
        case DayOfMonth(weekday=None):
            return strong or (
                linked and _ends_phrase(tokens, found.end) and words[-1] not in ("first", "second", "third")
            )
        case Month(year=None, which="bare"):
            return linked
        case Quarter() | Year():
            return strong or (linked and isinstance(inner, Quarter))
        case Named(which="bare", year=None):
            return linked or len(words) > 1 or found.link == "for"
        case Period(recurs=True) | Weekend(offset=0):
            return strong or words[0] == "this"
        case Period():
            return found.link != "for"
        case NumericDay():
            return (linked and "/" in words) or inner.year is not None
        case Weekday(which="bare") if words[0] in AMBIGUOUS:
            return linked
        case Part():
            return not (at(tokens, found.start).word == "at" and words[-1] == "day")
        case _:
            return not _is_verb(tokens, found)


def _unwrapped(expression: Expression) -> Expression:
    """The date inside "before", a time of day or a range."""
    while True:
        inner = (
            getattr(expression, "base", None) if type(expression).__name__ in ("Before", "Timed") else None
        )
        if inner is None:
            return expression
        expression = inner


def _is_verb(tokens: Tokens, found: Deadline) -> bool:
    """ "We may second that", "they march first"."""
    first, second = at(tokens, found.point_start), at(tokens, found.point_start + 1)
    return (
        first.word in ("may", "march")
        and not first.capital
        and found.link == "none"
        and second.word in ("first", "second", "third")
    )


def _ends_phrase(tokens: Tokens, index: int) -> bool:
    word = at(tokens, index).word
    return not word or not word.isalpha() or word in FUNCTION_WORDS


def _ends_cleanly(tokens: Tokens, found: Deadline) -> bool:
    """No figures or file name glued to either end, and no noun that the date only describes."""
    first, following = at(tokens, found.start), at(tokens, found.end)
    if found.start and first.glued and at(tokens, found.start - 1).word in ("-", "_", "/", "$", "#", "."):
        return False
    if following.glued and (following.digits or following.word.isalnum() or following.word in "%_/"):
        return False
    described = at(tokens, found.point_start - 1).word in _DETERMINERS
    return not described or _ends_phrase(tokens, found.end)


def is_past(expression: Expression) -> bool:
    """Whether the words themselves look back ("yesterday"), whenever they are said."""
    return all(expression.resolve(probe).end < probe.said_on for probe in _PROBES)


def find(text: str) -> list[DuePhrase]:
    tokens = tokenize(text)
    phrases = []
    for found in scan(tokens):
        try:
            past = is_past(found.expression)
        except (ValueError, OverflowError):  # 30 February
            continue
        if not past:
            start, end = tokens[found.start].start, tokens[found.end - 1].end
            phrases.append(DuePhrase(start, end, text[start:end]))
    return phrases
