"""Off the record: what people say that nobody may keep, through crashes and restarts."""

from __future__ import annotations

import logging
from pathlib import Path

from daemon.base.durable import make_folder, remove_durably, write_durably
from daemon.base.errors import StateWriteError

log = logging.getLogger("roomscribe.recorder")


class OffTheRecord:
    """On as soon as it is asked for, whatever the disk says; a file makes it outlive the process."""

    def __init__(self, spool: Path) -> None:
        self._mark = spool / "paused"
        self.is_on = self._mark.exists()
        self._spoke = False
        """Whether anybody has spoken since: only then silence means that they have left."""

    def begin(self) -> None:
        """Go off the record; before it is on the disk, too, `mark` must follow."""
        if not self.is_on:
            self.is_on = True
            self._spoke = False

    def mark(self) -> None:
        """Make it outlive this process (StateWriteError)."""
        make_folder(self._mark.parent)
        write_durably(self._mark, "")

    def end(self) -> None:
        """Go on the record again."""
        self.is_on = False
        try:
            remove_durably(self._mark)
        except StateWriteError as error:
            log.error("%s; after a restart it will be off the record again", error)

    def is_over(self, spoken: bool, quiet: bool) -> bool:
        """Whether people have talked and left; `quiet`: nobody has spoken for as long as ends a meeting."""
        self._spoke |= spoken
        return self._spoke and quiet
