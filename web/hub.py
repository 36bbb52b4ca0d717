"""`roomscribe hub`: the hub and the page in one process; the page shows a note as soon as it is stored."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from flask import Flask

    from daemon.access.certificates import Certificates
    from daemon.cli.context import AppContext
    from daemon.config import Config
    from daemon.hub.damaged import DamagedHub
    from daemon.hub.hub import Hub
    from daemon.notify import Notifier
    from web.security import Door
    from web.server import Server

PLAIN, SECURE = "http", "https"
"""The second is its socket's FileDescriptorName=; whatever else is passed is the first."""
_FIRST_PASSED_FD = 3
"""sd_listen_fds(3)."""
_PAGE_END_S = 5.0
"""How long open requests may take to finish; a stop takes seconds, not minutes."""


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port of the page, instead of the configured one; 0: a free one.",
)
@click.option("--host", metavar="ADDRESS", help="Address of the page, instead of the configured one.")
@click.pass_obj
def hub(context: AppContext, port: int | None, host: str | None) -> None:
    """Keep the notes, watch the inbox, show the page (a service; `roomscribe run` starts it too)."""
    from daemon.access import Pins
    from daemon.access.certificates import Certificates
    from daemon.hub.damaged import DamagedHub
    from daemon.last_good import keep_good
    from daemon.log import LOGGER, log_to_stderr
    from daemon.notify import Notifier
    from daemon.runtime import run_dir
    from web.app import create_app
    from web.bodies import bodies_of
    from web.security import Door
    from web.server import Server
    from web.views.room import recorder_of

    log_to_stderr("hub")
    notifier = Notifier()
    started = context.as_started()
    if started == context:
        keep_good(context.state_dir, context.config_file)
    web = started.config.web
    with _opened(context, started.config, notifier) as each:
        passed = passed_sockets(os.environ)
        pins = Pins(context.state_dir)
        certificates = Certificates(context.state_dir)
        door = Door(
            pins,
            lambda: each.config.web,
            keep_sessions_in=context.state_dir,
            authority=certificates.authority if SECURE in passed else None,
            keep_guesses_in=run_dir(context.state_dir),
        )
        app = create_app(
            lambda: nullcontext(each.store),
            timezone=started.timezone,
            door=door,
            open_recorder=recorder_of(context.state_dir),
            state_dir=context.state_dir,
            config=lambda: each.config,
            damage=(lambda: each.damage) if isinstance(each, DamagedHub) else None,
        )
        server = Server(
            app,
            web.host if host is None else host,
            web.port if port is None else port,
            listener=passed.get(PLAIN),
            body_limit=bodies_of(door),
            knows=door.knows,
        )
        secured = _secured(app, passed.get(SECURE), certificates, door)
        with (
            _signals_handled(each),
            _served(server, each),
            _served(secured, each) if secured else nullcontext(),
        ):
            notifier.ready()
            LOGGER.info("ready; the page is at %s", (secured or server).url)
            if not pins.sealed() and not server.is_for_this_machine_alone:
                LOGGER.warning("other devices are refused until there is a PIN: roomscribe pin reset")
            # Collecting the items of all meetings takes a second, for which the first visitor shall not wait.
            threading.Thread(target=each.store.items, name="items", daemon=True).start()
            each.run()
            notifier.stopping()
            LOGGER.info("stopping")


@contextmanager
def _opened(context: AppContext, config: Config, notifier: Notifier) -> Iterator[Hub | DamagedHub]:
    """The hub, starting with `config`, or its substitute while the notes are damaged."""
    from daemon.clock import SystemClock
    from daemon.config import config_in_force
    from daemon.errors import StateDamagedError
    from daemon.hub.damaged import DamagedHub
    from daemon.hub.hub import Hub
    from daemon.log import LOGGER
    from daemon.settings import config_of

    def load_config() -> Config:
        return config_of(context.state_dir, context.config_file)

    with ExitStack() as stack:
        each: Hub | DamagedHub
        try:
            each = stack.enter_context(
                Hub.opened(
                    context.state_dir,
                    load_config,
                    SystemClock(),
                    notifier,
                    config_file=config_in_force(context.config_file),
                    config=config,
                )
            )
        except StateDamagedError as error:
            LOGGER.error("%s", error)
            each = stack.enter_context(DamagedHub.opened(context.state_dir, config, load_config, notifier))
            LOGGER.error("until then the notes can only be read")
        yield each


def passed_sockets(environ: Mapping[str, str]) -> dict[str, socket.socket]:
    """The listening sockets that systemd has opened for us (sd_listen_fds(3)): PLAIN, SECURE, or none."""
    if environ.get("LISTEN_PID") != str(os.getpid()):
        return {}
    names = environ.get("LISTEN_FDNAMES", "").split(":")
    found = {}
    for number in range(int(environ.get("LISTEN_FDS", "0"))):
        fd = _FIRST_PASSED_FD + number
        os.set_inheritable(fd, False)
        is_secure = number < len(names) and names[number] == SECURE
        found[SECURE if is_secure else PLAIN] = socket.socket(fileno=fd)
    return found


def _secured(
    app: Flask, listener: socket.socket | None, certificates: Certificates, door: Door
) -> Server | None:
    """The page under TLS. Without a good certificate there is none, and other devices are not let in without
    it: whoever has turned TLS on does not want PINs to travel in clear.
    """
    from daemon.access.certificates import CertificateError
    from daemon.log import LOGGER
    from web.bodies import bodies_of
    from web.server import Server

    if listener is None:
        return None
    try:
        tls = certificates.context()
    except CertificateError as error:
        LOGGER.error("%s", error)
        tls = None
    if tls is None:
        LOGGER.error(
            "other devices are refused: TLS is on but there is no certificate; `roomscribe tls` makes one"
        )
        listener.close()
        return None
    return Server(app, "", 0, listener=listener, tls=tls, body_limit=bodies_of(door), knows=door.knows)


@contextmanager
def _served(server: Server, each: Hub | DamagedHub) -> Iterator[None]:
    """The page, in a thread of its own. If it fails the hub ends, and both are restarted."""
    from daemon.log import LOGGER

    def serve() -> None:
        try:
            server.run()
        except Exception:
            LOGGER.exception("the page has failed")
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
def _signals_handled(each: Hub | DamagedHub) -> Iterator[None]:
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
