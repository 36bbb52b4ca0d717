"""German due phrases. The conventions are those of the English ones, with these beside them:

- Days stand before months: 4.12. is the fourth of December. Holidays are Germany's, unless the house is in
  Austria or Switzerland, which may have other days.
- "Nächsten Freitag" is the one of the next calendar week, "kommenden Freitag" the first after today, "Freitag
  in einer Woche" seven days after that. "In acht Tagen" is a week.
- "Anfang Dezember" ends on the tenth, "Anfang nächster Woche" on its Tuesday. "KW 48" ends on its Friday.
- "Ab", "seit", "nach", "frühestens", "jeden" and "freitags" set no deadline. "Vor Weihnachten" ends the day
  before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from pipelines.conventions import USUAL, Conventions
from pipelines.due.arithmetic import Frame, MoreNeededError
from pipelines.due.composed import Between
from pipelines.due.find import DuePhrase
from pipelines.due.german.deadline import Deadline, deadline
from pipelines.due.german.words import HOLIDAYS, MONTHS, ORDINALS, WEEKDAYS
from pipelines.due.values import DayOfMonth, Month, Span, Year

_ENGLISH = ("april", "august", "september", "november")
_WORD = re.compile(r"\w+")
_FILLERS = re.compile(r"(?<!\w)(?:ähm?|öhm?|hm+|also|so|ungefähr|etwa|circa|mal),? ")


# Words of German dates that English has not.
_GERMAN = re.compile(
    rf"(?<!\w)(?:bis|zum|spätestens|heute|morgen|übermorgen|nächste\w?|kommende\w?|übernächste\w?"
    rf"|diese[nmrs]|anfang|mitte"
    rf"|woche\w?|wochenende|tagen?|monats?|monate\w?|monatsende|quartals\w*|jahres\w*|kw|kalenderwoche|uhr"
    rf"|(?:{'|'.join(WEEKDAYS)})\w*|(?:{'|'.join(name for name in MONTHS if name not in _ENGLISH)})"
    rf"|(?:am|vor|im) (?:\d+[.․]|{'|'.join((*ORDINALS, *HOLIDAYS))}))(?!\w)"
)


def is_german(phrase: str) -> bool:
    """Whether a due phrase is a German one, by words that no English one has."""
    return _GERMAN.search(phrase.lower()) is not None


def resolve_span(
    phrase: str, said_on: date, conventions: Conventions = USUAL, *, whole: bool = False
) -> Span | None:
    """The first and the last day meant; None where the phrase names no day.

    `whole`: only where one date covers all its words, so that none of them can be another language's.
    """
    text = _FILLERS.sub("", phrase.lower()).strip(" ,!?;")
    covered = len(text.rstrip("."))
    found = [each for each in _scan(text) if not whole or (each.start == 0 and each.end >= covered)]
    firm = next((each for each in found if each.link in ("by", "before")), None)
    chosen = firm or next(iter(found), None)
    if chosen is None or chosen.link == "open":
        return None
    try:
        return chosen.expression.resolve(Frame(said_on, conventions))
    except (ValueError, OverflowError):  # 30 February, or a week 60
        return None


def find_due_phrases(text: str) -> list[DuePhrase]:
    """Phrases in running text that may set a deadline, from left to right; none that clearly look back."""
    probe = Frame(date(1904, 2, 1))
    return [
        DuePhrase(each.start, each.end, text[each.start : each.end])
        for each in _scan(text.lower())
        if each.link != "open" and _is_deadline(each) and not _looks_back(each, probe)
    ]


def _is_deadline(found: Deadline) -> bool:
    """A month, a year or a bare figure is one only behind a word that makes it one."""
    first = found.expression.first if isinstance(found.expression, Between) else found.expression
    return bool(found.link) or not isinstance(first, Month | Year | DayOfMonth)


def _looks_back(found: Deadline, probe: Frame) -> bool:
    try:
        return found.expression.resolve(probe).end < probe.said_on
    except MoreNeededError:  # which day it is depends on the house, or on what was said before
        return False
    except (ValueError, OverflowError):
        return True


def _scan(text: str) -> Iterator[Deadline]:
    """Dates from left to right, the words before them that make them deadlines included."""
    at = 0
    while (word := _WORD.search(text, at)) is not None:
        found = deadline(text, word.start())
        if found is not None:
            yield found
        at = found.end if found else word.end()
