"""Which event of the house's calendars a meeting was.

    STATE/calendar/*.ics      files that came by the watch folder; the same name replaces an older file
    [calendar] folder         a folder that something else exports calendars to; it is only read

Somebody else wrote these files, so a child with a deadline and little memory reads them: what hangs or
crashes there costs the meeting its event, and nothing else. The child is this module as a program, with
START LENGTH ZONE FILE... as arguments; it writes one line of JSON: the event, or null.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import tzlocal
from pydantic import ValidationError

from daemon.base.foreign import open_plain
from daemon.base.log import LOGGER
from guardrails.core.isolated import ChildGoneError
from pipelines.calendar import LARGEST_BYTES, SUFFIX, Event, event_of
from pipelines.child import ChildProcess
from pipelines.errors import BadInputError

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
        "daemon.meetings.calendars", [started_at.isoformat(), str(length_s), timezone, *map(str, paths)]
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


_MEMORY_BYTES = 512 * 2**20


def main(started_at: str, length_s: str, zone: str, *paths: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    timezone = ZoneInfo(zone) if zone else tzlocal.get_localzone()
    files = _contents(map(Path, paths))
    event = event_of(files, datetime.fromisoformat(started_at), float(length_s), timezone)
    sys.stdout.write(f"{event.model_dump_json() if event else 'null'}\n")
    sys.stdout.flush()
    os._exit(0)


def _contents(paths: Iterator[Path]) -> Iterator[bytes]:
    for path in paths:
        with suppress(OSError, BadInputError), open_plain(path) as file:
            yield file.read(LARGEST_BYTES + 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
