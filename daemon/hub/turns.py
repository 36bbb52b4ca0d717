"""When the language model works on meetings that were given the rules' note at first: [llm] draft."""

from __future__ import annotations

from datetime import datetime, time

NIGHT_H = 12
"""From a time of day on, the model has so many hours: what is not done by then goes on the next night."""


def has_time(when: str, local: datetime) -> bool:
    """Whether [llm] draft, "auto", "after" or a time of day as in "18:00", leaves the model time now."""
    if ":" not in when:
        return True
    begins = time.fromisoformat(when)
    since_min = (local.hour - begins.hour) * 60 + local.minute - begins.minute
    return since_min % (24 * 60) < NIGHT_H * 60
