"""What a cue is: a phrase by which people take on work, hand it out, ask for it, or name it.

The tables are in promises.py (the speaker's own work), orders.py (somebody's), requests.py (asked for) and
duties.py (work that has no owner yet, or bears a label). Patterns know ordinary English, never the subject
of a meeting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Act = Literal["mark", "commit", "assign", "request", "oblige"]
"""The speech act; after Searle a commissive ("commit"), directives, and a declaration ("mark")."""
Whose = Literal["speaker", "addressee", "subject", "we", "anyone", "thing", "unsaid"]
"""Who has the work: "subject" is named by the pattern's group of that name; "thing" is what shall be done."""


@dataclass(frozen=True, slots=True)
class Cue:
    name: str
    act: Act
    whose: Whose
    strength: float
    """0..1 before any feature is counted; see scoring.py."""
    pattern: re.Pattern[str]
    """Over cleaned lower-case text; its group `task` begins where the work is named."""
    reason: str
    """Why these words make work, as a linguist would say it."""
    needs_taker: bool = False
    """Mostly a question about what is so: work only where somebody says that he does it."""
    needs_yes: bool = False
    """Mostly a report of ability: work only where whoever is named, and known, takes it."""
    is_present: bool = False
    """Mostly tells what people do: work only where a day is named by which it is to be done."""


def cue(
    name: str,
    act: Act,
    whose: Whose,
    strength: float,
    pattern: str,
    *,
    reason: str,
    needs_taker: bool = False,
    needs_yes: bool = False,
    is_present: bool = False,
) -> Cue:
    return Cue(name, act, whose, strength, re.compile(pattern), reason, needs_taker, needs_yes, is_present)
