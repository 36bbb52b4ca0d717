"""The last lines that the services left in the journal, without what they say of meetings.

Lines of systemd itself about our units are kept as they are: it knows units, signals and exit codes, and no
meeting. Which process a line came from is journald's own knowledge (its fields that begin with "_"). Of the
services' own lines the report tells when a warning or an error was logged, and of a traceback its files,
lines and kind of error; the words may be those of a meeting, its title or its people.
"""

from __future__ import annotations

import builtins
import json
import re
import sysconfig
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from daemon.machine.check import Host

HIDDEN = "…"
LINES = 400
"""Some days of an office, and the whole of what happened around a failure."""
_TIMEOUT_S = 30.0
"""A journal of a gigabyte on a worn card."""
_UNIT = re.compile(r"roomscribe(-[a-z]+)?\.(service|socket)")
_SYSTEMD = "1"
_WARNING = 4
"""Of syslog's levels; lower ones are worse."""
_FRAME = re.compile(r'\s*File "(?P<file>[^"]+\.py)", line (?P<line>\d+), in .*')
_RAISED = re.compile(r"(?:[A-Za-z_]\w*\.)*(?P<name>[A-Za-z_]\w*)(?:: .*)?")
_ROOTS = (
    Path(sysconfig.get_path("purelib")),
    Path(sysconfig.get_path("stdlib")),
    Path(__file__).parents[3],
)
_ERRORS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


def journal(host: Host) -> Iterator[str]:
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
    told = ((entry, _told(entry)) for entry in entries)
    for withheld, group in groupby(told, lambda pair: pair[1] is None):
        if withheld:
            yield f"{HIDDEN} {sum(1 for _ in group)} more"
        else:
            yield from (f"{_head(entry)} {text}" for entry, text in group)


def _told(entry: dict[str, Any]) -> str | None:
    message = entry.get("MESSAGE")
    if not isinstance(message, str):  # bytes that are no text
        return None
    if entry.get("_PID") == _SYSTEMD:
        return message
    level = str(entry.get("PRIORITY", ""))
    is_bad = level.isdecimal() and int(level) <= _WARNING
    return _frame(message) or _raised(message) or (HIDDEN if is_bad else None)


def _frame(text: str) -> str | None:
    """A line of a traceback: file and line, if the file is the program's, Python's or a library's."""
    found = _FRAME.fullmatch(text)
    if found is None:
        return None
    file = Path(found["file"])
    for root in _ROOTS:
        if file.is_relative_to(root) and file.is_file():
            return f"File {file.relative_to(root)}, line {found['line']}"
    return None


def _raised(text: str) -> str | None:
    """The last line of a traceback: what kind of error was raised."""
    found = _RAISED.fullmatch(text)
    return found["name"] if found is not None and found["name"] in _ERRORS else None


def _head(entry: dict[str, Any]) -> str:
    at = datetime.fromtimestamp(int(entry.get("__REALTIME_TIMESTAMP", 0)) / 1e6, UTC)
    named = str(entry.get("UNIT") or entry.get("_SYSTEMD_UNIT"))
    unit = named.removesuffix(".service") if _UNIT.fullmatch(named) else HIDDEN
    priority = str(entry.get("PRIORITY", ""))
    return f"{at:%Y-%m-%d %H:%M:%S} <{priority if priority.isdecimal() else ''}> {unit}:"
