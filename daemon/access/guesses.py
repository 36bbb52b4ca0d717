"""How often a PIN may be guessed: after a few wrong ones there is a wait, twice as long each time.

Counted for each peer, against a single guesser, and for all peers together, against one with many addresses
(an IPv6 network of 2^64 is one peer). The wait for all applies only to peers that have guessed wrong three
times today: otherwise somebody who guesses whenever the wait is over would keep everybody out for ever.
Others are heard at once. Many addresses thus have more guesses than one, and these are counted too: a
thousand of them, and one more each minute. To use that up takes more addresses than a usual network has.
People with a session, and the machine itself, never wait.

What is left to guessers, in all: two guesses a minute, with unlimited addresses; a year of that finds eight
digits with a chance of 1 in 95. From the 254 addresses of a usual network it is 1 in 124, from one 1 in
2,800.

The two counts for all peers outlast the hub, so crashing it gains no guesses. A restart of the machine, which
nobody on the network can cause, begins both anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from daemon.base.addresses import Address, network_of
from daemon.base.durable import make_folder, replace_volatile
from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER
from pipelines.model import Model

FREE_PER_PEER = 3
FREE_IN_ALL = 10
"""People mistype: this many wrong guesses cost nothing."""
FIRST_WAIT_S = 4.0
LONGEST_WAIT_S = 15 * 60.0
LONGEST_WAIT_IN_ALL_S = 60.0
FORGOTTEN_AFTER_S = 3600.0
"""After this time without a wrong guess the count starts again."""
CLEAN_AFTER_S = 24 * 3600.0
"""After this time without a wrong guess a peer counts as new. If it were as short as FORGOTTEN_AFTER_S, the
addresses of one home network could take turns.
"""
NEWCOMERS = 1000
NEWCOMER_EVERY_S = 60.0
"""Wrong guesses of new peers, which are heard at once: this many together, and one more after each interval.
The 254 addresses of a usual network have 762 a day.
"""
_MOST_PEERS = 3000
"""As many as can guess wrong within CLEAN_AFTER_S; limits the memory."""


@dataclass(frozen=True, slots=True)
class _Count:
    wrong: int = 0
    last_s: float = 0.0

    def one_more(self, now_s: float, forgotten_after_s: float) -> _Count:
        return _Count(self.since(now_s, forgotten_after_s) + 1, now_s)

    def since(self, now_s: float, forgotten_after_s: float) -> int:
        """Wrong guesses without a pause of `forgotten_after_s` between them."""
        return 0 if now_s - self.last_s > forgotten_after_s else self.wrong


@dataclass(frozen=True, slots=True)
class _Peer:
    lately: _Count = _Count()
    today: _Count = _Count()


class _Kept(Model):
    """What outlasts the hub; times by the machine's monotonic clock."""

    wrong: int
    last_s: float
    newcomers: float
    newcomers_s: float

    def not_after(self, now_s: float) -> _Kept:
        """For a folder that is on a disk: a clock that began anew must not make the wait endless."""
        return self.model_copy(
            update={"last_s": min(self.last_s, now_s), "newcomers_s": min(self.newcomers_s, now_s)}
        )


class _Newcomers:
    """The wrong guesses of new peers."""

    def __init__(self, wrong: float, as_of_s: float) -> None:
        self.wrong = wrong
        self.as_of_s = as_of_s

    def are_heard(self, now_s: float) -> bool:
        self.wrong = max(0.0, self.wrong - (now_s - self.as_of_s) / NEWCOMER_EVERY_S)
        self.as_of_s = now_s
        return self.wrong <= NEWCOMERS - 1

    def count(self) -> None:
        self.wrong += 1


class Guesses:
    """The wrong guesses so far. Not thread-safe: callers hold a lock while they try a PIN."""

    def __init__(self, monotonic: Callable[[], float], keep_in: Path | None = None) -> None:
        """`keep_in`: the file that the counts for all peers are read from, and written to."""
        self._monotonic = monotonic
        self._keep_in = keep_in
        self._peers: dict[Address, _Peer] = {}
        kept = _read(keep_in, monotonic())
        self._all = _Count(kept.wrong, kept.last_s)
        self._newcomers = _Newcomers(kept.newcomers, kept.newcomers_s)

    def wait_s(self, peer: Address) -> float:
        """Seconds before `peer` may guess again; 0 if it may now."""
        now_s = self._monotonic()
        known = self._peers.get(network_of(peer), _Peer())
        own_s = _left_s(known.lately, FREE_PER_PEER, LONGEST_WAIT_S, now_s)
        if _is_newcomer(known, now_s) and self._newcomers.are_heard(now_s):
            return own_s
        return max(own_s, _left_s(self._all, FREE_IN_ALL, LONGEST_WAIT_IN_ALL_S, now_s))

    def was_wrong(self, peer: Address) -> int:
        """Count a wrong guess; returns this peer's count."""
        now_s = self._monotonic()
        key = network_of(peer)
        # Inserted again, so that the first is always the one that guessed longest ago.
        known = self._peers.pop(key, _Peer())
        if _is_newcomer(known, now_s):
            self._newcomers.count()
        self._all = self._all.one_more(now_s, FORGOTTEN_AFTER_S)
        lately = known.lately.one_more(now_s, FORGOTTEN_AFTER_S)
        self._peers[key] = _Peer(lately, known.today.one_more(now_s, CLEAN_AFTER_S))
        if len(self._peers) > _MOST_PEERS:
            del self._peers[next(iter(self._peers))]
        self._keep()
        return lately.wrong

    def was_right(self, peer: Address) -> None:
        """A peer that knows the PIN had mistyped. But it may know one PIN and guess the other, so today's
        count and the count for all are kept.
        """
        if known := self._peers.get(network_of(peer)):
            self._peers[network_of(peer)] = replace(known, lately=_Count())

    def _keep(self) -> None:
        if self._keep_in is None:
            return
        kept = _Kept(
            wrong=self._all.wrong,
            last_s=self._all.last_s,
            newcomers=self._newcomers.wrong,
            newcomers_s=self._newcomers.as_of_s,
        )
        try:
            make_folder(self._keep_in.parent)
            replace_volatile(self._keep_in, kept.model_dump_json())
        except StateWriteError as error:
            LOGGER.warning("wrong PINs will be forgotten when the hub restarts: %s", error)


def _read(path: Path | None, now_s: float) -> _Kept:
    if path is not None:
        try:
            return _Kept.model_validate_json(path.read_bytes()).not_after(now_s)
        except (OSError, ValidationError):
            pass
    return _Kept(wrong=0, last_s=0.0, newcomers=0.0, newcomers_s=now_s)


def _is_newcomer(known: _Peer, now_s: float) -> bool:
    return known.today.since(now_s, CLEAN_AFTER_S) < FREE_PER_PEER


def _left_s(count: _Count, free: int, longest_s: float, now_s: float) -> float:
    wrong = count.since(now_s, FORGOTTEN_AFTER_S)
    if wrong < free:
        return 0.0
    # The exponent is bounded, or the number would overflow.
    wait_s = min(longest_s, FIRST_WAIT_S * 2.0 ** min(wrong - free, 30))
    return max(0.0, count.last_s + wait_s - now_s)
