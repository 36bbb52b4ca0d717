"""`python -m daemon.hub.standby`: answers at the page's addresses while no hub does (docs/adr/0181).

It shares the hub's listening sockets. If a connection has waited for one and a half seconds, the hub is down,
starting, hung or full. The visitor gets one static page that says so and reloads itself. Under TLS the
connection is closed, since this process has no key, and so is one from outside the usual local networks.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence

from daemon.base.addresses import address_of, is_local
from daemon.base.config import packaged_config
from daemon.base.systemd import SECURE, Notifier, passed_sockets

UNANSWERED_S = 1.5
"""A connection that has waited for this long is ours. Busy hubs take less; people are answered within 2 s."""
_LOOKS = 15
"""How often in that time the queue must be found non-empty: a single look may see the hub's next visitor."""
_REQUEST_S = 0.5
"""A client has usually sent its request with the connection; if not, it is answered all the same."""
_AT_ONCE = 50
"""Connections behind the first have waited as long."""
_TICK_S = 20.0

_BODY = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5"><title>Roomscribe is not ready</title></head>
<body style="font: 1.1rem/1.5 sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem">
<h1>Roomscribe is not ready</h1>
<p>The page is starting, or cannot be started. Recording is a service of its own and does not wait for it.</p>
<p>This page looks again every five seconds. If it stays like this, look at the machine:</p>
<pre>systemctl status roomscribe
journalctl -u roomscribe-hub -n 20</pre>
</body></html>
"""
PAGE = (
    b"HTTP/1.1 503 Service Unavailable\r\nServer: Roomscribe\r\nRetry-After: 5\r\n"
    b"Content-Type: text/html; charset=utf-8\r\n"
    b"Cache-Control: no-store\r\nConnection: close\r\nContent-Security-Policy: default-src 'none'; "
    b"style-src 'unsafe-inline'\r\nX-Content-Type-Options: nosniff\r\nContent-Length: %d\r\n\r\n" % len(_BODY)
) + _BODY


class Standby:
    """One thread; all who wait together take it for half a second at most."""

    def __init__(
        self,
        listeners: Mapping[str, socket.socket],
        wait: Callable[[Sequence[socket.socket], float], list[socket.socket]] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`wait`: which of the sockets have somebody waiting, after so many seconds at most."""
        self._listeners = tuple(listeners.values())
        self._secure = listeners.get(SECURE)
        self._wait = wait or _readable
        self._sleep = sleep
        networks = tomllib.loads(packaged_config().read_text("utf-8"))["web"]["networks"]
        self._networks: tuple[str, ...] = tuple(networks)

    def step(self) -> int:
        """Answer the connections that the hub does not answer; returns their number."""
        waiting = self._wait(self._listeners, _TICK_S)
        for _ in range(_LOOKS):
            if not waiting:
                return 0
            self._sleep(UNANSWERED_S / _LOOKS)
            waiting = self._wait(waiting, 0)
        with contextlib.ExitStack() as closing:
            accepted = [self._accept(listener, closing) for listener in waiting for _ in range(_AT_ONCE)]
            self._show([each for each in accepted if each is not None])
            return sum(each is not None for each in accepted)

    def _accept(self, listener: socket.socket, closing: contextlib.ExitStack) -> socket.socket | None:
        """A visitor to be answered; one who may not be answered is closed here. None: nobody waits."""
        try:
            # The hub may be quicker. Each time anew: whoever starts with this socket may let it block again.
            listener.setblocking(False)
            visitor, (host, *_) = listener.accept()
        except OSError:
            return None
        closing.enter_context(visitor)
        peer = address_of(host)
        if listener is self._secure or not peer or not is_local(peer, self._networks):
            visitor.close()
        return visitor

    def _show(self, visitors: Sequence[socket.socket]) -> None:
        """All visitors share one time limit; silent ones get the page at its end."""
        unheard = [visitor for visitor in visitors if visitor.fileno() >= 0]
        until_s = time.monotonic() + _REQUEST_S
        while unheard:
            asking = _readable(unheard, max(0.0, until_s - time.monotonic()))
            for visitor in asking or unheard:
                visitor.setblocking(False)
                with contextlib.suppress(OSError):
                    # Closing a connection with unread data resets it, and the page would be lost.
                    visitor.recv(16_384)
                with contextlib.suppress(OSError):
                    visitor.sendall(PAGE)
                    visitor.shutdown(socket.SHUT_WR)
            unheard = [visitor for visitor in unheard if asking and visitor not in asking]


def _readable(sockets: Sequence[socket.socket], seconds: float) -> list[socket.socket]:
    return select.select(sockets, [], [], seconds)[0]


def main() -> None:
    notifier = Notifier()
    standby = Standby(passed_sockets(os.environ))
    notifier.ready()
    notifier.status("answering in place of the hub")
    while True:
        standby.step()
        notifier.alive()


if __name__ == "__main__":
    main()
