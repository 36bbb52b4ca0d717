"""Can anything leave? Tried on a machine whose only addresses are its own, so that no packet gets further."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.systemd.machine import Machine

# Both belong to the machine's loopback for the length of these tests.
OUTSIDE = "192.0.2.1"
LAN = "192.168.77.1"
REQUEST = (
    "import sys, socket; s = socket.create_connection((sys.argv[1], 8088), 3, (sys.argv[2], 0)); "
    "s.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n'); print(s.recv(100))"
)


@pytest.fixture
def networked(appliance: Machine) -> Iterator[Machine]:
    addresses = (f"{OUTSIDE}/32", f"{LAN}/32")
    for address in addresses:
        appliance.run("ip", "address", "add", address, "dev", "lo")
    yield appliance
    for address in addresses:
        appliance.run("ip", "address", "del", address, "dev", "lo")


@contextmanager
def changed(machine: Machine, unit: str, text: str) -> Iterator[None]:
    """With a drop-in, as an administrator would write it."""
    machine.drop_in(unit, "zz-test", text)
    machine.systemctl("daemon-reload")
    try:
        yield
    finally:
        (machine.root / "etc/systemd/system" / f"{unit}.d/zz-test.conf").unlink()
        machine.systemctl("daemon-reload")


def egress(machine: Machine) -> dict[str, Any]:
    # Not from the checkout, whose packages would come first.
    printed = machine.run("roomscribe", "check", "--only", "egress", "--json", check=False).stdout
    [finding] = json.loads(printed)["findings"]
    assert isinstance(finding, dict)
    return finding


def test_no_service_can_send_anything_out(networked: Machine) -> None:
    finding = egress(networked)
    assert finding["status"] == "ok", finding
    assert set(finding["details"]) == {"recorder", "worker", "hub"}
    for tried in finding["details"].values():
        ways = {(attempt["way"], attempt["outcome"]) for attempt in tried["attempts"]}
        assert ("datagram", "EAFNOSUPPORT") in ways
        assert ("connection", "EAFNOSUPPORT") in ways
        assert {outcome for way, outcome in ways if way == "io_uring"} == {"EPERM"}


def test_a_loosened_service_is_found_out(networked: Machine) -> None:
    loose = "[Service]\nPrivateNetwork=no\nRestrictAddressFamilies=\nIPAddressDeny=\n"
    with changed(networked, "roomscribe-worker.service", loose):
        finding = egress(networked)
    assert finding["status"] == "fail"
    assert f"worker (datagram to {OUTSIDE}:443: sent" in finding["message"]
    assert "recorder (" not in finding["message"]


@contextmanager
def rooms_on(machine: Machine, text: str) -> Iterator[None]:
    """With the rooms' unit on, so changed."""
    with changed(machine, "roomscribe-rooms.service", f"[Service]\n{text}"):
        machine.systemctl("enable", "--quiet", "roomscribe-rooms")
        try:
            yield
        finally:
            machine.systemctl("disable", "--quiet", "roomscribe-rooms")


def test_a_rooms_unit_that_may_read_the_notes_is_found_out(networked: Machine) -> None:
    with rooms_on(networked, "User=roomscribe\nGroup=roomscribe\nTemporaryFileSystem=\n"):
        finding = egress(networked)
    assert finding["status"] == "fail"
    assert "file to /var/lib/roomscribe/notes: read" in finding["message"]


def test_the_rooms_unit_dials_private_addresses_alone(networked: Machine) -> None:
    """It has the machine's network: what keeps it in the building is the kernel's filter of addresses."""
    with rooms_on(networked, "ExecStart=\nExecStart=/usr/bin/sleep 1h\n"):
        finding = egress(networked)
    # Of the state it sees nothing of others, filter or not. Nobody listens: Syncthing does not run.
    assert "file to" not in finding["message"]
    assert "listens" not in finding["message"]
    if finding["status"] == "fail" and f"rooms (datagram to {OUTSIDE}:443: sent" in finding["message"]:
        pytest.skip("ADDRESS FILTERS WERE NOT TESTED: this kernel or container does not enforce them")
    assert finding["status"] == "ok", finding
    tried = finding["details"]["rooms"]["attempts"]
    assert {"target": "/var/lib/roomscribe/notes", "way": "file", "outcome": "ENOENT"} in tried
    assert {"target": f"{OUTSIDE}:443", "way": "datagram", "outcome": "EPERM"} in tried


def test_a_service_that_may_use_io_uring_is_found_out(networked: Machine) -> None:
    """A ring opens what RestrictAddressFamilies= refuses: AF_VSOCK, too, which no namespace keeps in."""
    with changed(networked, "roomscribe-worker.service", "[Service]\nSystemCallFilter=\n"):
        finding = egress(networked)
    if finding["status"] == "ok":
        pytest.skip("IO_URING WAS NOT TESTED: this kernel or container has none")
    assert "worker (io_uring to AF_INET: opened" in finding["message"]
    assert "recorder (" not in finding["message"]


def test_the_address_filter_alone_would_hold_or_is_called_out(networked: Machine) -> None:
    """Whether this kernel enforces it or not: what `check` says is what happens."""
    filter_alone = "[Service]\nPrivateNetwork=no\nRestrictAddressFamilies=\n"
    with changed(networked, "roomscribe-recorder.service", filter_alone):
        finding = egress(networked)
    if finding["status"] == "ok":
        attempts = finding["details"]["recorder"]["attempts"]
        assert {"target": f"{OUTSIDE}:443", "way": "datagram", "outcome": "EPERM"} in attempts
    else:
        assert "recorder (" in finding["message"]


def test_the_page_answers_local_networks_only(networked: Machine) -> None:
    """By the kernel, before the hub sees a byte: other peers never get a connection."""
    probe = (
        "systemd-run",
        "--wait",
        "--pipe",
        "--quiet",
        "--property=IPAddressDeny=any",
        "/usr/bin/python3",
        "-c",
    )
    control = networked.run(
        *probe, f"import socket; socket.socket(2, 2).sendto(b'', ('{LAN}', 9))", check=False
    )
    if "Operation not permitted" not in control.stdout:
        pytest.skip("ADDRESS FILTERS WERE NOT TESTED: this kernel or container does not enforce them")
    everywhere = "[Socket]\nListenStream=\nListenStream=0.0.0.0:8088\n"
    with changed(networked, "roomscribe-hub.socket", everywhere):
        networked.systemctl("restart", "roomscribe")
        near = networked.run("/usr/bin/python3", "-c", REQUEST, LAN, LAN, check=False)
        far = networked.run("/usr/bin/python3", "-c", REQUEST, LAN, OUTSIDE, check=False)
    networked.systemctl("restart", "roomscribe")
    assert "HTTP/1" in near.stdout
    assert "timed out" in far.stdout
