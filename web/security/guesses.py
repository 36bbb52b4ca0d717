"""How often a PIN may be guessed: after a few wrong ones there is a wait, twice as long each time.

Counted for each peer, against one who guesses; and for all peers together, against one who has many addresses
(an IPv6 network of 2^64 is one peer). The wait for all is shorter at most, because it also holds up whoever
has the right PIN; people who are in already, and the machine itself, never wait.

Kept in memory. A restart gives the first few guesses again, and only an administrator or a crash restarts the
hub: at the 100 crashes an hour after which systemd gives up, eight digits would still take eleven years.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

from web.security.peers import Address

FREE_PER_PEER = 3
FREE_IN_ALL = 10
"""People mistype. So many wrong guesses cost nothing."""
FIRST_WAIT_S = 4.0
LONGEST_WAIT_S = 15 * 60.0
LONGEST_WAIT_IN_ALL_S = 60.0
FORGOTTEN_AFTER_S = 3600.0
"""After so long without a wrong guess the count begins anew."""
_MOST_PEERS = 1000
"""More than one network has devices; bounds the memory. The count for all covers those that are dropped."""


@dataclass(frozen=True, slots=True)
class _Count:
    wrong: int = 0
    last_s: float = 0.0


class Guesses:
    """The wrong guesses so far. Not for several threads: whoever tries a PIN holds a lock anyway."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._peers: dict[str, _Count] = {}
        self._all = _Count()

    def wait_s(self, peer: Address) -> float:
        """Seconds before `peer` may guess again; 0 if it may now."""
        now_s = self._monotonic()
        own = self._peers.get(_key(peer), _Count())
        return max(
            _left_s(own, FREE_PER_PEER, LONGEST_WAIT_S, now_s),
            _left_s(self._all, FREE_IN_ALL, LONGEST_WAIT_IN_ALL_S, now_s),
        )

    def was_wrong(self, peer: Address) -> int:
        """Count a wrong guess; returns the number of this peer's."""
        now_s = self._monotonic()
        key = _key(peer)
        self._all = _one_more(self._all, now_s)
        # Put in anew, so that the first is always the one that guessed longest ago.
        own = self._peers[key] = _one_more(self._peers.pop(key, _Count()), now_s)
        if len(self._peers) > _MOST_PEERS:
            del self._peers[next(iter(self._peers))]
        return own.wrong

    def was_right(self, peer: Address) -> None:
        """Who knows the PIN has mistyped before; the count for all stays."""
        self._peers.pop(_key(peer), None)


def _key(peer: Address) -> str:
    if isinstance(peer, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(peer) >> 64 << 64, 64)))
    return str(peer)


def _one_more(count: _Count, now_s: float) -> _Count:
    before = 0 if now_s - count.last_s > FORGOTTEN_AFTER_S else count.wrong
    return _Count(before + 1, now_s)


def _left_s(count: _Count, free: int, longest_s: float, now_s: float) -> float:
    if count.wrong < free or now_s - count.last_s > FORGOTTEN_AFTER_S:
        return 0.0
    # The exponent is bounded: a number of a thousand digits is no wait.
    wait_s = min(longest_s, FIRST_WAIT_S * 2.0 ** min(count.wrong - free, 30))
    return max(0.0, count.last_s + wait_s - now_s)
