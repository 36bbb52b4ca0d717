"""`roomscribe hub`: the hub and the page in one process; the page shows a note as soon as it is stored."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from daemon.cli.context import AppContext
    from daemon.hub.hub import Hub
    from web.server import Server

_FIRST_PASSED_FD = 3
"""sd_listen_fds(3)."""
_PAGE_END_S = 5.0
"""What is being answered has so long to finish; a stop takes seconds, not minutes."""


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port of the page, instead of the configured one; 0: a free one.",
)
@click.pass_obj
def hub(context: AppContext, port: int | None) -> None:
    """Keep the notes, watch the inbox, show the page (a service; `roomscribe run` starts it too)."""
    from daemon.clock import SystemClock
    from daemon.config import load_config
    from daemon.hub.hub import Hub
    from daemon.log import LOGGER, log_to_stderr
    from daemon.notify import Notifier
    from web.app import create_app
    from web.server import Server

    log_to_stderr("hub")
    notifier = Notifier()
    web = context.config.web
    with Hub.opened(
        context.state_dir, lambda: load_config(context.config_file), SystemClock(), notifier
    ) as each:
        app = create_app(lambda: nullcontext(each.store), timezone=context.timezone)
        server = Server(app, web.host, web.port if port is None else port, listener=passed_socket(os.environ))
        with _signals_handled(each), _served(server, each):
            notifier.ready()
            LOGGER.info("ready; the page is at %s", server.url)
            each.run()
            notifier.stopping()
            LOGGER.info("stopping")


def passed_socket(environ: Mapping[str, str]) -> socket.socket | None:
    """The listening socket that systemd has opened for us (sd_listen_fds(3)), or None."""
    if environ.get("LISTEN_PID") != str(os.getpid()) or environ.get("LISTEN_FDS", "0") == "0":
        return None
    os.set_inheritable(_FIRST_PASSED_FD, False)
    return socket.socket(fileno=_FIRST_PASSED_FD)


@contextmanager
def _served(server: Server, each: Hub) -> Iterator[None]:
    """The page, in a thread of its own. If it dies the hub ends, to be started anew with it."""
    from daemon.log import LOGGER

    def serve() -> None:
        try:
            server.run()
        except Exception:
            LOGGER.exception("the page has died")
            each.stop()

    thread = threading.Thread(target=serve, name="page")
    thread.start()
    try:
        yield
    finally:
        server.stop()
        thread.join(_PAGE_END_S)
        server.close()


@contextmanager
def _signals_handled(each: Hub) -> Iterator[None]:
    handlers = {
        signal.SIGTERM: lambda *_: each.stop(),
        signal.SIGINT: lambda *_: each.stop(),
        signal.SIGHUP: lambda *_: each.reload(),
    }
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
