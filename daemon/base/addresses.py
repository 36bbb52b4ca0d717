"""Addresses of the local network: where a request comes from, and where `[llm] server` may be.

A peer is known by its socket alone, never by a header. `ipaddress.is_private` does not help: it is also true
for documentation and reserved addresses. So the networks are listed ([web] networks). The server is written
as an address: a name would let whoever answers for names decide where transcripts go.
"""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

PRIVATE_IPV4 = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")
"""RFC 1918, and RFC 3927 for networks without any server."""
PRIVATE = (*PRIVATE_IPV4, "fc00::/7")
"""With RFC 4193."""
_MOST_SEEN = 500
"""As many as there are sessions at most; limits the memory."""
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


def network_of(peer: Address) -> Address:
    """What a peer is counted by: its address; for IPv6 its /64, in which a host may choose any address."""
    return ipaddress.IPv6Address(int(peer) >> 64 << 64) if peer.version == 6 else peer


def was_forwarded(headers: Iterable[str]) -> bool:
    """Whether the names of the request's headers show that it came through a proxy."""
    names = {name.lower() for name in headers}
    return any(name.lower() in names for name in _FORWARDED)


class Seen:
    """The latest addresses of visitors who have shown a PIN; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._peers: dict[Address, None] = {}

    def add(self, peer: Address) -> None:
        with self._lock:
            self._peers.pop(peer, None)
            self._peers[peer] = None
            if len(self._peers) > _MOST_SEEN:
                del self._peers[next(iter(self._peers))]

    def __contains__(self, peer: Address) -> bool:
        return peer in self._peers


@lru_cache(maxsize=4)
def _parsed(networks: tuple[str, ...]) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(ipaddress.ip_network(network) for network in networks)


def own_names(hostname: str) -> tuple[str, str]:
    """The machine's name, plain and as Avahi announces it."""
    short = hostname.split(".")[0].lower()
    return short, f"{short}.local"


_EXAMPLE = 'write an address in a private network with its port, such as "https://192.168.1.20:8081"'


@dataclass(frozen=True, slots=True)
class ServerAddress:
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> ServerAddress:
        """Of "https://192.168.1.20:8081". ValueError, which says what is wrong."""
        try:
            parts = urlsplit(text)
            host, port = parts.hostname or "", parts.port
        except ValueError as error:
            raise ValueError(f"{error}; {_EXAMPLE}") from None
        if parts.scheme != "https":
            raise ValueError(f"transcripts travel by https alone; {_EXAMPLE}")
        if text.removesuffix("/") != f"https://{parts.netloc}" or "@" in parts.netloc or not port:
            raise ValueError(f"that is more or less than an address and a port; {_EXAMPLE}")
        if (address := address_of(host)) is None:
            raise ValueError(f'"{host}" is a name, and names are not looked up; {_EXAMPLE}')
        if not is_local(address, PRIVATE):
            raise ValueError(f"{host} is in no private network; {_EXAMPLE}")
        return cls(str(address), port)

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
