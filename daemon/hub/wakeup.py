"""What ends the hub's sleep: something has come into one of its folders, a signal, or time."""

from __future__ import annotations

import contextlib
import os
import select
from pathlib import Path

from daemon.inotify import CHANGES, Event, Inotify
from daemon.log import LOGGER


class Wakeup:
    """One sleeper; `wake` may come from any thread and from a signal handler."""

    def __init__(self) -> None:
        """OSError where the kernel has no inotify instance left."""
        self._read, self._write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._inotify = Inotify()

    def watch(self, folder: Path, events: int) -> None:
        """What the kernel cannot watch (it is not there, a limit) is found by looking now and then."""
        try:
            self._inotify.watch(folder, events)
        except OSError as error:
            if events == CHANGES:
                LOGGER.warning("%s is not watched (%s) but looked into", folder, error.strerror)

    def sleep(self, seconds: float) -> None:
        select.select([self._inotify.fileno(), self._read], [], [], max(0.0, seconds))

    def renamed_into(self, folder: Path) -> list[str]:
        """Take what has happened; names that came whole into `folder` (see Inotify)."""
        return [e.name for e in self._taken() if e.renamed and e.folder == folder]

    def forget(self) -> None:
        """Take what has happened, to sleep on."""
        self._taken()

    def wake(self) -> None:
        # A full pipe: it is awake already.
        with contextlib.suppress(BlockingIOError):
            os.write(self._write, b"\0")

    def _taken(self) -> list[Event]:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._read, 4096):
                pass
        return self._inotify.read()

    def close(self) -> None:
        self._inotify.close()
        os.close(self._read)
        os.close(self._write)
