"""Who gets one of the connections when few are left, and how long one may keep the server waiting.

A host may have any address of its IPv6 network, so strangers are counted by their /64. Many strangers must
not keep out visitors who have shown a PIN, nor can all of them keep out the machine itself, on which an
administrator can see what is going on. A connection too many is closed at once.

The server reads and writes without a thread, so a client that sends or takes a byte now and then blocks
nobody. But it could go on for ever, and enough of them would use up all connections.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from daemon.base.addresses import Address, network_of

CONNECTIONS = 200
"""In all; a browser keeps up to six, for half a minute."""
PER_PEER = 50
"""Enough for several browsers behind one router or in one IPv6 network, and never all connections."""
KEPT_FOR_THE_MACHINE = 10
KEPT_FOR_VISITORS = 70
"""For addresses from which somebody has logged in: a dozen browsers."""

Knows = Callable[[Address], bool]
"""Whether somebody at this address has shown a PIN."""


def nobody(peer: Address) -> bool:
    """For a page that has no PIN."""
    return False


def has_room(peer: Address, others: Sequence[Address], knows: Knows) -> bool:
    """Whether `peer` may have one more connection, besides `others`."""
    if peer.is_loopback:
        return others.count(peer) < PER_PEER and len(others) < CONNECTIONS
    if len(others) >= CONNECTIONS - KEPT_FOR_THE_MACHINE:
        return False
    if knows(peer):
        return others.count(peer) < PER_PEER
    strangers = [network_of(each) for each in others if not (each.is_loopback or knows(each))]
    most = CONNECTIONS - KEPT_FOR_THE_MACHINE - KEPT_FOR_VISITORS
    return strangers.count(network_of(peer)) < PER_PEER and len(strangers) < most


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
