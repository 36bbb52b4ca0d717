"""Times as transcripts write them: "00:01:02.500", "1:02,5", "75:10", "0:0:5.32", "PT1M2S", "1.500s"."""

from __future__ import annotations

import re
from typing import Any

from pipelines.text import is_time

TIME = r"(?:\d{1,4}:)?\d{1,4}:\d{2}(?:[.,]\d{1,9})?"
"""For use inside other patterns; the numbers of digits are bounded, so that no number is absurd."""
LOOSE_TIME = r"(?:\d{1,4}:)?\d{1,4}:\d{1,2}(?:[.,:]\d{1,9})?"
"""As `TIME`, for a place where nothing but a time can stand: Teams pads no number."""
_PARTS = re.compile(r"(?:(\d+):)?(\d+):(\d\d?)(?:[.,](\d+))?")
_COLON_FRACTION = re.compile(r"(\d+:\d+:\d+):(\d+)")
_ISO = re.compile(r"PT(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?", re.IGNORECASE)
_PLAIN = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s?")


def seconds(text: str) -> float | None:
    """The time in seconds; None for minutes or seconds beyond 59.

    Where there are no hours, minutes may run on, as in "75:10".
    """
    match = _PARTS.fullmatch(_COLON_FRACTION.sub(r"\1.\2", text))
    if match is None:
        return None
    hours, minutes, whole, fraction = match.groups()
    if int(whole) > 59 or (hours is not None and int(minutes) > 59):
        return None
    return float(f"{int(hours or 0) * 3600 + int(minutes) * 60 + int(whole)}.{fraction or 0}")


def seconds_of(value: Any, unit_s: float = 1.0) -> float | None:
    """The time that a value of JSON is: a number of units, or text in any of the forms above; else None."""
    found: float | None = None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        found = value * unit_s if -1e12 < value < 1e12 else None
    elif isinstance(value, str) and len(value) < 40:
        text = value.strip()
        if match := _PLAIN.fullmatch(text):
            found = float(match[1]) * (1.0 if text.endswith("s") else unit_s)
        elif (match := _ISO.fullmatch(text)) and any(match.groups()):
            found = sum(
                float(part or 0) * each for part, each in zip(match.groups(), (3600, 60, 1), strict=True)
            )
        else:
            found = seconds(text)
    if found is None or not is_time(found):
        return None
    return round(found, 3) if unit_s != 1.0 else float(found)
