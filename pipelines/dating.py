"""The day of a meeting: due dates count from it, so a guess is said to be one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo

DATE_ASSUMED = "date-assumed"
"""Flag of a note whose day is only the age of its file."""

IN_NAME = re.compile(r"(?<!\d)(20\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)(?!\d)")
"""The day in the name of a file."""


@dataclass(frozen=True, slots=True)
class Dating:
    """When a meeting was held. `assumed` where only the file's age tells."""

    started_at: datetime
    said_on: date
    assumed: bool


def date_meeting(
    *,
    given: date | None,
    recorded: datetime | None,
    file_name: str,
    modified: datetime,
    timezone: tzinfo,
) -> Dating:
    """The best-founded date: the user's, the transcript's own, one in the file's name, the file's age.

    A bare date becomes local midnight, since no time of day was known. `recorded` and `modified` are aware.
    """
    if recorded is not None and (given is None or recorded.astimezone(timezone).date() == given):
        return Dating(recorded.astimezone(UTC), recorded.astimezone(timezone).date(), assumed=False)
    day = given or date_in_name(file_name)
    if day is not None:
        return Dating(datetime.combine(day, time(), timezone).astimezone(UTC), day, assumed=False)
    return Dating(modified.astimezone(UTC), modified.astimezone(timezone).date(), assumed=True)


def date_in_name(name: str) -> date | None:
    """The day in a name such as "2026-11-16-planning.vtt" or "GMT20260528-140000_Recording.vtt"."""
    for year, month, day in IN_NAME.findall(name):
        try:
            return date(int(year), int(month), int(day))
        except ValueError:
            continue
    return None
