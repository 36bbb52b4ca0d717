"""What systemd hears from a service."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.base.systemd import Notifier


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(address)
        receiver.setblocking(False)
        yield receiver, address


def test_a_supervisor_hears_what_goes_on(supervisor: tuple[socket.socket, str]) -> None:
    receiver, address = supervisor
    notifier = Notifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000"})
    assert notifier.watchdog_s == 30
    notifier.ready()
    notifier.status("recording\nsince 10:03")
    notifier.alive()
    notifier.stopping()
    heard = [receiver.recv(200).decode() for _ in range(4)]
    assert heard == ["READY=1", "STATUS=recording since 10:03", "WATCHDOG=1", "STOPPING=1"]


def test_an_abstract_socket_is_reached() -> None:
    name = f"roomscribe-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind("\0" + name)
        receiver.setblocking(False)
        Notifier({"NOTIFY_SOCKET": "@" + name}).ready()
        assert receiver.recv(100) == b"READY=1"


def test_a_watchdog_meant_for_another_process_is_not_fed(supervisor: tuple[socket.socket, str]) -> None:
    receiver, address = supervisor
    notifier = Notifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"})
    notifier.alive()
    with pytest.raises(BlockingIOError):
        receiver.recv(100)


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_without_a_supervisor_nothing_happens(environ: dict[str, str]) -> None:
    notifier = Notifier(environ)
    notifier.ready()
    notifier.alive()
    assert notifier.watchdog_s is None
