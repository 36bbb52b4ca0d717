"""Guessing gets slower: for one peer, for all of them, and never for ever."""

from __future__ import annotations

import ipaddress
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.security.guesses import (
    FORGOTTEN_AFTER_S,
    FREE_IN_ALL,
    FREE_PER_PEER,
    LONGEST_WAIT_IN_ALL_S,
    LONGEST_WAIT_S,
    Guesses,
)
from web.security.peers import Address

PHONE, LAPTOP = ipaddress.ip_address("192.168.1.5"), ipaddress.ip_address("192.168.1.6")


class Room:
    """Guesses, and a clock that only the test moves."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.guesses = Guesses(lambda: self.now_s)

    def guess_wrong(self, peer: Address, times: int = 1) -> None:
        """As often as it takes, waiting as long as one is told."""
        for _ in range(times):
            self.now_s += self.guesses.wait_s(peer)
            self.guesses.was_wrong(peer)


def test_people_may_mistype_without_waiting() -> None:
    room = Room()
    room.guess_wrong(PHONE, FREE_PER_PEER - 1)
    assert room.guesses.wait_s(PHONE) == 0


def test_each_wait_is_twice_the_one_before_up_to_the_longest() -> None:
    room = Room()
    waits = []
    for _ in range(30):
        room.guess_wrong(PHONE)
        waits.append(room.guesses.wait_s(PHONE))
    assert waits[FREE_PER_PEER - 1 : FREE_PER_PEER + 2] == [4, 8, 16]
    assert waits[-1] == LONGEST_WAIT_S


def test_another_device_does_not_wait_for_the_first_ones_mistakes() -> None:
    room = Room()
    room.guess_wrong(PHONE, FREE_PER_PEER)
    assert room.guesses.wait_s(LAPTOP) == 0


def test_many_addresses_share_one_limit_that_stays_bearable() -> None:
    room = Room()
    for number in range(FREE_IN_ALL + 10):
        room.guess_wrong(ipaddress.ip_address(f"10.0.0.{number}"))
    assert room.guesses.wait_s(LAPTOP) == LONGEST_WAIT_IN_ALL_S


def test_the_addresses_of_one_ipv6_network_are_one_peer() -> None:
    room = Room()
    for number in range(FREE_PER_PEER):
        room.guess_wrong(ipaddress.ip_address(f"fd00::{number}"))
    assert room.guesses.wait_s(ipaddress.ip_address("fd00::ffff")) > 0
    assert room.guesses.wait_s(ipaddress.ip_address("fd00:0:0:1::1")) == 0


def test_the_right_pin_clears_the_peer_and_an_hour_clears_all() -> None:
    room = Room()
    room.guess_wrong(PHONE, FREE_PER_PEER)
    room.guesses.was_right(PHONE)
    assert room.guesses.wait_s(PHONE) == 0
    room.guess_wrong(PHONE, 40)
    room.now_s += FORGOTTEN_AFTER_S + 1
    assert room.guesses.wait_s(PHONE) == 0


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 120)), max_size=200))
def test_however_peers_take_turns_a_year_stays_far_too_short(turns: list[tuple[int, float]]) -> None:
    """After the free ones no more than one guess a minute in all, however long each one waits."""
    room = Room()
    taken: list[float] = []
    for number, patience_s in turns:
        room.now_s += patience_s
        peer = ipaddress.ip_address(f"10.0.0.{number}")
        if room.guesses.wait_s(peer) == 0:
            room.guesses.was_wrong(peer)
            taken.append(room.now_s)
    apart = [later - earlier for earlier, later in itertools.pairwise(taken)]
    assert all(each >= LONGEST_WAIT_IN_ALL_S - 0.01 for each in apart[FREE_IN_ALL + 5 :])


def test_what_it_remembers_is_bounded() -> None:
    room = Room()
    for number in range(5000):
        room.guesses.was_wrong(ipaddress.ip_address(0x0A000000 + number))
    assert len(room.guesses._peers) <= 1000


@pytest.mark.parametrize("wrong", [20, 1000, 100_000])
def test_a_long_siege_does_not_overflow(wrong: int) -> None:
    room = Room()
    for _ in range(wrong):
        room.guesses.was_wrong(PHONE)
    assert room.guesses.wait_s(PHONE) == LONGEST_WAIT_S
