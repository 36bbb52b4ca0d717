"""A few at a time, in the order in which they came.

`threading.Semaphore` lets a newcomer take the place of a thread that is just waking up: under load some pages
then waited twice as long as others.
"""

from __future__ import annotations

import threading
from collections import deque
from types import TracebackType

from daemon.base.errors import NoAnswerError


class FairSemaphore:
    """As a context manager: at most `places` threads are in it, the others wait in line.

    NoAnswerError where the line has as many as it may (`line`; None: any number): the server's threads are
    few, and slow work that is asked for again and again must not keep all of them waiting.
    """

    def __init__(self, places: int, line: int | None = None) -> None:
        self._free = places
        self._longest = line
        self._line: deque[threading.Lock] = deque()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many threads wait in line."""
        with self._lock:
            return len(self._line)

    def __enter__(self) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            if self._longest is not None and len(self._line) >= self._longest:
                raise NoAnswerError("Too many are asking for this at once. Try again in a moment.")
            call = threading.Lock()
            call.acquire()
            self._line.append(call)
        call.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            if self._line:
                self._line.popleft().release()  # the place goes from hand to hand
            else:
                self._free += 1
