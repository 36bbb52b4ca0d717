"""Due dates: from the words that were said to the day that they mean."""

from __future__ import annotations

from datetime import date

from pipelines.due.arithmetic import Frame
from pipelines.due.deadline import Deadline, deadline
from pipelines.due.find import DuePhrase, find, scan
from pipelines.due.tokens import Tokens, tokenize
from pipelines.due.values import Span

__all__ = ["DuePhrase", "Span", "find_due_phrases", "resolve_due", "resolve_span"]


def resolve_due(phrase: str, said_on: date) -> date | None:
    """The deadline day that `phrase` means on the local day `said_on`; None where it names no day."""
    span = resolve_span(phrase, said_on)
    return span.end if span else None


def resolve_span(phrase: str, said_on: date) -> Span | None:
    """The first and the last day meant, and a time of day where one was said."""
    tokens = tokenize(phrase)
    found = _whole(phrase, tokens) or _best(tokens)
    if found is None or found.link == "open":
        return None
    try:
        return found.expression.resolve(Frame(said_on))
    except (ValueError, OverflowError):  # 30 February, or beyond the year 9999
        return None


def _whole(phrase: str, tokens: Tokens) -> Deadline | None:
    """A reading that covers every word: then nothing around it can mean something else."""
    while tokens and tokens[-1].word in (".", ",", "!", "?", ";"):
        tokens = tokens[:-1]
    if not tokens or phrase[: tokens[0].start].strip():
        return None
    found = deadline(tokens, 0)
    return found if found and found.end == len(tokens) else None


def _best(tokens: Tokens) -> Deadline | None:
    """In a longer text: the first date after "by" or "before", or else the first date."""
    candidates = list(scan(tokens))
    firm = [found for found in candidates if found.link in ("by", "before")]
    return next(iter(firm or candidates), None)


def find_due_phrases(text: str) -> list[DuePhrase]:
    """Phrases in running text that may set a deadline, from left to right; none that clearly look back."""
    return find(text)
