"""What wakes the hub: a change in one of its folders, a signal, or a timeout."""

from __future__ import annotations

import contextlib
import os
import select
from pathlib import Path

from daemon.base.inotify import CHANGES, Event, Inotify
from daemon.base.log import LOGGER


class Wakeup:
    """One sleeper; `wake` may come from any thread and from a signal handler."""

    def __init__(self) -> None:
        """OSError if the kernel has no inotify instance left."""
        self._read, self._write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._inotify = Inotify()

    def watch(self, folder: Path, events: int) -> None:
        """A folder that the kernel cannot watch (missing, a limit) is checked from time to time."""
        try:
            self._inotify.watch(folder, events)
        except OSError as error:
            if events == CHANGES:
                LOGGER.warning("%s cannot be watched (%s) and is polled", folder, error.strerror)

    def sleep(self, seconds: float) -> None:
        select.select([self._inotify.fileno(), self._read], [], [], max(0.0, seconds))

    def renamed(self) -> list[Path]:
        """Take the pending events; what was renamed into a folder (see Inotify)."""
        return [event.folder / event.name for event in self._taken() if event.renamed]

    def forget(self) -> None:
        """Drop the pending events, to sleep on."""
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
