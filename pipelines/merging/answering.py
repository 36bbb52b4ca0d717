"""Questions that were left open and answered later: "Ah, the archive. Viktor has the keys"."""

from __future__ import annotations

from itertools import pairwise

from guardrails.core.types import Claim
from pipelines.meeting import Meeting
from pipelines.sentences import Sentence

_FEWEST = 3
"""Words that are asked for: two are said by chance."""


def told_later(question: Claim, meeting: Meeting) -> str | None:
    """The later words of one voice that say all that was asked for, and more; else None."""
    wanted, last = meeting.topic(question), meeting.last(question)
    if len(wanted) < _FEWEST:
        return None
    for one, other in pairwise(meeting.sentences):
        if one.segments[0] <= last or one.speaker != other.speaker or not (_states(one) and _states(other)):
            continue
        if wanted < one.reading.content | other.reading.content:
            return f"{one.text} {other.text}"
    return None


def _states(sentence: Sentence) -> bool:
    return all(
        clause.act in ("state", "accept") and clause.hedged is None for clause in sentence.reading.clauses
    )
