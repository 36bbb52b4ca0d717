"""How a service treats a disk that refuses writes: longer and longer pauses, and one log line a minute.

Retrying at once would fill the log of a machine without space, and keep the disk busy for the others.
"""

from __future__ import annotations

import errno
from collections.abc import Callable

from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER

FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 20.0
"""An order given meanwhile, such as deleting a note, has to be tried while the person waits."""
_LINE_EVERY_S = 60.0
_NAMES = {errno.ENOSPC: "disk full", errno.EDQUOT: "disk full", errno.EROFS: "disk is read-only"}


class DiskTrouble:
    """Of one service; call it for each failure, and for the first success."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._pause_s = 0.0
        self._logged_s: float | None = None
        self.name: str | None = None
        """The trouble in two or three words, while it lasts."""

    def failed(self, error: StateWriteError) -> float:
        """Returns for how many seconds to leave the disk alone."""
        cause = error.__cause__
        number = cause.errno if isinstance(cause, OSError) else None
        self.name = _NAMES.get(number or 0, "disk refuses writes")
        now_s = self._monotonic()
        if self._logged_s is None or now_s - self._logged_s >= _LINE_EVERY_S:
            self._logged_s = now_s
            LOGGER.error("%s", error)
        self._pause_s = min(LONGEST_PAUSE_S, self._pause_s * 2 or FIRST_PAUSE_S)
        return self._pause_s

    def is_over(self) -> None:
        """A write has succeeded."""
        if self.name is not None:
            LOGGER.info("the disk accepts writes again")
        self.name, self._pause_s, self._logged_s = None, 0.0, None
