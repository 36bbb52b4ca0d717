"""The web server: one listening socket, a few threads, and a clean end."""

from __future__ import annotations

import errno
import logging
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from signal import SIGINT, SIGTERM
from typing import TYPE_CHECKING, Any

from daemon.access.connections import CONNECTIONS, Knows, nobody
from daemon.base.addresses import address_of, is_loopback, own_names
from daemon.base.systemd import handled
from guardrails.core.errors import RoomscribeError
from web.bodies import BodyLimit, small_bodies
from web.fair_semaphore import FairSemaphore

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

THREADS = 4
"""Enough for some to wait for the hub or for a disk. None ever waits for a client."""
AT_ONCE = 2
"""Pages that are rendered at a time. Python runs one thread, SQLite and gzip beside it; with four at a time
each page took a fifth longer, and a search with eight visitors a quarter longer.
"""
MAX_HEADER_BYTES = 16 * 1024
SWITCH_S = 0.001
"""How long a thread may run while others wait. At Python's 5 ms a thread that reads files and the index, and
yields at each step, falls behind threads that only compute: with 8 clients, the 95th percentile of the search
was a third longer.
"""
_TICK_S = 5.0
"""The longest that the loop sleeps, and so the longest that a connection outlives its deadline."""


class AddressRefusedError(RoomscribeError):
    """The page does not listen there."""

    exit_code = 2


class CannotListenError(RoomscribeError):
    """The system does not give us the address: taken, reserved or absent."""

    retry_helps = True


class Server:
    """A page that listens from the moment it is made; `run` answers until `stop`; `close` it.

    Raises AddressRefusedError for what is no address, CannotListenError where it is not free.
    """

    def __init__(
        self,
        app: WSGIApplication,
        host: str,
        port: int,
        *,
        listener: socket.socket | None = None,
        tls: ssl.SSLContext | None = None,
        body_limit: BodyLimit = small_bodies,
        knows: Knows = nobody,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`listener`: a socket that systemd has opened already, instead of host and port. `body_limit`:
        how much may follow a head; waitress alone would take 1 GiB. `knows`: who has connections kept."""
        from waitress.server import create_server

        from web.channel import channels
        from web.long_answer import pulled
        from web.reach import announced

        # It warns of every request that waits for a thread, even for the moment in which one wakes up.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._map: dict[int, Any] = {}
        self._stopping = False
        listener = listener or _listen(host, port)
        address, self.port = listener.getsockname()[:2]
        self.url = _url(address, self.port, "http" if tls is None else "https")
        self.is_for_this_machine_alone = is_loopback(address)
        self._server = create_server(
            announced(pulled(_few_at_once(app)), lambda: self.is_for_this_machine_alone),
            map=self._map,
            sockets=[listener],
            threads=THREADS,
            # They are limited by daemon.access.connections; waitress would refuse everybody.
            connection_limit=2 * CONNECTIONS,
            # So are the deadlines; waitress closes no connection with an absent reader.
            channel_timeout=sys.maxsize,
            # Above this mark a thread would wait for the reader.
            outbuf_high_watermark=sys.maxsize,
            max_request_header_size=MAX_HEADER_BYTES,
            # Without a version, which would help an attacker.
            ident="Roomscribe",
        )
        self._server.channel_class = channels(tls, body_limit, knows, monotonic)

    def run(self) -> None:
        """Answer until `stop` is called."""
        from waitress import wasyncore

        sys.setswitchinterval(SWITCH_S)
        while not self._stopping:
            wasyncore.loop(timeout=_TICK_S, use_poll=True, map=self._map, count=1)

    def stop(self) -> None:
        """End `run`; from any thread, and from a signal handler."""
        self._stopping = True
        self._server.pull_trigger()

    def close(self) -> None:
        """Release the address, once `run` has ended; open requests have 5 s to finish."""
        from waitress import wasyncore

        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._map)


def run_server(
    app: WSGIApplication,
    host: str,
    port: int,
    *,
    ready: Callable[[str], None],
    body_limit: BodyLimit = small_bodies,
    knows: Knows = nobody,
) -> None:
    """Serve `app` until SIGINT or SIGTERM; `ready` gets the address once it really listens."""
    server = Server(app, host, port, body_limit=body_limit, knows=knows)
    with closing(server), handled({SIGINT: server.stop, SIGTERM: server.stop}):
        ready(server.url)
        server.run()


def _few_at_once(app: WSGIApplication) -> WSGIApplication:
    """Pages wait for each other, first come, first served; requests that change something do not wait, since
    they may themselves be waiting for the hub.
    """
    turn = FairSemaphore(AT_ONCE)

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return app(environ, start_response)
        with turn:
            return app(environ, start_response)

    return call


def _listen(host: str, port: int) -> socket.socket:
    address = address_of("127.0.0.1" if host.lower().rstrip(".") == "localhost" else host)
    if address is None:
        raise AddressRefusedError(
            f'"{host}" is not an address; use one of this machine, or 0.0.0.0 or :: for all'
        )
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    try:
        # "::" is every address of both families, 0.0.0.0 those of the old one.
        both = address.version == 6 and address.is_unspecified and socket.has_dualstack_ipv6()
        return socket.create_server((str(address), port), family=family, dualstack_ipv6=both)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotListenError(f"port {port} is in use; choose another with --port") from None
        if error.errno == errno.EACCES:
            raise CannotListenError(f"port {port} is reserved; choose one above 1023 with --port") from None
        raise CannotListenError(f"cannot listen on {host}: {error.strerror}; try --host 127.0.0.1") from None


def _url(address: str, port: int, scheme: str) -> str:
    """The address for a browser; for a server that listens everywhere, by the machine's name."""
    host = own_names(socket.gethostname())[0] if address in ("0.0.0.0", "::") else address
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{f'[{host}]' if ':' in host else host}{'' if port == usual else f':{port}'}"
