"""Tries to get out of the sandbox it is run in, and prints what happened.

Run inside a service's sandbox by `sandbox`, with the targets as arguments: "192.0.2.1:443",
"[2001:db8::1]:443", or the path of what the service may not see. To each address a datagram is sent and a
connection opened, each path is read; then the local sockets are tried behind which other programs could
look up a name or reach a network on the service's behalf.

Sockets are also opened through io_uring, whose requests the kernel carries out without system calls of
their own: a filter of system calls (`RestrictAddressFamilies=`) sees neither socket(2) nor connect(2).
What it can refuse is the ring itself. Kernels know IORING_OP_SOCKET from 5.19 on.
"""

from __future__ import annotations

import ctypes
import errno
import json
import mmap
import os
import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

# System calls; the same on every architecture since they were added (Linux 5.1).
_SETUP, _ENTER = 425, 426
_OP_SOCKET = 45
_GETEVENTS = 1
_PARAMS_BYTES = 120
_SQ_OFFSETS, _CQ_OFFSETS = 40, 80
"""Where struct io_uring_params gives the layout of the two rings."""
_CQ_MAP, _SQES_MAP = 0x8000000, 0x10000000
_SQE = struct.Struct("=BBHiQQIIQ24x")
"""Operation, flags, priority, domain, type, address, protocol, flags, user data."""
_CQE = struct.Struct("=QiI")
_ENTRIES = 4


def open_socket(family: int) -> None:
    """Have the kernel open a socket, and close it. OSError as from socket(2), or from making the ring."""
    libc = ctypes.CDLL(None, use_errno=True)
    params = (ctypes.c_char * _PARAMS_BYTES)()
    ring = _checked(libc.syscall(_SETUP, _ENTRIES, params))
    try:
        os.close(_asked(libc, ring, bytes(params), family))
    finally:
        os.close(ring)


def _asked(libc: ctypes.CDLL, ring: int, params: bytes, family: int) -> int:
    """Put the one request into the ring; the socket's descriptor."""
    _, sq_tail, _, _, _, _, sq_array = struct.unpack_from("=7I", params, _SQ_OFFSETS)
    _, _, _, _, _, cqes = struct.unpack_from("=6I", params, _CQ_OFFSETS)
    page = mmap.PAGESIZE
    with (
        mmap.mmap(ring, page) as submissions,
        mmap.mmap(ring, page, offset=_CQ_MAP) as completions,
        mmap.mmap(ring, page, offset=_SQES_MAP) as requests,
    ):
        requests[: _SQE.size] = _SQE.pack(_OP_SOCKET, 0, 0, family, socket.SOCK_STREAM, 0, 0, 0, 1)
        struct.pack_into("=I", submissions, sq_array, 0)
        struct.pack_into("=I", submissions, sq_tail, 1)
        _checked(libc.syscall(_ENTER, ring, 1, 1, _GETEVENTS, None, 0))
        _, outcome, _ = _CQE.unpack_from(completions, cqes)
    if outcome < 0:
        raise OSError(-outcome, os.strerror(-outcome))
    return int(outcome)


def _checked(outcome: int) -> int:
    if outcome < 0:
        number = ctypes.get_errno() or errno.EIO
        raise OSError(number, os.strerror(number))
    return outcome


_TIMEOUT_S = 2.0
_OPEN = {"tcp": "0A", "tcp6": "0A", "udp": "07", "udp6": "07"}
"""The state of a socket that listens; for datagrams, of one that is bound and takes them from anybody."""
_TO_NETWORK = -1 if sys.byteorder == "little" else 1
DOORS = (
    "/run/dbus/system_bus_socket",
    "/run/systemd/resolve/io.systemd.Resolve",
    "/run/avahi-daemon/socket",
    "/run/nscd/socket",
)
"""System bus, systemd-resolved, Avahi and nscd."""


FAMILIES = (socket.AF_INET, socket.AF_INET6, socket.AF_VSOCK)
"""VSOCK reaches the host of a virtual machine, and no network namespace keeps it in."""


def main(targets: list[str]) -> dict[str, Any]:
    """`attempts`: each with target, way and outcome ("sent", "connected", "read" or the name of an error).
    `listens`: where programs of this user take connections or datagrams ("tcp 192.168.1.20:22000")."""
    attempts = []
    for target in targets:
        if target.startswith("/"):
            attempts.append({"target": target, "way": "file", "outcome": _read(Path(target))})
            continue
        address, _, port = target.rpartition(":")
        family = socket.AF_INET6 if address.startswith("[") else socket.AF_INET
        where = (address.strip("[]"), int(port))
        attempts.append({"target": target, "way": "datagram", "outcome": _send(family, where)})
        attempts.append({"target": target, "way": "connection", "outcome": _connect(family, where)})
    for family in FAMILIES:
        attempts.append({"target": family.name, "way": "io_uring", "outcome": _open_by_ring(family)})
    for door in DOORS:
        attempts.append({"target": door, "way": "door", "outcome": _connect(socket.AF_UNIX, door)})
    network = os.stat("/proc/self/ns/net").st_ino  # noqa: PTH116  # no path
    return {"network": network, "attempts": attempts, "listens": sorted(set(_listening()))}


def _send(family: socket.AddressFamily, where: tuple[str, int]) -> str:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"\0", where)
    except OSError as error:
        return _name(error)
    return "sent"


def _connect(family: socket.AddressFamily, where: tuple[str, int] | str) -> str:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as caller:
            caller.settimeout(_TIMEOUT_S)
            caller.connect(where)
    except TimeoutError:
        return "ETIMEDOUT"
    except OSError as error:
        return _name(error)
    return "connected"


def _read(path: Path) -> str:
    try:
        if path.is_dir():
            list(path.iterdir())
        else:
            path.open("rb").close()
    except OSError as error:
        return _name(error)
    return "read"


def _listening() -> Iterator[str]:
    """From the kernel's tables of this network, which have each socket's owner. Numbers of an address are in
    the order of this machine's bytes, four at a time."""
    for name, state in _OPEN.items():
        table = Path("/proc/self/net", name)
        lines = table.read_text("ascii").splitlines() if table.exists() else []  # a kernel without IPv6
        for line in lines[1:]:
            _, local, _, seen, *_, owner = line.split()[:8]
            if seen == state and int(owner) == os.getuid():
                host, _, port = local.partition(":")
                packed = bytes.fromhex(host)
                words = (packed[at : at + 4] for at in range(0, len(packed), 4))
                address = ip_address(b"".join(word[::_TO_NETWORK] for word in words))
                shown = f"[{address}]" if address.version == 6 else f"{address}"
                yield f"{name.removesuffix('6')} {shown}:{int(port, 16)}"


def _open_by_ring(family: socket.AddressFamily) -> str:
    try:
        open_socket(family)
    except OSError as error:
        return _name(error)
    return "opened"


def _name(error: OSError) -> str:
    return errno.errorcode.get(error.errno or 0, str(error))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1:])) + "\n")
