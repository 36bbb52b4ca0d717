"""Times as transcripts write them: "00:01:02.500", "1:02,5", "75:10"."""

from __future__ import annotations

import re

TIME = r"(?:\d{1,4}:)?\d{1,4}:\d{2}(?:[.,]\d{1,9})?"
"""For use inside other patterns; the numbers of digits are bounded, so that no number is absurd."""
_PARTS = re.compile(r"(?:(\d+):)?(\d+):(\d\d)(?:[.,](\d+))?")


def seconds(text: str) -> float | None:
    """The time in seconds; None for minutes or seconds beyond 59.

    Where there are no hours, minutes may run on, as in "75:10".
    """
    match = _PARTS.fullmatch(text)
    if match is None:
        return None
    hours, minutes, whole, fraction = match.groups()
    if int(whole) > 59 or (hours is not None and int(minutes) > 59):
        return None
    return float(f"{int(hours or 0) * 3600 + int(minutes) * 60 + int(whole)}.{fraction or 0}")
