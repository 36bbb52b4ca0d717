"""Clients that ask for more than they take, on real sockets: they hold up nobody but themselves."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from daemon.access.connections import HEAD_S, PER_PEER, QUIET_S
from web.server import THREADS, Server

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

ASK = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
PIECE = bytes(64 * 1024)


class App:
    """Answers /small with a word, /page with 4 MB, and everything else with 64 MB, piece by piece."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.closed = threading.Event()
        self.is_broken = False

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        self.asked.append(path)
        pieces = {"/small": 0, "/page": 64}.get(path, 1024)
        length = pieces * len(PIECE) if pieces else 5
        start_response("200 OK", [("Content-Length", str(length)), ("Content-Type", "text/plain")])
        return self._pieces(pieces) if pieces else [b"hello"]

    def _pieces(self, count: int) -> Iterator[bytes]:
        try:
            for number in range(count):
                if self.is_broken and number == 100:
                    return
                yield PIECE
        finally:
            self.closed.set()


class Room:
    """A server over `App`, with a clock that only the test moves."""

    def __init__(self, stack: ExitStack) -> None:
        self.now_s = 1000.0
        self.app = App()
        self.server = stack.enter_context(
            closing(Server(self.app, "127.0.0.1", 0, monotonic=lambda: self.now_s))
        )
        self._stack = stack
        self.claimed: dict[int, str] = {}
        """What a connection from some port of ours seems to come from."""
        self.server._server.fix_addr = lambda addr: (self.claimed.get(addr[1], addr[0]), *addr[1:])

    def connect(self, sent: bytes = b"", peer: str = "127.0.0.1") -> socket.socket:
        client = self._stack.enter_context(socket.socket())
        client.settimeout(5)
        client.bind(("127.0.0.1", 0))
        self.claimed[client.getsockname()[1]] = peer
        client.connect(("127.0.0.1", self.server.port))
        client.sendall(sent)
        return client

    def is_served(self, peer: str = "127.0.0.1") -> bool:
        """Whether somebody else is answered; this also wakes the server, which then looks at its clock."""
        with closing(self.connect(ASK % b"/small", peer)) as other:
            return other.recv(12) == b"HTTP/1.1 200"


@contextmanager
def room() -> Iterator[Room]:
    with ExitStack() as stack:
        room = Room(stack)
        thread = threading.Thread(target=room.server.run)
        thread.start()
        stack.callback(thread.join)
        stack.callback(room.server.stop)
        yield room


def taken(client: socket.socket, count: int) -> int:
    """Bytes that came until there were `count`, or the connection ended."""
    total = 0
    while total < count and (data := client.recv(min(count - total, 1 << 20))):
        total += len(data)
    return total


@pytest.mark.parametrize("path", [b"/page", b"/sound"])
def test_clients_that_ask_on_and_never_read_stop_nobody(path: bytes) -> None:
    with room() as house:
        for _ in range(2 * THREADS):
            assert house.connect(ASK % path * 100).recv(12) == b"HTTP/1.1 200"
        for _ in range(20):
            assert house.is_served()


def test_the_next_request_of_a_connection_waits_until_the_answer_before_is_taken() -> None:
    with room() as house:
        client = house.connect(ASK % b"/page" * 3 + ASK % b"/small")
        assert client.recv(12, socket.MSG_PEEK | socket.MSG_WAITALL) == b"HTTP/1.1 200"
        for _ in range(3):
            assert house.is_served()
        assert house.app.asked == ["/page", *["/small"] * 3]
        rest = b""
        while not rest.endswith(b"hello"):
            rest = rest[-5:] + client.recv(1 << 20)
        assert house.app.asked[4:] == ["/page", "/page", "/small"]


def test_an_answer_that_nobody_takes_is_given_up_after_half_a_minute() -> None:
    with room() as house:
        client = house.connect(ASK % b"/sound")
        assert client.recv(12) == b"HTTP/1.1 200"
        assert house.is_served()
        house.now_s += QUIET_S - 1
        assert house.is_served()
        assert not house.app.closed.is_set()
        for _ in range(2):  # at the first the last bytes may just have gone
            house.now_s += QUIET_S + 1
            assert house.is_served()
        assert house.app.closed.wait(5), "and its file is closed"
        with pytest.raises(ConnectionResetError):
            taken(client, 64 << 20)


def test_a_body_that_comes_drop_by_drop_is_cut_off() -> None:
    with room() as house:
        client = house.connect(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n")
        assert house.is_served()
        with pytest.raises(ConnectionError):  # noqa: PT012  # which of the drops is refused is not ours to say
            for _ in range(int(HEAD_S) + 10):
                client.sendall(b"x")
                house.now_s += 1
                assert house.is_served()
        assert "/" not in house.app.asked


def test_who_takes_a_long_answer_slowly_gets_all_of_it() -> None:
    with room() as house:
        client = house.connect(ASK % b"/sound")
        for _ in range(4):
            assert taken(client, 8 << 20) == 8 << 20
            assert house.is_served()
            house.now_s += QUIET_S - 1
        assert taken(client, 32 << 20) == 32 << 20


def test_an_answer_that_breaks_off_ends_the_connection() -> None:
    with room() as house:
        house.app.is_broken = True
        client = house.connect(ASK % b"/sound")
        assert taken(client, 64 << 20) < 101 * len(PIECE)


def test_a_client_that_hangs_up_leaves_nothing_open() -> None:
    with room() as house:
        house.connect(ASK % b"/sound").close()
        assert house.app.closed.wait(5)


def test_a_host_with_four_addresses_of_an_ipv6_network_leaves_the_page_to_others() -> None:
    with room() as house:
        held = [house.connect(peer=f"fd00::{number}") for number in range(1, 5) for _ in range(PER_PEER)]
        for peer in ("127.0.0.1", "192.168.1.6", "fd00:0:0:1::1"):
            assert house.is_served(peer)
        refused = [client for client in held if select.select([client], [], [], 0)[0]]
        assert len(refused) == 3 * PER_PEER
        assert {client.recv(1) for client in refused} == {b""}
