"""Who said that he, or somebody else, is away, and on which days."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from guardrails.words import spoken_words

Resolve = Callable[[str, date], date | None]
"""The day that a due phrase means when it is said on a day; None where it names none."""

_PLACES = (
    r"(?:away|abroad|on (?:an? )?(?:business |school )?(?:holidays?|vacation|leave|trip)|off|unavailable"
    r"|out(?: of (?:the )?(?:office|country|town))?|travell?ing)"
)
_AWAY = re.compile(
    r"\b(?P<who>I|[A-Z][\w-]+)(?:"
    rf"(?:['’]m| am| is|['’]s| will be|['’]ll be) {_PLACES}"
    r"|(?:['’]m not| am not| is not| isn['’]t|['’]s not| won['’]t be| will not be)"
    r" (?:here|in|around|available|back|in the office)"
    r"|(?: have| has|['’]ve|['’]s got| take| takes|['’]m taking| is taking)(?: got)?"
    r" (?:leave|holidays?|time off)"
    r") (?P<when>(?:for )?(?:the )?(?:whole |entire |all )?"
    r"(?:this|next|week|until|till|before|on|tomorrow|from|between)\b[^.,;!?]{0,40})"
)
_WEEK = re.compile(r"\b(?:(?P<which>this|next) |all |the whole |next \w{1,3} )week\b", re.IGNORECASE)
_BETWEEN = re.compile(
    r"^(?:from|between) (?P<first>.+?) (?:to|until|till|through|and) (?P<last>.+)", re.IGNORECASE
)
_LINK = re.compile(r"^(?P<link>until|till|before|from)\b\s*(?P<rest>.*)", re.IGNORECASE)
# An absence without an end is not for ever, but for all days that a meeting speaks of.
_OPEN = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Absence:
    """Somebody is away on all days from `first` up to `last`."""

    who: str
    first: date
    last: date
    words: str

    def concerns(self, owner: str) -> bool:
        names = set(spoken_words(self.who))
        return bool(names) and names <= set(spoken_words(owner))


def absences_in(text: str, speaker: str | None, said_on: date, resolve: Resolve) -> Iterator[Absence]:
    """What `speaker` says about absences; "I" is nobody where the voice has no name."""
    for found in _AWAY.finditer(text):
        who = speaker if found["who"] == "I" else found["who"]
        days = _days(found["when"].removeprefix("for ").strip(), said_on, resolve)
        if who and days:
            yield Absence(who, *days, found.group().strip())


def _days(when: str, said_on: date, resolve: Resolve) -> tuple[date, date] | None:
    if week := _WEEK.search(when):
        monday = said_on - timedelta(days=said_on.weekday())
        monday += timedelta(days=7 if "next" in week.group().lower() else 0)
        return monday, monday + timedelta(days=6)
    if span := _BETWEEN.match(when):
        first, last = resolve(span["first"], said_on), resolve(span["last"], said_on)
        return (first, last) if first and last and first <= last else None
    link = _LINK.match(when)
    day = resolve(link["rest"] if link else when, said_on)
    if day is None:
        return None
    if link is None:
        return day, day
    if link["link"].lower() == "from":
        return day, min(day, date.max - _OPEN) + _OPEN
    return (said_on, day - timedelta(days=1)) if day > said_on else None
