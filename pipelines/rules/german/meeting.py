"""A German meeting as the rules see it."""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.core.types import Segment
from pipelines.rules.german.text import sentences_of
from pipelines.rules.meeting import Meeting
from pipelines.rules.people import people_of


def meeting_of(segments: Sequence[Segment], roster: Sequence[str] = ()) -> Meeting:
    """As `pipelines.rules.meeting.meeting_of`; German rules ask neither for a chair nor for a pair."""
    return Meeting(segments, sentences_of(segments), people_of(segments, roster), pair=(), chair=None)
