"""Who gets a connection when others take as many as they can."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address
from itertools import count

import pytest

from daemon.access.connections import CONNECTIONS, KEPT_FOR_THE_MACHINE, KEPT_FOR_VISITORS, PER_PEER, has_room
from daemon.base.addresses import Address

MACHINE = [ip_address("127.0.0.1"), ip_address("::1")]
VISITORS = [ip_address("192.168.1.5"), ip_address("fd00:1::5")]
STRANGER = ip_address("192.168.1.6")
FOR_STRANGERS = CONNECTIONS - KEPT_FOR_THE_MACHINE - KEPT_FOR_VISITORS


class Lan:
    """Connections that stay open, and visitors who have shown a PIN."""

    def __init__(self) -> None:
        self.open: list[Address] = []
        self.known = set(VISITORS)

    def take(self, addresses: Iterator[Address], attempts: int = 3 * CONNECTIONS) -> int:
        """Attempts to connect, one after the other; how many succeed."""
        return sum(self.connect(next(addresses)) for _ in range(attempts))

    def connect(self, peer: Address) -> bool:
        has = has_room(peer, self.open, self.known.__contains__)
        if has:
            self.open.append(peer)
        return has


def ipv6(networks: int = 1) -> Iterator[Address]:
    """A new address each time."""
    return (ip_address((0xFD00 << 112) + (number % networks << 64) + number) for number in count(1))


def test_one_host_with_the_addresses_of_a_64_gets_the_share_of_one_peer() -> None:
    lan = Lan()
    assert lan.take(ipv6()) == PER_PEER
    assert lan.connect(STRANGER)


@pytest.mark.parametrize("networks", [10, 1000])
def test_many_strangers_leave_room_for_visitors_and_the_machine(networks: int) -> None:
    lan = Lan()
    assert lan.take(ipv6(networks)) == FOR_STRANGERS
    assert not lan.connect(STRANGER), "a new device has to wait"
    for peer in [*VISITORS, *MACHINE]:
        assert all(lan.connect(peer) for _ in range(6)), f"a browser at {peer} is shut out"


def test_visitors_leave_room_for_the_machine() -> None:
    lan = Lan()
    lan.take(ipv6(1000))
    lan.known |= (visitors := set(map(ip_address, (f"10.0.0.{number}" for number in range(100)))))
    lan.take(iter(sorted(visitors, key=int) * 6))
    assert len(lan.open) == CONNECTIONS - KEPT_FOR_THE_MACHINE
    assert all(lan.connect(MACHINE[0]) for _ in range(6))


@pytest.mark.parametrize("peer", [VISITORS[0], MACHINE[0]])
def test_nobody_gets_all_of_them_alone(peer: Address) -> None:
    lan = Lan()
    assert lan.take(iter([peer] * CONNECTIONS), CONNECTIONS) == PER_PEER


def test_visitors_of_one_ipv6_network_are_counted_one_by_one() -> None:
    lan = Lan()
    house = [ip_address((0xFD00 << 112) + number) for number in range(20)]
    lan.known |= set(house)
    assert all(lan.connect(peer) for peer in house * 6)
