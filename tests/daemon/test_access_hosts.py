"""Which names in a Host header are this machine's: its own, the dialled address, the configured ones."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.access.hosts import is_loopback_name, names_us
from daemon.base.addresses import address_of, own_names

NAMES = (*own_names("Roomscribe.example.org"), "Notes.example.org", "10.9.8.7")
DIALLED = ipaddress.ip_address("192.168.1.5")


@pytest.mark.parametrize(
    "host",
    [
        "roomscribe",
        "roomscribe.local",
        "ROOMSCRIBE.LOCAL",
        "roomscribe.local.",
        "roomscribe.local:80",
        "192.168.1.5",
        "192.168.1.5:8080",
        "[::ffff:192.168.1.5]",
        "notes.example.org",
        "10.9.8.7",
        "localhost",
        "localhost:8080",
        "127.0.0.1",
        "127.1.2.3:1",
        "[::1]",
        "[::1]:8080",
    ],
)
def test_the_machines_names_and_addresses_are_answered(host: str) -> None:
    assert names_us(host, NAMES, DIALLED)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "roomscribe.local.evil.example",
        "evil-roomscribe.local",
        "roomscribe.example.com",
        "192.168.1.6",
        "0.0.0.0",
        "[fe80::1]",
        "localhost@evil.example",
        "localhost:8080:80",
        "2130706433",
        "127.1",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "roomscribe local",
        "192.168.1.5\n",
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert not names_us(host, NAMES, DIALLED)


@given(st.ip_addresses())
def test_an_address_is_ours_only_if_it_was_dialled_or_configured(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    host = f"[{address}]" if address.version == 6 else str(address)
    assert names_us(host, (), address_of(str(address)))
    assert names_us(host, (), DIALLED) == (address_of(str(address)) == DIALLED or is_loopback_name(host))


@given(st.text(max_size=60))
def test_no_text_is_taken_for_us_by_accident(host: str) -> None:
    assert not names_us(host, (), None) or is_loopback_name(host)
