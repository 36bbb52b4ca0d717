"""The web server: one listening socket, a few threads, and a clean end."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from web.access import is_loopback
from web.errors import AddressRefusedError, CannotListenError

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

THREADS = 4
"""Pages are short work; more threads would only take turns on a small machine."""
MAX_BODY_BYTES = 64 * 1024
"""Nothing is uploaded here. waitress alone would take 1 GiB."""
MAX_HEADER_BYTES = 16 * 1024
_TICK_S = 30.0
"""waitress's own housekeeping rhythm: the longest the loop sleeps when nobody asks for anything."""


class Server:
    """A page that listens from the moment it is made; `run` answers until `stop`; `close` it.

    Raises AddressRefusedError for an address that others could reach, CannotListenError where it is not free.
    """

    def __init__(
        self, app: WSGIApplication, host: str, port: int, *, listener: socket.socket | None = None
    ) -> None:
        """`listener`: a socket that systemd has opened already, instead of host and port."""
        from waitress.server import create_server

        # It warns of every request that waits for a thread, if only for the blink in which one wakes up.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._map: dict[int, Any] = {}
        self._stopping = False
        listener = listener or _listen(host, port)
        address, self.port = listener.getsockname()[:2]
        self.url = f"http://[{address}]:{self.port}" if ":" in address else f"http://{address}:{self.port}"
        self._server = create_server(
            _without_file_wrapper(app),
            map=self._map,
            sockets=[listener],
            threads=THREADS,
            max_request_body_size=MAX_BODY_BYTES,
            max_request_header_size=MAX_HEADER_BYTES,
            ident="Roomscribe",
        )

    def run(self) -> None:
        """Answer until `stop` is called."""
        from waitress import wasyncore

        while not self._stopping:
            wasyncore.loop(timeout=_TICK_S, use_poll=True, map=self._map, count=1)

    def stop(self) -> None:
        """End `run`; from any thread, and from a signal handler."""
        self._stopping = True
        self._server.pull_trigger()

    def close(self) -> None:
        """Give the address back, once `run` has ended; what is being answered has 5 s to finish."""
        from waitress import wasyncore

        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._map)


def run_server(app: WSGIApplication, host: str, port: int, *, ready: Callable[[str], None]) -> None:
    """Serve `app` until SIGINT or SIGTERM; `ready` gets the address once it really listens."""
    server = Server(app, host, port)
    with closing(server), _stopped_by_signals(server):
        ready(server.url)
        server.run()


def _without_file_wrapper(app: WSGIApplication) -> WSGIApplication:
    """Files as plain iterables, which waitress always closes: through its wrapper a file would stay open when
    the browser hangs up before it is sent.
    """

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ.pop("wsgi.file_wrapper", None)
        return app(environ, start_response)

    return call


def _listen(host: str, port: int) -> socket.socket:
    if not is_loopback(host):
        raise AddressRefusedError(
            f"{host}: the page only listens on this machine for now; use --host 127.0.0.1 or localhost"
        )
    address = "127.0.0.1" if host.lower().rstrip(".") == "localhost" else host
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotListenError(f"port {port} is in use; choose another with --port") from None
        if error.errno == errno.EACCES:
            raise CannotListenError(f"port {port} is reserved; choose one above 1023 with --port") from None
        raise CannotListenError(f"cannot listen on {host}: {error.strerror}; try --host 127.0.0.1") from None


@contextmanager
def _stopped_by_signals(server: Server) -> Iterator[None]:
    """Signals end the loop instead of raising wherever the program happens to be."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers; whoever started this thread calls stop()
        return

    def stop(number: int, frame: FrameType | None) -> None:
        server.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
