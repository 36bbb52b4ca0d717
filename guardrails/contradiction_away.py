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
        return concerns(self.who, owner)


@dataclass(frozen=True, slots=True)
class Told:
    """Words that tell of an absence, before the days of them are known."""

    who: str
    when: str
    words: str

    def days(self, said_on: date, resolve: Resolve) -> tuple[date, date] | None:
        """The first and the last day."""
        return _days(self.when, said_on, resolve)


def concerns(who: str, owner: str) -> bool:
    names = set(spoken_words(who))
    return bool(names) and names <= set(spoken_words(owner))


def absences_in(text: str, speaker: str | None, said_on: date, resolve: Resolve) -> Iterator[Absence]:
    """The absences that `speaker` tells of."""
    for told in told_in(text, speaker):
        if days := told.days(said_on, resolve):
            yield Absence(told.who, *days, told.words)


def told_in(text: str, speaker: str | None) -> Iterator[Told]:
    """What `speaker` says about absences; "I" is nobody where the voice has no name."""
    for found in _AWAY.finditer(text):
        if who := speaker if found["who"] == "I" else found["who"]:
            yield Told(who, found["when"].removeprefix("for ").strip(), found.group().strip())


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
