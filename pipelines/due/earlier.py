"""Days that are told from one named before: "the Thursday after that", "by that Friday".

Within a phrase that day is there ("on Monday, or the Thursday after that"). Alone the phrase has no day: it
may have been named by anybody, several sentences ago.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pipelines.due.arithmetic import Frame, MoreNeededError
from pipelines.due.numbers import at
from pipelines.due.reading import Parsed
from pipelines.due.tokens import Tokens
from pipelines.due.values import Span
from pipelines.due.words import FUNCTION_WORDS, WEEKDAYS

PRONOUNS: Final = frozenset({"that", "it", "then"})
_PERIODS: Final = frozenset("day week weekend month quarter year".split())
_LINKS: Final = frozenset("by before until till from after following".split())
_PERIOD_LINKS: Final = _LINKS | frozenset("of in on at during within".split())
"""Not before weekdays: "I'll work on that Friday" is of a Friday, and of what was named before."""
_SUBJECTS: Final = frozenset(
    "i i'll i'm we we'll we're you you'll he she it it's they that that's this".split()
)
_GOING_ON: Final = FUNCTION_WORDS - _SUBJECTS
"""Behind the phrase in the same sentence; "after that I'm away" begins another one."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """The day or the period that was named before."""

    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        if frame.before is None:
            raise MoreNeededError("told from a day that was named before")
        return Span(frame.before, frame.before)


def pronoun(tokens: Tokens, index: int) -> Parsed:
    """What stands for the day: "that" of "the Thursday after that", at the end of its phrase."""
    after = at(tokens, index + 1).word
    ends = not after[:1].isalpha() or after in _GOING_ON
    return (Earlier(), index + 1) if at(tokens, index).word in PRONOUNS and ends else None


def pointed_at(tokens: Tokens, index: int) -> Parsed:
    """ "By that Friday", "of that week": without the preposition "that" may only join sentences."""
    if at(tokens, index).word != "that":
        return None
    before, name = at(tokens, index - 1).word, at(tokens, index + 1).word
    is_day = name in WEEKDAYS and before in _LINKS
    return (Earlier(), index + 2) if is_day or (name in _PERIODS and before in _PERIOD_LINKS) else None
