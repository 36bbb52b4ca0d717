"""How a language tells that work is done, and that it is still planned: one value for each language.

Patterns are searched in the line of a clause, as those of `guardrails.qualifiers.tables`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """The tables of one language."""

    parts: Callable[[str], tuple[str, frozenset[str]]]
    """A task to its verb, as `verb_of` gives it, and the stems of what the work is done to; empty where it
    shows none."""
    verb_of: Callable[[str], str]
    """A past form, brought to the form in which verbs are compared; empty for a word that is none."""
    ways: tuple[re.Pattern[str], ...]
    """Group `said` holds the past form, or the words among which it is; group `who`, where there is one, who
    did it."""
    subjects: frozenset[str]
    """Who may have done it, besides people by their names."""
    settled: re.Pattern[str]
    """Says of what was named before that it is done, whatever the work: "that's sorted"."""
    unchanged: frozenset[str]
    """Past forms that look like a present: past only with words that say when, or in a perfect."""
    past_time: re.Pattern[str]
    unsettled: re.Pattern[str]
    """Denied, planned, wished, doubted, or not all of it."""
    subordinate: re.Pattern[str]
    """Stands before what is only supposed, expected or reported: "once we've sent it"."""
    planned: re.Pattern[str]
    """Somebody is still to do it."""
    pointing: re.Pattern[str]
    """Turns back to what was named before."""
    points: re.Pattern[str]
    """How a sentence begins whose subject is what was named before."""
    beside: frozenset[str]
    """Stems that tell no thing from another of its name: days, "last"."""
