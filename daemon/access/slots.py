"""Who gets one of the connections when few are left.

A host may have any address of its IPv6 network, so strangers are counted by their /64. Many strangers must
not keep out visitors who have shown a PIN, nor can all of them keep out the machine itself, on which an
administrator can see what is going on. A connection too many is closed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
