"""Days with their year, as lists and requirements have them: 2026-12-01, 1 December 2026, 1.12.2026."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar", "february feb februar", "march mar märz", "april apr", "may mai",
            "june jun juni", "july jul juli", "august aug", "september sep sept", "october oct oktober okt",
            "november nov", "december dec dezember dez",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
DAY = (
    r"(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?(?:{_MONTH})\.?,? \d{{4}}"
    rf"|(?:{_MONTH})\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}})"
)
"""A day in words or figures, in any case. 12/1/2026 is two days, and none of them."""
_DAY = re.compile(rf"(?<![\w.-]){DAY}(?![\w-])", re.IGNORECASE)


def day_of(written: str) -> date | None:
    """The day that `written` names; None for the 31st of June."""
    numbers = [int(number) for number in re.findall(r"\d+", written)]
    month = re.search(_MONTH, written.lower())
    if month is not None:
        year, number, day = numbers[-1], _MONTHS[month[0]], numbers[0]
    elif "-" in written:
        year, number, day = numbers
    else:
        day, number, year = numbers
    try:
        return date(year, number, day)
    except ValueError:
        return None


def days_in(text: str) -> Iterator[tuple[str, date]]:
    """Every day in `text` with its words."""
    for match in _DAY.finditer(text):
        day = day_of(match.group())
        if day is not None:
            yield match.group(), day
