"""Due dates: from the words that were said to the day that they mean.

A small grammar over normalised words, of our own, because the libraries for it resolve less than half of what
people say (dateparser 43 %, parsedatetime 48 % of the same phrases). It reads English, and German by the
grammar in `pipelines.due.german`; nothing is guessed. What is vague ("soon", "in a few weeks"), repeats
("every Friday"), starts something ("after Friday", "from Monday") or depends on a house's own calendar ("this
summer", "the fiscal year") has no day.

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
  30 June. "Early" ends on a month's 10th, a week's Tuesday or after a year's first quarter.
- The first week of a month or year is the one that has its first Thursday (ISO 8601).
- Business days are Monday to Friday; public holidays count too. Holidays are those of the house's country,
  the United States' where none was named or it has no table, and Christian ones the western churches'. Lunar
  calendars' holidays are not known.
- 3/4 is 4 March, unless the house puts the day first; a part above 12 is the day. "26" in 3/4/26 is the year
  within fifty years of the day it was said. Where a weekday and a date disagree the date was meant.
- A time alone ("by 5 pm") is today's, and so are up to eight hours from now ("in two hours"). Hours from one
  to six without am or pm are in the afternoon.
- What is told from a day that was named before ("the Thursday after that", "by that Friday", "two days after
  the launch") has a day only where that one stands in the same phrase.
- A correction takes the date before it back: "by Thursday, no, Friday".
"""

from __future__ import annotations

from datetime import date

from pipelines.conventions import USUAL, Conventions
from pipelines.due.arithmetic import Frame
from pipelines.due.deadline import Deadline, deadline
from pipelines.due.find import DuePhrase, find, scan
from pipelines.due.german import is_german
from pipelines.due.german import resolve_span as resolve_german
from pipelines.due.tokens import Tokens, tokenize
from pipelines.due.values import Span

__all__ = ["DuePhrase", "Span", "find_due_phrases", "resolve_due", "resolve_span"]


def resolve_due(
    phrase: str,
    said_on: date,
    *,
    language: str | None = None,
    conventions: Conventions = USUAL,
) -> date | None:
    """The deadline day that `phrase` means on the local day `said_on`; None where it names no day.

    `language`: ISO 639-1 code; None tells German from English by the phrase's own words, and reads as German
    what is none in English. No phrase of another language is read. `conventions`: the house's.
    """
    if language not in (None, "en", "de"):
        return None
    if language == "de" or (language is None and is_german(phrase)):
        german = resolve_german(phrase, said_on, conventions)
        return german.end if german else None
    span = resolve_span(phrase, said_on, conventions)
    if span is None and language is None:  # "Heiligabend", "in einem Jahr"
        span = resolve_german(phrase, said_on, conventions, whole=True)
    return span.end if span else None


def resolve_span(phrase: str, said_on: date, conventions: Conventions = USUAL) -> Span | None:
    """The first and the last day meant, and a time of day where one was said; None where it names no day.

    Of a longer text the date after "by" or "before" is taken, or else the first one.
    """
    tokens = tokenize(phrase)
    found = _whole(phrase, tokens) or _best(tokens)
    if found is None or found.link == "open":
        return None
    try:
        return found.expression.resolve(Frame(said_on, conventions))
    except (ValueError, OverflowError):  # 30 February, or beyond the year 9999
        return None


def find_due_phrases(text: str) -> list[DuePhrase]:
    """Phrases in running text that may set a deadline, from left to right; none that clearly look back.

    Each resolves with `resolve_due`. Whether it belongs to a task, and whether a full date is already over,
    is for the caller to say. Time grows linearly with the text.
    """
    return find(text)


def _whole(phrase: str, tokens: Tokens) -> Deadline | None:
    """A reading that covers every word: then nothing around it can mean something else."""
    while tokens and tokens[-1].word in (".", ",", "!", "?", ";"):
        tokens.pop()
    if not tokens or phrase[: tokens[0].start].strip():
        return None
    found = deadline(tokens, 0)
    return found if found and found.end == len(tokens) else None


def _best(tokens: Tokens) -> Deadline | None:
    """In a longer text: the first date after "by" or "before", or else the first date."""
    candidates = list(scan(tokens))
    firm = [found for found in candidates if found.link in ("by", "before")]
    return next(iter(firm or candidates), None)
