"""Connections as waitress keeps them, with what it leaves out: the address dialled, limits for slow clients.

waitress reads requests without a thread, so a client that sends a byte now and then holds up nobody by that.
But it may go on for ever, and with enough connections it would use up all there are.
"""

from __future__ import annotations

import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask

from web.bodies import BodyLimit
from web.security.door import DIALLED

PER_PEER = 50
"""Connections from one address: several browsers behind one router, and never all that there are."""
HEAD_S = 15.0
"""A request's head is sent at once by any browser; on a bad network it may take some seconds."""


@dataclass(frozen=True, slots=True)
class _Limits:
    """What waitress' parser still asks its settings once it has read a head."""

    max_request_body_size: int


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Decides how large a body may be when the head is there, and before the body is."""

    def __init__(self, adj: Any, channel: Channel) -> None:
        super().__init__(adj)
        self._channel = channel

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
    """Tells the page which of this machine's addresses was dialled."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[DIALLED] = self.channel.dialled
        environ["wsgi.url_scheme"] = self.channel.scheme
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection on which a request's head has to arrive in time."""

    task_class = Task
    scheme = "http"

    def __init__(
        self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None, *, body_limit: BodyLimit
    ) -> None:
        self.dialled = sock.getsockname()[0]
        self.body_limit = body_limit
        self._head_since: float | None = None
        super().__init__(server, sock, addr, adj, map=map)

    def parser_class(self, adj: Any) -> Parser:
        """waitress makes a parser for each request by this."""
        return Parser(adj, self)

    def received(self, data: bytes) -> bool:
        taken: bool = super().received(data)
        is_head = self.request is not None and not self.request.headers_finished
        self._head_since = (self._head_since or time.monotonic()) if is_head else None
        return taken

    def readable(self) -> bool:
        """Asked before each wait for something to happen, which whoever drips bytes cuts short."""
        if self._head_since is not None and time.monotonic() - self._head_since > HEAD_S:
            self.will_close = True
        can: bool = super().readable()
        return can


class SecureChannel(Channel):
    """The same under TLS. The handshake is part of the first reading, so it blocks nobody else.

    A thread may be writing while the loop reads, and a TLS connection takes one of them at a time.
    """

    scheme = "https"

    def __init__(
        self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None, *, body_limit: BodyLimit
    ) -> None:
        self._turn = threading.Lock()
        super().__init__(server, sock, addr, adj, map=map, body_limit=body_limit)

    def handle_read(self) -> None:
        try:
            with self._turn:
                data = self.socket.recv(self.adj.recv_bytes)
                # What is decrypted already is nothing to wait for.
                while waiting := self.socket.pending():
                    data += self.socket.recv(waiting)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except OSError:  # no TLS at all, a certificate that is not trusted, a connection that broke
            data = b""
        if data:
            self.last_activity = time.time()
            self.received(data)
        else:
            self.handle_close()

    def send(self, data: bytes, do_close: bool = True) -> int:
        try:
            with self._turn:
                sent: int = self.socket.send(data)
                return sent
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return 0
        except OSError:
            if do_close:
                self.handle_close()
            return 0


def channels(tls: ssl.SSLContext | None, body_limit: BodyLimit) -> Callable[..., None]:
    """What waitress is to do with an accepted connection; one too many of a peer is closed at once."""

    def open_channel(server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        peers = Counter(channel.addr[0] for channel in server.active_channels.values())
        try:
            if peers[addr[0]] >= PER_PEER:
                sock.close()
            elif tls is None:
                Channel(server, sock, addr, adj, map=map, body_limit=body_limit)
            else:
                secured = tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
                SecureChannel(server, secured, addr, adj, map=map, body_limit=body_limit)
        except OSError:
            sock.close()  # gone already; to waitress an error here would be the listening socket's

    return open_channel
