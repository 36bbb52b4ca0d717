"""The lock that makes one process the only writer of a store.

It is the kernel's (flock) and ends with the process that holds it, however that ends: a stale lock file never
blocks a start. The file itself stays; removing it would let two processes hold "the" lock.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path

from daemon.base.durable import FILE_MODE, reporting
from daemon.base.errors import StateBusyError


class WriterLock:
    """Held from construction to `close`. A child made by fork without exec would hold it too."""

    def __init__(self, path: Path) -> None:
        """StateBusyError, naming the process, if another one holds it."""
        with reporting(path):
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._fd, 20, 0).decode("ascii", "replace").strip() or "unknown"
            self.close()
            raise StateBusyError(
                f"another Roomscribe process (pid {holder}) is writing {path.parent}; "
                "wait until it is done, or stop it"
            ) from None
        # Only for the message above: it needs no durability, and a full disk keeps nobody from starting.
        with contextlib.suppress(OSError):
            os.ftruncate(self._fd, 0)
            os.pwrite(self._fd, b"%d\n" % os.getpid(), 0)

    def close(self) -> None:
        os.close(self._fd)
