"""The services' log: one readable line for each event, on stderr, which journald keeps.

What was said in a meeting never belongs in it: a log is read by people who were not there. File names and
messages of libraries do appear in it, and must not be able to add a second line, which would look like
another event, or to control a terminal.
"""

from __future__ import annotations

import logging
import os
import sys
from collections import deque
from collections.abc import Mapping
from textwrap import indent
from typing import Any

from pipelines.characters import escaped

LOGGER = logging.getLogger("roomscribe")

_KEPT_LINES = 200
"""A day of an office."""

_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
"""syslog(3)'s, which journald reads from the beginning of a line."""


class OneLine(logging.Formatter):
    """The formatter of every handler. Only a traceback has more lines, which are indented: journald reads the
    priority of each line from its beginning."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = escaped(" ".join(record.message.split()))
        return super().formatMessage(record)

    def formatException(self, exc_info: Any) -> str:
        return indent(escaped(super().formatException(exc_info)), "  ", lambda line: True)


class Tail(logging.Handler):
    """The last lines of this process, for the page: the service may not read the journal itself."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self.setFormatter(OneLine("%(asctime)s %(levelname)s %(message)s", "%d %b %H:%M:%S"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


TAIL = Tail()


def log_to_stderr(service: str, environ: Mapping[str, str] = os.environ) -> None:
    """Send the log to stderr: for journald with priorities, for a terminal with time and service."""
    handler = logging.StreamHandler(sys.stderr)
    if "JOURNAL_STREAM" in environ:
        handler.setFormatter(_ForJournal())
    else:
        handler.setFormatter(OneLine(f"%(asctime)s {service}: %(message)s", "%H:%M:%S"))
    LOGGER.handlers[:] = [handler, TAIL]
    LOGGER.propagate = False
    LOGGER.setLevel(logging.INFO)


class _ForJournal(OneLine):
    def format(self, record: logging.LogRecord) -> str:
        return f"<{_PRIORITIES.get(record.levelno, 6)}>{super().format(record)}"
