"""waitress' connections, with what it lacks: the address dialled, limits for slow clients, and one request at
a time.
"""

from __future__ import annotations

import socket
import ssl
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge

from daemon.access.connections import Knows, Patience, Phase, has_room
from daemon.base.addresses import address_of
from web.bodies import REFUSED, BodyLimit
from web.security.door import DIALLED

TURN_BYTES = 256 * 1024
"""How much of a long answer is sent before other connections have their turn, however fast its reader is."""
_SEND_BUFFER_BYTES = 256 * 1024
"""How much of an answer the kernel buffers (it doubles the figure). By default it buffers 4 MB of each, and a
reader who does not read is noticed too late.
"""
_AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER: drop unsent data. The kernel would offer it for minutes to somebody who does not read."""


@dataclass(frozen=True, slots=True)
class _Limits:
    """The settings that waitress' parser still uses once it has read the headers."""

    max_request_body_size: int


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Decides how large a body may be between the headers and the body. Stops at the end of the request."""

    def __init__(self, adj: Any, channel: Channel) -> None:
        super().__init__(adj)
        self._channel = channel

    def received(self, data: bytes) -> int:
        """The number of bytes consumed: what follows a whole request waits in the channel."""
        taken: int = super().received(data)
        if not self.completed or self.empty:
            return taken
        self._channel.ahead = data[taken:]
        return len(data)

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        environ = {f"HTTP_{name}": value for name, value in self.headers.items()} | {
            "REQUEST_METHOD": self.command,
            "PATH_INFO": self.path,
            "REMOTE_ADDR": self._channel.addr[0],
            "wsgi.url_scheme": self._channel.scheme,
        }
        # waitress refuses what is as large as its limit.
        self.adj = _Limits(self._channel.body_limit(environ) + 1)


class Task(WSGITask):  # type: ignore[misc]  # waitress has no types
    """Passes on which of this machine's addresses was dialled."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[DIALLED] = self.channel.dialled
        environ["wsgi.url_scheme"] = self.channel.scheme
        return environ


class Refusal(Task):
    """Answers a request whose body is too large: the page says so, without having seen any of it."""

    def get_environment(self) -> dict[str, Any]:
        return super().get_environment() | {REFUSED: self.request.error.code, "CONTENT_LENGTH": "0"}

    def execute(self) -> None:
        super().execute()
        self.set_close_on_finish()  # what follows is the body, and no request


def _refuse(channel: Channel, request: Parser) -> ErrorTask | Refusal:
    """waitress answers what it could not read, in its own words."""
    too_large = isinstance(request.error, RequestEntityTooLarge)
    return (Refusal if too_large else ErrorTask)(channel, request)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that is closed when nothing moves. Its next request waits until the answer before was
    read: a client that keeps asking without reading gets one answer.
    """

    task_class = Task
    error_task_class = staticmethod(_refuse)
    scheme = "http"

    def __init__(
        self,
        server: Any,
        sock: Any,
        addr: Any,
        adj: Any,
        map: Any = None,
        *,
        body_limit: BodyLimit,
        monotonic: Callable[[], float],
    ) -> None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        self.peer = address_of(addr[0])
        self.dialled = sock.getsockname()[0]
        self.body_limit = body_limit
        self.ahead = b""
        """What was read together with the previous request."""
        self._patience = Patience(monotonic)
        self._sent = 0
        self._turn = TURN_BYTES
        super().__init__(server, sock, addr, adj, map=map)

    def parser_class(self, adj: Any) -> Parser:
        """waitress makes a parser for each request by this."""
        self._sent = 0
        return Parser(adj, self)

    def readable(self) -> bool:
        """Called before each wait of the loop, so the deadlines are checked here too."""
        phase, moved = self._phase()
        if self._patience.is_over(phase, moved):
            if phase == "answer":
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            self.handle_close()  # not will_close: waitress only looks at that where it may write
            return False
        if phase == "idle" and self.ahead:
            self._go_on()
        can: bool = super().readable()
        return can

    def _go_on(self) -> None:
        """Handle what was already read."""
        data, self.ahead = self.ahead, b""
        try:
            self.received(data)
        except Exception:
            self.handle_error()  # as waitress does around each read: only this connection ends

    def _phase(self) -> tuple[Phase, int]:
        """What this connection waits for, and how far that has come."""
        if self.requests:
            return "work", 0
        if self.total_outbufs_len:
            return "answer", self._sent
        if self.request is None:
            return "idle", 0
        if not self.request.headers_finished:
            return "head", 0
        return "body", self.request.body_bytes_received

    def handle_write(self) -> None:
        self._turn = TURN_BYTES
        super().handle_write()

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Sends what the socket takes now; nothing when this connection has had its turn."""
        if self._turn <= 0:
            return 0
        sent = self._send(data, do_close)
        self._turn -= sent
        self._sent += sent
        return sent

    def _send(self, data: bytes, do_close: bool) -> int:
        sent: int = super().send(data, do_close)
        return sent


class SecureChannel(Channel):
    """The same under TLS. The handshake is part of the first read, so it blocks nobody else.

    A thread may be writing while the loop reads, and a TLS connection takes one of them at a time.
    """

    scheme = "https"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._one_of_them = threading.Lock()
        super().__init__(*arguments, **options)

    def handle_read(self) -> None:
        try:
            with self._one_of_them:
                data = self.socket.recv(self.adj.recv_bytes)
                # Decrypted data does not wake the loop again.
                while waiting := self.socket.pending():
                    data += self.socket.recv(waiting)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except OSError:  # no TLS at all, a certificate that is not trusted, a connection that broke
            data = b""
        if data:
            self.received(data)
        else:
            self.handle_close()

    def _send(self, data: bytes, do_close: bool) -> int:
        try:
            with self._one_of_them:
                sent: int = self.socket.send(data)
                return sent
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0
        except OSError:
            if do_close:
                self.handle_close()
            return 0


def channels(
    tls: ssl.SSLContext | None, body_limit: BodyLimit, knows: Knows, monotonic: Callable[[], float]
) -> Callable[..., None]:
    """What waitress does with an accepted connection; a connection too many is closed at once."""
    limits: dict[str, Any] = {"body_limit": body_limit, "monotonic": monotonic}

    def open_channel(server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        peer = address_of(addr[0])
        others = [channel.peer for channel in server.active_channels.values()]
        try:
            if peer is None or not has_room(peer, others, knows):
                sock.close()
            elif tls is None:
                Channel(server, sock, addr, adj, map=map, **limits)
            else:
                secured = tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
                SecureChannel(server, secured, addr, adj, map=map, **limits)
        except OSError:
            sock.close()  # gone already; to waitress an error here would be the listening socket's

    return open_channel
