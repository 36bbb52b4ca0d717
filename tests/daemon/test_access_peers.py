"""Which peers are local: believed of addresses, in whatever way they are written."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.base.addresses import Seen, address_of, is_local, is_loopback, was_forwarded
from daemon.base.config import load_config, packaged_config

DEFAULT = load_config(packaged_config()).web.networks
PRIVATE = [ipaddress.ip_network(network) for network in DEFAULT]

near = st.sampled_from([part for network in PRIVATE for part in (network, network.supernet(1))]).flatmap(
    lambda network: st.integers(int(network[0]), int(network[-1])).map(type(network[0]))
)
addresses = st.one_of(st.ip_addresses(), near)


@pytest.mark.parametrize(
    "peer",
    [
        "127.0.0.1",
        "::1",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.5",
        "169.254.7.7",
        "fd00::1",
        "fe80::1",
        "::ffff:192.168.1.5",
        "fe80::1%eth0",
    ],
)
def test_a_local_network_is_local(peer: str) -> None:
    address = address_of(peer)
    assert address is not None
    assert is_local(address, DEFAULT)


@pytest.mark.parametrize(
    "peer",
    [
        "8.8.8.8",
        "172.32.0.1",
        "172.15.255.255",
        "192.169.0.1",
        "203.0.113.5",
        "240.0.0.1",
        "100.64.0.1",
        "0.0.0.0",
        "::",
        "2001:db8::1",
        "2002:c0a8:105::1",
        "::ffff:8.8.8.8",
        "64:ff9b::c0a8:105",
        "fec0::1",
    ],
)
def test_the_rest_of_the_world_is_not(peer: str) -> None:
    address = address_of(peer)
    assert address is not None
    assert not is_local(address, DEFAULT)


@given(addresses)
def test_an_address_is_local_exactly_if_a_listed_network_or_loopback_holds_it(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    read = address_of(str(address))
    assert read is not None
    listed = any(read.version == each.version and read in each for each in PRIVATE)
    assert is_local(read, DEFAULT) == (listed or read.is_loopback)


@given(st.ip_addresses(v=4))
def test_an_old_address_in_a_new_ones_clothes_is_the_old_one(address: ipaddress.IPv4Address) -> None:
    assert address_of(f"::ffff:{address}") == address_of(str(address)) == address


@given(st.text(max_size=40))
def test_a_text_that_is_no_address_has_none(text: str) -> None:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        assert address_of(text) is None


def test_without_networks_only_this_machine_is_left() -> None:
    assert is_local(ipaddress.ip_address("127.0.0.1"), ())
    assert not is_local(ipaddress.ip_address("192.168.1.5"), ())


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST.", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]
)
def test_loopback_is_recognised(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::", "10.0.0.1", "localhost.example.org", "127.1"])
def test_anything_else_is_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_a_proxy_that_names_itself_is_noticed() -> None:
    assert was_forwarded(["Host", "x-forwarded-for"])
    assert not was_forwarded(["Host", "User-Agent"])


def test_of_the_addresses_that_were_in_the_last_ones_are_remembered() -> None:
    seen = Seen()
    first, *others = (ipaddress.ip_address(0x0A000000 + number) for number in range(501))
    for peer in (first, *others[:-1], first, others[-1]):
        seen.add(peer)
    assert first in seen, "it came again"
    assert others[0] not in seen
    assert all(peer in seen for peer in others[1:])
