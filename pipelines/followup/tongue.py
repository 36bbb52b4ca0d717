"""What the reading of follow-ups knows of a language: how work is asked after, done, and not yet done."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Promise:
    """An open action item of an earlier meeting."""

    note_id: str
    item_id: str
    task: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class Parts:
    """A task taken apart; all of it stems."""

    verb: str
    """As `Tongue.verb_of` gives it; empty where the task shows none."""
    thing: str | None
    """The noun of what the work is done to: "report" in "send the quarterly report to the bank"."""
    rest: frozenset[str]
    """What the promise is about: all but the verb."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """The tables of one language. Patterns are searched in lower case, one blank between words."""

    stems: Callable[[str], Sequence[str]]
    parts: Callable[[str], Parts]
    verb_of: Callable[[str], str]
    """A past form, brought to the form in which verbs are compared; empty for a word that is none."""
    is_short_for: Callable[[str, str], bool]
    """Whether the first stem is another way to say the second: "Bericht" for "Quartalsbericht"."""
    settled: frozenset[str]
    """Past verbs that say of any work that it is over."""
    states: frozenset[str]
    """Of finished work, behind "is"."""
    is_state: re.Pattern[str]
    """Its group `said` holds the state, or the words among which it is."""
    did: tuple[re.Pattern[str], ...]
    """Group `who` did what the verb in `said` tells."""
    first_person: frozenset[str]
    asked: re.Pattern[str]
    """Asks whether work is done, or how it goes."""
    asks_for_will: re.Pattern[str]
    """Asks whether somebody has to or wants to, though it begins like one that asks for the deed."""
    yes: re.Pattern[str]
    """How an answer begins that says so."""
    not_yet: re.Pattern[str]
    """Denied, planned, wished, or not quite done."""
    beside: frozenset[str]
    """Words that a short question may have beside its matter: days, "finally"."""
    of_another: re.Pattern[str]
    """Says that a thing is somebody's, or goes to somebody: perhaps another thing of the same name."""
