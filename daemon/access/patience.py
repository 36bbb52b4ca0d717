"""How long a connection may keep the server waiting, by what it is waiting for.

The server reads and writes without a thread, so a client that sends or takes a byte now and then blocks
nobody. But it could go on for ever, and enough of them would use up all connections.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

QUIET_S = 30.0
"""An idle connection is closed after this time: longer than between two clicks on one page."""
HEAD_S = 15.0
"""Any browser sends a request's headers at once; on a bad network that may take some seconds."""
SLOWEST_BYTES_S = 4096
"""Connections that are slower than this on average are closed: a tenth of what a telephone gets at the edge
of a Wi-Fi. A stranger's 64 KB (web.bodies) take half a minute at most.
"""

Phase = Literal["idle", "head", "body", "work", "answer"]
"""What a connection waits for: a request, the rest of its headers or body, our answer, or its reader."""


class Patience:
    """The deadlines of one connection; not for several threads."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._phase: Phase = "idle"
        self._began_s = self._moved_s = monotonic()
        self._moved = 0

    def is_over(self, phase: Phase, moved: int) -> bool:
        """Whether a client has taken too long; `moved`: bytes of this body or answer so far."""
        now_s = self._monotonic()
        if phase != self._phase:
            self._phase, self._began_s, self._moved_s, self._moved = phase, now_s, now_s, moved
        elif moved != self._moved:
            self._moved_s, self._moved = now_s, moved
        match phase:
            case "work":
                return False  # the delay is ours
            case "head":
                return now_s - self._began_s > HEAD_S
            case "idle":
                return now_s - self._moved_s > QUIET_S
        return now_s - self._moved_s > QUIET_S or now_s - self._began_s > HEAD_S + moved / SLOWEST_BYTES_S
