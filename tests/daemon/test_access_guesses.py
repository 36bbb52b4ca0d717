"""Guessing gets slower: for one peer, for all of them, and never for ever."""

from __future__ import annotations

import ipaddress
import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.access.guesses import (
    CLEAN_AFTER_S,
    FORGOTTEN_AFTER_S,
    FREE_IN_ALL,
    FREE_PER_PEER,
    LONGEST_WAIT_IN_ALL_S,
    LONGEST_WAIT_S,
    NEWCOMERS,
    Guesses,
)
from daemon.base.addresses import Address

PHONE, LAPTOP = ipaddress.ip_address("192.168.1.5"), ipaddress.ip_address("192.168.1.6")
USUAL_NETWORK = [ipaddress.ip_address(f"192.168.7.{number}") for number in range(1, 255)]


class Room:
    """Guesses, and a clock that only the test moves."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.kept_out = self.tried = 0
        self.guesses = Guesses(lambda: self.now_s)

    def guess_wrong(self, peer: Address, times: int = 1) -> None:
        """As often as it takes, waiting as long as one is told."""
        for _ in range(times):
            self.now_s += self.guesses.wait_s(peer)
            self.guesses.was_wrong(peer)

    def besieged_for(self, seconds: float, attackers: list[Address]) -> int:
        """Each minute all of `attackers` guess if they may; how many guesses that are. `LAPTOP` asks as
        often, with the right PIN: how often it does, and has to wait, is in `tried` and `kept_out`.
        """
        guesses = self.kept_out = self.tried = 0
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            for peer in attackers:
                if self.guesses.wait_s(peer) == 0:
                    self.guesses.was_wrong(peer)
                    guesses += 1
            self.tried += 1
            self.kept_out += self.guesses.wait_s(LAPTOP) > 0
            self.now_s += LONGEST_WAIT_IN_ALL_S
        return guesses


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
    for number in range(FREE_IN_ALL):
        room.guess_wrong(ipaddress.ip_address(f"10.0.0.{number}"))
    room.guess_wrong(LAPTOP, FREE_PER_PEER)
    room.guess_wrong(PHONE, FREE_PER_PEER)
    assert room.guesses.wait_s(LAPTOP) == LONGEST_WAIT_IN_ALL_S


@pytest.mark.parametrize(("attackers", "hours"), [(20, 24), (254, 3)])
def test_who_guesses_at_each_end_of_the_wait_keeps_nobody_out(attackers: int, hours: int) -> None:
    room = Room()
    guesses = room.besieged_for(hours * 3600, USUAL_NETWORK[:attackers])
    assert (room.kept_out, room.tried) == (0, hours * 60)
    assert guesses <= attackers * FREE_PER_PEER + hours * 60 + 1, "and it stays slow"


def test_addresses_without_end_get_two_guesses_a_minute() -> None:
    room = Room()
    addresses = (ipaddress.ip_address(0x0A000000 + number) for number in itertools.count())
    old = [next(addresses) for _ in range(20)]
    guesses, hours = 0, 12
    for _ in range(hours * 60):
        room.now_s += 60
        for peer in old:
            while room.guesses.wait_s(peer) == 0:
                room.guesses.was_wrong(peer)
                guesses += 1
        while room.guesses.wait_s(peer := next(addresses)) == 0:
            room.guesses.was_wrong(peer)
            guesses += 1
    assert guesses <= NEWCOMERS + 2 * 60 * hours + FREE_IN_ALL
    assert len(room.guesses._peers) <= 3000


def test_a_hub_that_is_made_to_crash_gives_no_guesses_again(tmp_path: Path) -> None:
    room, kept = Room(), tmp_path / "run" / "guesses.json"
    guesses = 0
    for number in range(600):
        room.guesses = Guesses(lambda: room.now_s, kept)
        for peer in (ipaddress.ip_address(f"10.{number // 200}.{number % 200}.{last}") for last in range(9)):
            while room.guesses.wait_s(peer) == 0:
                room.guesses.was_wrong(peer)
                guesses += 1
        room.now_s += 6
    assert guesses <= NEWCOMERS + FREE_IN_ALL + 2 * 600 * 6 / LONGEST_WAIT_IN_ALL_S


@pytest.mark.parametrize("content", [b"", b"{}", b"[1", bytes(range(256)), b'{"wrong": "many"}'])
def test_a_file_of_guesses_that_cannot_be_read_counts_as_a_start(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "guesses.json").write_bytes(content)
    room = Room()
    room.guesses = Guesses(lambda: room.now_s, tmp_path / "guesses.json")
    assert room.guesses.wait_s(PHONE) == 0
    room.guess_wrong(PHONE, FREE_PER_PEER)
    assert room.guesses.wait_s(PHONE) > 0


def test_a_clock_that_began_anew_makes_no_endless_wait(tmp_path: Path) -> None:
    room, kept = Room(), tmp_path / "guesses.json"
    room.now_s = 1e6
    room.guesses = Guesses(lambda: room.now_s, kept)
    for peer in USUAL_NETWORK[:40]:
        room.guess_wrong(peer)
    room.now_s = 5.0
    room.guesses = Guesses(lambda: room.now_s, kept)
    assert room.guesses.wait_s(LAPTOP) <= LONGEST_WAIT_IN_ALL_S


def test_a_disk_that_takes_nothing_keeps_nobody_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "run").write_text("a file in the folder's place")
    room = Room()
    room.guesses = Guesses(lambda: room.now_s, tmp_path / "run" / "guesses.json")
    room.guess_wrong(PHONE)
    assert room.guesses.wait_s(LAPTOP) == 0
    assert "wrong PINs will be forgotten when the hub restarts" in caplog.text


def test_who_knows_one_pin_and_guesses_another_is_no_newcomer() -> None:
    room = Room()
    guesses = 0
    end_s = room.now_s + 3600
    while room.now_s < end_s:
        if room.guesses.wait_s(PHONE) == 0:
            room.guesses.was_wrong(PHONE)
            room.guesses.was_right(PHONE)
            guesses += 1
        room.now_s += 1
    assert guesses <= 60 + FREE_IN_ALL + 5


def test_after_a_day_a_peer_is_new_again() -> None:
    room = Room()
    room.guess_wrong(LAPTOP, FREE_PER_PEER)
    for peer in USUAL_NETWORK[:20]:
        room.guess_wrong(peer)
    assert room.guesses.wait_s(LAPTOP) > 0
    room.now_s += CLEAN_AFTER_S + 1
    for peer in USUAL_NETWORK[:20]:
        room.guess_wrong(peer)
    assert room.guesses.wait_s(LAPTOP) == 0


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
    """Beside their first ones no more than one guess a minute in all, however long each one waits."""
    room = Room()
    taken: dict[int, list[float]] = {}
    for number, patience_s in turns:
        room.now_s += patience_s
        peer = ipaddress.ip_address(f"10.0.0.{number}")
        if room.guesses.wait_s(peer) == 0:
            room.guesses.was_wrong(peer)
            taken.setdefault(number, []).append(room.now_s)
    later = sorted(each for guesses in taken.values() for each in guesses[FREE_PER_PEER:])
    apart = [after - before for before, after in itertools.pairwise(later)]
    assert all(each >= LONGEST_WAIT_IN_ALL_S - 0.01 for each in apart[FREE_IN_ALL + 5 :])


def test_what_it_remembers_is_bounded() -> None:
    room = Room()
    for number in range(5000):
        room.guesses.was_wrong(ipaddress.ip_address(0x0A000000 + number))
    assert len(room.guesses._peers) <= 3000


@pytest.mark.parametrize("wrong", [20, 1000, 100_000])
def test_a_long_siege_does_not_overflow(wrong: int) -> None:
    room = Room()
    for _ in range(wrong):
        room.guesses.was_wrong(PHONE)
    assert room.guesses.wait_s(PHONE) == LONGEST_WAIT_S
