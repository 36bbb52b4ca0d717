"""Who answers on the page's socket while no hub does, and who is left to the hub."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from collections.abc import Iterator

import pytest

from daemon.base.addresses import address_of
from daemon.base.systemd import PLAIN, SECURE
from daemon.hub.standby import Standby


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def visit(listener: socket.socket) -> socket.socket:
    visitor = socket.create_connection(listener.getsockname()[:2], timeout=5)
    visitor.sendall(b"GET / HTTP/1.1\r\nHost: room.local\r\n\r\n")
    return visitor


def everything(visitor: socket.socket) -> bytes:
    return b"".join(iter(lambda: visitor.recv(65_536), b""))


def test_whoever_waits_long_enough_gets_a_page_that_says_what_to_do(listener: socket.socket) -> None:
    slept: list[float] = []
    with visit(listener) as first, visit(listener) as second:
        assert Standby({PLAIN: listener}, sleep=slept.append).step() == 2
        for visitor in (first, second):
            head, _, body = everything(visitor).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert f"Content-Length: {len(body)}".encode() in head
            assert b"systemctl status roomscribe" in body
    assert 1.4 < sum(slept) < 1.6


def test_silent_visitors_hold_nobody_up(listener: socket.socket) -> None:
    """Browsers connect before they have anything to ask."""
    with contextlib.ExitStack() as visitors:
        silent = [
            visitors.enter_context(socket.create_connection(listener.getsockname()[:2])) for _ in range(30)
        ]
        asking = visitors.enter_context(visit(listener))
        begun_s = time.monotonic()
        assert Standby({PLAIN: listener}, sleep=lambda _: None).step() == 31
        assert time.monotonic() - begun_s < 5
        assert everything(asking).startswith(b"HTTP/1.1 503 ")
        assert all(everything(each).startswith(b"HTTP/1.1 503 ") for each in silent)


def test_a_visitor_whom_the_hub_takes_is_the_hubs(listener: socket.socket) -> None:
    taken: list[socket.socket] = []

    def hub(_: float) -> None:
        """It is busy for half a second, and then there."""
        taken.append(listener)
        if len(taken) == 5:
            taken.append(listener.accept()[0])

    with visit(listener):
        assert Standby({PLAIN: listener}, sleep=hub).step() == 0
    taken[-1].close()


def test_a_queue_that_is_never_empty_for_long_is_not_taken_for_a_dead_hub(listener: socket.socket) -> None:
    """The hub accepts at once, and the next visitor has just come whenever the queue is looked at once."""
    visitors = [visit(listener)]
    accepted: list[socket.socket] = []

    def hub(_: float) -> None:
        accepted.append(listener.accept()[0])
        if len(accepted) != 7:
            visitors.append(visit(listener))

    assert Standby({PLAIN: listener}, sleep=hub).step() == 0
    for each in (*visitors, *accepted):
        each.close()


def test_tls_is_closed_at_once_instead_of_hanging(listener: socket.socket) -> None:
    with visit(listener) as visitor:
        assert Standby({SECURE: listener}, sleep=lambda _: None).step() == 1
        with contextlib.suppress(ConnectionResetError):
            assert everything(visitor) == b""


def test_somebody_from_outside_is_told_nothing(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.hub.standby.address_of", lambda host: address_of("203.0.113.7"))
    with visit(listener) as visitor:
        assert Standby({PLAIN: listener}, sleep=lambda _: None).step() == 1
        assert select.select([visitor], [], [], 5)[0]
        with contextlib.suppress(ConnectionResetError):
            assert everything(visitor) == b""


def test_a_socket_that_a_restart_of_the_hub_let_block_holds_nobody_up(listener: socket.socket) -> None:
    standby = Standby({PLAIN: listener}, sleep=lambda _: listener.setblocking(True))
    with visit(listener) as asking:
        assert standby.step() == 1
        assert everything(asking).startswith(b"HTTP/1.1 503 ")
