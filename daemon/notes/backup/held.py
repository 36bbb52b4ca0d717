"""Which backups contain what is deleted or forgotten, found in a thread: large archives take minutes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence

from daemon.base.log import LOGGER

LOOK_S = 1.5
"""How long a page waits for the backups to be searched: threads are few."""
MOST_LOOKS = 4
"""Searches at a time; each reads all archives."""


class Held:
    """Searches the backups, in a thread for each set of meetings that is asked for."""

    def __init__(self, look: Callable[[Collection[str]], Sequence[str]]) -> None:
        self._look = look
        self._found: dict[frozenset[str], Sequence[str]] = {}
        self._looking: dict[frozenset[str], threading.Event] = {}
        self._lock = threading.Lock()

    def of(self, *ids: str) -> Sequence[str] | None:
        """A line for each backup that contains one of these; None if that is not known yet."""
        key = frozenset(ids)
        with self._lock:
            done = self._looking.get(key)
            if done is None:
                self._forget_unread()
                if len(self._looking) >= MOST_LOOKS:
                    return None
                done = self._looking[key] = threading.Event()
                threading.Thread(target=self._run, args=(key, done), daemon=True).start()
        done.wait(LOOK_S)
        with self._lock:
            if not done.is_set():
                return None
            # Searched again the next time: backups come and go.
            self._looking.pop(key, None)
            return self._found.pop(key, ())

    def _forget_unread(self) -> None:
        """Make room: drop results that nobody came back for."""
        over = [key for key, done in self._looking.items() if done.is_set()]
        for key in over[: max(0, len(self._looking) - MOST_LOOKS + 1)]:
            del self._looking[key]
            self._found.pop(key, None)

    def _run(self, key: frozenset[str], done: threading.Event) -> None:
        try:
            self._found[key] = self._look(key)
        except Exception as error:  # a thread has nobody to raise to, and the page has to say something
            LOGGER.error("the backups cannot be read: %s", error)
            self._found[key] = ["The backups cannot be read; the log says why"]
        finally:
            done.set()
