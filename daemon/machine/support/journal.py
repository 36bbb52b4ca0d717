"""The last lines that the services left in the journal, in the program's own wording.

Lines of systemd itself about our units are kept as they are: it knows units, signals and exit codes, and no
meeting. Which process a line came from is journald's own knowledge (its fields that begin with "_").
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from daemon.machine.check import Host
from daemon.machine.support.wording import HIDDEN, Wording

LINES = 400
"""Some days of an office, and the whole of what happened around a failure."""
_TIMEOUT_S = 30.0
"""A journal of a gigabyte on a worn card."""
_UNIT = re.compile(r"roomscribe(-[a-z]+)?\.(service|socket)")
_SYSTEMD = "1"


def journal(host: Host, wording: Wording) -> Iterator[str]:
    """A line for each entry, oldest first; a row of entries that are withheld is one line."""
    ran = host.run(
        ["journalctl", "--unit=roomscribe*", f"--lines={LINES}", "--output=json", "--no-pager", "--quiet"],
        timeout_s=_TIMEOUT_S,
    )
    if not ran.ok:
        yield "cannot be read"
        return
    entries = [json.loads(line) for line in ran.out.splitlines() if line.startswith("{")]
    if not entries:
        yield "holds nothing that this user may read; as root it may"
    told = ((entry, _told(entry, wording)) for entry in entries)
    for withheld, group in groupby(told, lambda pair: pair[1] is None):
        if withheld:
            yield f"{HIDDEN} {sum(1 for _ in group)} more, in other words than the program's"
        else:
            yield from (f"{_head(entry)} {text}" for entry, text in group)


def _told(entry: dict[str, Any], wording: Wording) -> str | None:
    message = entry.get("MESSAGE")
    if not isinstance(message, str):  # bytes that are no text
        return None
    return message if entry.get("_PID") == _SYSTEMD else wording.of(message)


def _head(entry: dict[str, Any]) -> str:
    at = datetime.fromtimestamp(int(entry.get("__REALTIME_TIMESTAMP", 0)) / 1e6, UTC)
    named = str(entry.get("UNIT") or entry.get("_SYSTEMD_UNIT"))
    unit = named.removesuffix(".service") if _UNIT.fullmatch(named) else HIDDEN
    priority = str(entry.get("PRIORITY", ""))
    return f"{at:%Y-%m-%d %H:%M:%S} <{priority if priority.isdecimal() else ''}> {unit}:"
