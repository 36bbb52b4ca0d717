"""The process that calendars are read in, with START LENGTH ZONE FILE... as arguments.

It writes one line of JSON: the event, or null.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import tzlocal

from daemon.base.foreign import open_plain
from pipelines.calendar import LARGEST_BYTES, event_of
from pipelines.errors import BadInputError

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
