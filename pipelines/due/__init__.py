"""Due dates: from the words that were said to the day that they mean.

`guardrails.language.days` finds and reads day phrases; here they become days. The libraries for it resolve
less than half of what people say (dateparser 43 %, parsedatetime 48 % of the same English phrases). Nothing
is guessed: what is vague ("soon", "in a few weeks"), repeats ("every Friday"), starts something ("after
Friday", "from Monday") or depends on a house's own calendar ("this summer", "the fiscal year") has no day.

Conventions, so that a person can foresee what the page will show:

- The deadline of a range is its last day: "in May" is 31 May, "Tuesday or Wednesday" is Wednesday. "Before"
  ends the day before; "before the end of May" still has 31 May, "before Friday's call" the Friday, "before
  tonight" today.
- The future is meant: "the 4th", "March 3" and "by Easter" are the next ones, today included. Only words that
  look back ("last week", "yesterday") and years in full resolve to the past.
- "Friday" is the first one after today: said on a Friday it is in a week. "This Friday" is today or the first
  one after it. "Next Friday" is the one in the next calendar week, "Friday after next" a week later.
- A week runs from Monday to Sunday, unless the house's begins on another day, and its deadline is its Friday:
  "end of the week", "next week". On a weekend "this week" ends on its Sunday. The deadline of a weekend is
  its Sunday.
- "In the next week" is seven days from today, "next week" the calendar week.
- The start of a period is its first day, the middle of a month its 15th, of a week its Wednesday, of a year
  30 June. "Early" ends on a month's 10th, a week's Tuesday or after a year's first quarter; so does German
  "Anfang".
- The first week of a month or year is the one that has its first Thursday (ISO 8601).
- Business days are Monday to Friday; public holidays count too. Holidays are those of the house's country,
  or else the usual ones of the language, and Christian ones the western churches'.
- 3/4 is 4 March, unless the house or the language puts the day first; a part above 12 is the day. "26" in
  3/4/26 is the year within fifty years of the day it was said. Where a weekday and a date disagree the date
  was meant; "this Friday, 5/12" then has no day.
- A time alone ("by 5 pm") is today's, and so are up to eight hours from now ("in two hours").
- What is counted from a day that was named before ("the Thursday after that", "by that Friday") has a day
  only where that one is in the same phrase.
- A correction takes the date before it back: "by Thursday, no, Friday".
- German "in acht Tagen" and French "dans huit jours" are a week, "vierzehn Tage" and "quinze jours" two.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from guardrails.language import FALLBACK, codes, language, tokens_of
from guardrails.language.days import Day, day_phrases, says_more, whole_phrase
from pipelines.conventions import USUAL, Conventions
from pipelines.due.arithmetic import Frame, MoreNeededError, Span
from pipelines.due.resolve import resolve

__all__ = ["DuePhrase", "Span", "find_due_phrases", "resolve_due", "resolve_span"]

_PROBES: Final = (Frame(date(1904, 2, 1)), Frame(date(1905, 7, 14)), Frame(date(1906, 12, 30)))
"""Days long ago, on which only words that look back resolve to the past."""


@dataclass(frozen=True, slots=True)
class DuePhrase:
    """Where a due date was said: offsets into the text, and the words between them, fillers included."""

    start: int
    end: int
    phrase: str
    is_until: bool
    """Whether it says by when, or before what."""


def resolve_due(
    phrase: str, said_on: date, *, language: str | None = None, conventions: Conventions = USUAL
) -> date | None:
    """The deadline that `phrase` means on the local day `said_on`; None where it names no day.

    `language`: ISO 639-1 code; None takes the language in which all its words are a day, or else the usual
    one. `conventions`: the house's.
    """
    span = resolve_span(phrase, said_on, conventions, code=language)
    return span.end if span else None


def resolve_span(
    phrase: str, said_on: date, conventions: Conventions = USUAL, *, code: str | None = None
) -> Span | None:
    """The first and the last day meant; None where the phrase names no day.

    Of a longer text the day after "by" or "before" is taken, or else the first one; none where a figure or
    another day is left over, which may be part of what was meant.
    """
    found = _meant(phrase, code)
    if found is None:
        return None
    day, spoken = found
    try:
        return resolve(day, Frame(said_on, conventions, day_first=_is_day_first(spoken)))
    except (ValueError, OverflowError):  # 30 February, or beyond the year 9999
        return None


def find_due_phrases(text: str, code: str | None = None) -> list[DuePhrase]:
    """Phrases in running text that may set a deadline, from left to right; none that clearly look back.

    `code`: the ISO 639-1 code of its language. Whether a phrase belongs to a task, and whether a full date
    is already over, is for the caller to say. Time grows linearly with the text.
    """
    spoken = language(code)
    tokens = tokens_of(text, spoken)
    phrases = []
    for found in day_phrases(tokens, text, spoken):
        if found.is_deadline and not _is_past(found.day, spoken.code):
            start, end = tokens[found.first].start, tokens[found.last - 1].end
            is_until = found.link in ("by", "before")
            phrases.append(DuePhrase(start, end, text[start:end], is_until))
    return phrases


def _meant(phrase: str, code: str | None) -> tuple[Day, str] | None:
    """The day with the language that it was read in."""
    spoken = [code] if code else sorted(codes(), key=lambda each: each != FALLBACK)
    for each in spoken:
        tables = language(each)
        if whole := whole_phrase(tokens_of(phrase, tables), phrase, tables):
            return None if whole.link == "open" else (whole.day, each)
    tables = language(spoken[0])
    tokens = tokens_of(phrase, tables)
    every = day_phrases(tokens, phrase, tables)
    found = [each for each in every if each.is_deadline]
    firm = (each for each in found if each.link in ("by", "before"))
    best = next(firm, next(iter(found), None))
    # A figure or another day beside it may be a part that was not understood: "the 21st, this month".
    return (best.day, spoken[0]) if best and not says_more(best, every, tokens, tables) else None


def _is_day_first(code: str) -> bool:
    return language(code).settings.get("day_first") is not None


def _is_past(day: Day, code: str) -> bool:
    """Whether the words themselves look back ("yesterday"), whenever they are said, or name no day."""
    try:
        spans = [resolve(day, probe) for probe in _PROBES]
    except MoreNeededError:  # which day it is depends on the house, or on what was said before
        return False
    except (ValueError, OverflowError):  # 30 February
        return True
    return all(span.end < probe.said_on for span, probe in zip(spans, _PROBES, strict=True))
