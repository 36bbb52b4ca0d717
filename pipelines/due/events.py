"""What is held on a day: "Monday's stand-up", "the Friday meeting", "next Tuesday's board meeting"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pipelines.due.composed import Event
from pipelines.due.numbers import at
from pipelines.due.reading import Parsed
from pipelines.due.simple import simple
from pipelines.due.tokens import Tokens
from pipelines.due.values import Today, Weekday

_EVENTS: Final = frozenset(
    "meeting call standup sync review demo workshop session retro retrospective presentation release board "
    "committee seminar class lecture conference interview visit hearing handover deadline kickoff".split()
)
_KINDS: Final = frozenset("team board staff project weekly status planning client sales all-hands".split())
_OPENERS: Final = frozenset({"the", "our", "next", "this"})
_LONGEST: Final = 3
"""Words that name the day: "the next Tuesday"."""


def event(tokens: Tokens, index: int) -> Parsed:
    """The day of an event that is told from others by it; without "'s" it needs an article."""
    for size in range(1, _LONGEST + 1):
        last = at(tokens, index + size - 1)
        name = last.word.removesuffix("'s")
        if name == last.word and at(tokens, index).word not in _OPENERS:
            continue
        end = _event_noun(tokens, index + size)
        if end is None:
            continue
        named = Tokens([*tokens[index : index + size - 1], replace(last, word=name)])
        day = simple(named, 1 if named[0].word == "our" else 0)
        if day and day[1] == size and isinstance(day[0], (Weekday, Today)):
            return Event(day[0]), end
    return None


def _event_noun(tokens: Tokens, index: int) -> int | None:
    place = index + (at(tokens, index).word in _KINDS and at(tokens, index + 1).word in _EVENTS)
    if at(tokens, place).word in _EVENTS:
        return place + 1
    hyphen = at(tokens, place + 1).word == "-"  # "stand-up"
    if at(tokens, place).word == "stand" and at(tokens, place + 1 + hyphen).word == "up":
        return place + 2 + hyphen
    return None
