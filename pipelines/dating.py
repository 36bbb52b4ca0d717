"""The day of a meeting: due dates count from it, so a guess is said to be one."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo

DATE_ASSUMED = "date-assumed"
"""Flag of a note whose day is only the age of its file."""

IN_NAME = re.compile(r"(?<!\d)(20\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)(?!\d)")
"""The day in the name of a file."""
_MOMENT_IN_NAME = re.compile(
    r"(?P<utc>GMT)?(?<!\d)(20\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)[-_ T]"
    r"([0-2]\d)[-.h:]?([0-5]\d)(?:[-.:]?([0-5]\d))?(?!\d)"
)
"""With the time: Zoom's GMT20260528-140000_Recording, Teams' Weekly sync-20261116_100000-Meeting Transcript,
OBS's 2026-11-16 10-00-00."""


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
    named = moment_in_name(file_name)
    if named is not None:
        local = named.astimezone(timezone) if named.tzinfo else named.replace(tzinfo=timezone)
        if given is None or local.date() == given:
            return Dating(local.astimezone(UTC), local.date(), assumed=False)
    day = given or date_in_name(file_name)
    if day is not None:
        return Dating(datetime.combine(day, time(), timezone).astimezone(UTC), day, assumed=False)
    return Dating(modified.astimezone(UTC), modified.astimezone(timezone).date(), assumed=True)


def moment_in_name(name: str) -> datetime | None:
    """Day and time in a name; aware where it says that it is UTC, else by the clock of the place."""
    for match in _MOMENT_IN_NAME.finditer(name):
        year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[1:])
        with suppress(ValueError):
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC if match["utc"] else None)
    return None


def date_in_name(name: str) -> date | None:
    """The day in a name such as "2026-11-16-planning.vtt" or "GMT20260528-140000_Recording.vtt"."""
    for year, month, day in IN_NAME.findall(name):
        try:
            return date(int(year), int(month), int(day))
        except ValueError:
            continue
    return None
