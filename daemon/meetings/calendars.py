"""Which event of the house's calendars a meeting was.

    STATE/calendar/*.ics      files that came by the watch folder; the same name replaces an older file
    [calendar] folder         a folder that something else exports calendars to; it is only read

Somebody else wrote these files, so a child with a deadline and little memory reads them: what hangs or
crashes there costs the meeting its event, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from daemon.base.log import LOGGER
from guardrails.core.isolated import ChildGoneError
from pipelines.calendar import SUFFIX, Event
from pipelines.child import ChildProcess

MOST_FILES = 20
"""Calendars of a house; more in one folder are something else."""
_LIMIT_S = 20.0
"""A Raspberry Pi reads a calendar of 10,000 events in about so long."""


def calendar_dir(state_dir: Path) -> Path:
    return state_dir / "calendar"


def find_event(
    state_dir: Path, folder: str, started_at: datetime, length_s: float, timezone: str
) -> Event | None:
    """The event that a meeting was; None without one, or where nobody could read it.

    `folder`: of the configuration, "" without one. `timezone`: name of the house's, "" for the system's.
    """
    paths = [*_files(calendar_dir(state_dir)), *(_files(Path(folder)) if folder else ())][:MOST_FILES]
    if not paths:
        return None
    child = ChildProcess(
        "daemon.meetings.calendars_child", [started_at.isoformat(), str(length_s), timezone, *map(str, paths)]
    )
    try:
        line = child.receive(_LIMIT_S)
        return Event.model_validate(json.loads(line)) if line and line != b"null" else None
    except (ChildGoneError, ValueError, ValidationError) as error:
        LOGGER.warning("the calendars could not be read: %s", error)
        return None
    finally:
        child.kill()


def _files(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(path for path in folder.iterdir() if path.suffix.lower() == SUFFIX)
    except OSError:
        return  # a share that is not there has no events
