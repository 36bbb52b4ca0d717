"""Where a request comes from: believed of the socket's peer alone, never of a header.

`ipaddress.is_private` will not do: it also says yes to addresses for documentation and to what is reserved.
So the networks are listed ([web] networks).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def address_of(text: str) -> Address | None:
    """The address in `text`, without brackets; None if it is none.

    ::ffff:192.168.1.5 is how a socket for both families reports 192.168.1.5, and means it.
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return address.ipv4_mapped or address
    return address


def is_loopback(host: str) -> bool:
    """Whether `host`, a name or an address without port and brackets, is this machine alone."""
    if host.lower().rstrip(".") == "localhost":
        return True
    address = address_of(host)
    return address is not None and address.is_loopback


def is_local(peer: Address, networks: tuple[str, ...]) -> bool:
    """Whether `peer` is this machine or in one of `networks` (CIDR)."""
    return peer.is_loopback or any(peer in network for network in _parsed(networks))


def network_of(peer: Address) -> str:
    """What a peer is counted by: its address; of IPv6 the /64, in which a host may have any it likes."""
    if isinstance(peer, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(peer) >> 64 << 64, 64)))
    return str(peer)


def was_forwarded(headers: Iterable[str]) -> bool:
    """Whether a proxy says that it speaks for somebody else, by the names of the request's headers."""
    names = {name.lower() for name in headers}
    return any(name.lower() in names for name in _FORWARDED)


@lru_cache(maxsize=4)
def _parsed(networks: tuple[str, ...]) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(ipaddress.ip_network(network) for network in networks)
