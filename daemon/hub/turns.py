"""When the language model works on meetings that have only the rules' note: [llm] draft."""

from __future__ import annotations

from datetime import datetime, time

NIGHT_H = 12
"""Hours that the model has from a time of day on: what is not done by then continues the next night."""


def has_time(when: str, local: datetime) -> bool:
    """Whether [llm] draft ("auto", "after" or a time of day such as "18:00") lets the model work now."""
    if ":" not in when:
        return True
    begins = time.fromisoformat(when)
    since_min = (local.hour - begins.hour) * 60 + local.minute - begins.minute
    return since_min % (24 * 60) < NIGHT_H * 60
