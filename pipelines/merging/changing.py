"""What later words make of an action: it gets another day."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from functools import lru_cache

from guardrails.core.types import Claim
from guardrails.language import Clause, topic_of
from pipelines.due import resolve_due
from pipelines.meeting import Following

_NAMED = 2
"""Words of an item by which it is named when its day is moved later."""
_TAKING = ("promise", "offer")
_ANY_DAY = date(2000, 1, 3)


def day_in(said: Following, claim: Claim, speakers: Collection[str | None], code: str) -> str | None:
    """The day that `said` gives `claim`, or puts in place of the one that it has; else None.

    Only `speakers`, who do the work or gave it out, may say so: soon, and with words that say nothing but
    the day ("by Wednesday", "I'll do it tomorrow"), or later by naming the item again. Another day takes the
    place of a day only where it is said that something changed ("no", "instead").
    """
    if said.sentence.speaker is None or said.sentence.speaker not in speakers:
        return None
    clause = said.clause
    if clause.limits or clause.denied is not None or clause.asks:
        return None
    day = next(_days(clause), None)
    if day is None or day == claim.due_phrase:
        return None
    changes = clause.has("changed") or clause.begins("refuse")
    wanted = topic_of(claim.text, code, claim.owner)
    beside = clause.topic.intersection(*map(clause.content_beside, ("changed", "takes_over", "accept")))
    if changes and len(beside & wanted) >= _NAMED:
        return day
    if beside - wanted or not (changes or claim.due_phrase is None):
        return None
    takes = clause.act in _TAKING or changes
    is_rest = said.at_once and not clause.has("auxiliary")  # "I'll publish it." - "By Monday."
    return day if is_rest or (said.near and takes) else None


def _days(clause: Clause) -> Iterator[str]:
    """The days that are to come: not "now", not "last week"."""
    for phrase in clause.days:
        day = _day(phrase, clause.language.code)
        if day is not None and (day > _ANY_DAY or (day == _ANY_DAY and clause.act in _TAKING)):
            yield phrase


@lru_cache(maxsize=1024)  # what is said is held against each item before it
def _day(phrase: str, code: str) -> date | None:
    return resolve_due(phrase, _ANY_DAY, language=code)
