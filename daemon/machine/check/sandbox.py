"""Could a service send anything out? Tried from inside each one's sandbox, not derived from its unit.

Some kernels and containers accept systemd's filters without enforcing them, and a drop-in can undo them.
So a program in the same sandbox tries: only an immediate refusal by this machine's kernel counts. Silence,
or a refusal by the other side, means that something has left.

The sandbox is the one that systemd has loaded: the directives are read from the unit with all of its
drop-ins and given to a transient unit, including whatever an administrator has relaxed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from daemon.base.addresses import PRIVATE, ServerAddress, address_of, is_local
from daemon.hub.rooms.syncthing import DISCOVERY_PORT
from daemon.machine.check.host import Found, Host, Ran, fail, ok, skipped
from daemon.machine.check.services import ROOMS, SERVICES, running, shown, unit

# What the service does, not how it is confined.
_ITS_OWN = (
    "Exec", "Type", "Notify", "Restart", "Watchdog", "Timeout", "Standard", "PIDFile", "BusName", "Sockets",
    "FileDescriptor", "NonBlocking", "SuccessExit", "OOMPolicy",
)  # fmt: skip

_EMPTY_MEANS_NONE = ("CapabilityBoundingSet", "AmbientCapabilities")


def run_in_sandbox(host: Host, unit: str, command: Sequence[str], *, timeout_s: float) -> Ran:
    """As root. What cannot be read or set makes systemd-run fail, with its message in `err`."""
    text = host.run(["systemctl", "cat", unit], timeout_s=5)
    if not text.ok:
        return text
    # The folder below /run is the service's own, which goes on: it must not go with the command.
    kept = [*directives(text.out), "RuntimeDirectoryPreserve=yes"]
    properties = [f"--property={line}" for line in kept]
    return host.run(
        ["systemd-run", "--quiet", "--wait", "--pipe", "--collect", *properties, "--", *command],
        timeout_s=timeout_s,
    )


def directives(text: str) -> list[str]:
    """The `Key=value` lines of all [Service] sections that confine the service, in order."""
    kept: list[str] = []
    section = ""
    for line in text.replace("\\\n", " ").splitlines():
        line = line.strip()
        key, _, value = line.partition("=")
        if line.startswith("["):
            section = line
        elif section != "[Service]" or not line or line[0] in "#;" or key.startswith(_ITS_OWN):
            continue
        elif value:
            # systemd-run knows the names of networks ("localhost"), but only one at a time.
            words = value.split() if key.startswith("IPAddress") else [value]
            kept += [f"{key}={word}" for word in words]
        else:
            # An empty value resets earlier ones; systemd-run would read it as "nothing at all".
            kept = [line for line in kept if not line.startswith(f"{key}=")]
            kept += [f"{key}="] if key in _EMPTY_MEANS_NONE else []
    return kept


_TIMEOUT_S = 25.0
RELAY = "relay"
_REFUSED = {"EAFNOSUPPORT", "EPERM", "EACCES"}
"""No such kind of socket; an address filter; a security module."""
_NO_WAY = {"ENETUNREACH", "EADDRNOTAVAIL"}
"""No route: proves something only in a network that is the service's own, since a machine may be offline."""
_NO_RING = {"ENOSYS", "EINVAL", *_REFUSED}
"""Kernels without io_uring, or without sockets through it, refuse as well."""
_HIDDEN = {"ENOENT", "EACCES", "EPERM"}
_NO_DOOR = {"ENOENT", "ECONNREFUSED", *_REFUSED}
_CHOSEN_PORT = 32768
"""From here on the kernel chooses one for who names none, as does the socket that sends broadcasts
(net.ipv4.ip_local_port_range)."""
_ADVICE = "see docs/operations.md, What the services may do; until that is fixed, unplug the network cable"


def check_egress(host: Host) -> Found:
    if not host.has_systemd:
        return skipped("not checked: without systemd nothing confines the services")
    if host.uid != 0:
        return skipped("not checked: this takes root, run `sudo roomscribe check`")
    if any(shown(host, unit(service), "LoadState").get("LoadState") != "loaded" for service in SERVICES):
        return skipped("not checked: not installed as services")
    outcomes, problems = {}, {}
    # Where it is on, the relay has the machine's network, of which the kernel lets it have one address.
    for service in (*running(host), *((RELAY,) if host.config.llm.server else ())):
        tried = _try(host, service)
        if isinstance(tried, str):
            problems[service] = tried
        else:
            outcomes[service] = tried
    if problems:
        failed = "; ".join(f"{service}: {problem}" for service, problem in problems.items())
        return fail(f"could not be tried: {failed}", "see `journalctl -n 30`")
    if leaking := {service: found for service, tried in outcomes.items() if (found := leaks(tried, service))}:
        ways = "; ".join(f"{service} ({', '.join(found)})" for service, found in leaking.items())
        return fail(f"THE KERNEL LETS SERVICES SEND: {ways}", _ADVICE, **leaking)
    count = sum(len(tried["attempts"]) for tried in outcomes.values())
    return ok(f"{count} attempts from inside the services, all refused by the kernel", **outcomes)


def _try(host: Host, service: str) -> dict[str, Any] | str:
    """What `escape` saw, or why it could not be run."""
    targets = (*host.config.check.outside, *_besides(host, service), *map(str, _not_for(host, service)))
    command = [sys.executable, "-m", "daemon.machine.check.escape", *targets]
    ran = run_in_sandbox(host, unit(service), command, timeout_s=_TIMEOUT_S)
    if not ran.ok:
        return (ran.err.strip().splitlines() or ["no reason given"])[-1]
    outcome: dict[str, Any] = json.loads(ran.out)
    return outcome


def _besides(host: Host, service: str) -> list[str]:
    """A neighbour of the one address that the relay may reach: a private address, too, is to be refused."""
    if service != RELAY:
        return []
    server = ServerAddress.parse(host.config.llm.server)
    address = ip_address(server.host)
    near = (type(address)(int(address) ^ bit) for bit in (1, 2))
    # To an address of broadcasts nothing can be sent in any case.
    neighbour = next(each for each in near if each.packed[-1] not in (0, 255))
    return [str(ServerAddress(str(neighbour), server.port))]


def _not_for(host: Host, service: str) -> list[Path]:
    """What a service that has the machine's network may not see of the state."""
    if service == ROOMS:
        return sorted(path for path in host.state_dir.iterdir() if path.name != "rooms")
    return [host.state_dir] if service == RELAY else []


def leaks(outcome: dict[str, Any], service: str = "") -> list[str]:
    """Attempts that were not refused at once, and places listened at that others than neighbours reach."""
    own_network = outcome["network"] != os.stat("/proc/self/ns/net").st_ino  # noqa: PTH116  # no path
    attempts = outcome["attempts"]
    filtered = {
        attempt["target"]
        for attempt in attempts
        if (attempt["way"], attempt["outcome"]) == ("datagram", "EPERM")
    }

    def is_refused(attempt: dict[str, str]) -> bool:
        if attempt["way"] == "door":
            return attempt["outcome"] in _NO_DOOR
        if attempt["way"] == "io_uring":
            return attempt["outcome"] in _NO_RING
        if attempt["way"] == "file":
            return attempt["outcome"] in _HIDDEN
        if attempt["outcome"] == "ETIMEDOUT":
            # A filter drops a connection's packets silently, but reports an error for a datagram.
            return attempt["target"] in filtered
        return attempt["outcome"] in _REFUSED or (own_network and attempt["outcome"] in _NO_WAY)

    found = [
        f"{attempt['way']} to {attempt['target']}: {attempt['outcome']}"
        for attempt in attempts
        if not is_refused(attempt)
    ]
    return found + [
        f"listens at {place}"
        for place in outcome["listens"]
        if not (_is_near(place) or (service == ROOMS and filtered and _is_discovery(place)))
    ]


def _is_near(place: str) -> bool:
    """As `escape` writes it: "tcp 192.168.1.20:22000"."""
    at = address_of(place.partition(" ")[2].rpartition(":")[0].strip("[]"))
    return at is not None and is_local(at, PRIVATE)


def _is_discovery(place: str) -> bool:
    """Syncthing hears and sends broadcasts at all addresses; the filter that refuses a datagram to the
    outside drops those that come from there, too."""
    where, _, port = place.rpartition(":")
    return where == "udp 0.0.0.0" and (int(port) == DISCOVERY_PORT or int(port) >= _CHOSEN_PORT)
