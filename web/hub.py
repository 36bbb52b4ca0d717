"""`roomscribe service hub`: hub and page in one process, so that a note is shown as soon as it is stored."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from signal import SIGHUP, SIGINT, SIGTERM
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import socket

    from flask import Flask

    from daemon.access.certificates import Certificates
    from daemon.cli.context import AppContext
    from daemon.hub.damaged import DamagedHub
    from daemon.hub.hub import Hub
    from web.security import Door
    from web.server import Server

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
    from daemon.base.log import LOGGER, log_to_stderr
    from daemon.base.paths import run_dir
    from daemon.base.settings import keep_good
    from daemon.base.systemd import (
        NO_CERTIFICATE,
        NO_PAGE,
        NO_TLS_PORT,
        PLAIN,
        SECURE,
        TLS_LINK,
        Notifier,
        handled,
        passed_sockets,
    )
    from daemon.hub.damaged import DamagedHub
    from daemon.hub.opening import opened_hub
    from web.app import create_app
    from web.bodies import bodies_of
    from web.security import Door
    from web.server import CannotListenError, Server
    from web.views.room import recorder_of

    log_to_stderr("hub")
    notifier = Notifier()
    started = context.as_started()
    if started == context:
        keep_good(context.state_dir, context.config_file)
    web = started.config.web
    with opened_hub(context.state_dir, context.config_file, started.config, notifier) as each:
        passed = passed_sockets(os.environ)
        pins = Pins(context.state_dir)
        certificates = Certificates(context.state_dir)
        # Whoever has turned TLS on does not want PINs to travel in clear, whatever became of its port.
        has_tls = SECURE in passed or (notifier.is_heard and TLS_LINK.is_symlink())
        door = Door(
            pins,
            lambda: each.config.web,
            keep_sessions_in=context.state_dir,
            authority=certificates.authority if has_tls else None,
            keep_guesses_in=run_dir(context.state_dir),
        )
        app = create_app(
            lambda: nullcontext(each.store),
            timezone=started.timezone,
            door=door,
            open_recorder=recorder_of(context.state_dir),
            state_dir=context.state_dir,
            config=lambda: each.config,
            config_file=context.config_file,
            damage=(lambda: each.damage) if isinstance(each, DamagedHub) else None,
        )
        pages: list[Server] = []
        lacks: list[str] = []
        try:
            pages.append(
                Server(
                    app,
                    web.host if host is None else host,
                    web.port if port is None else port,
                    listener=passed.get(PLAIN),
                    body_limit=bodies_of(door),
                    knows=door.knows,
                )
            )
        except CannotListenError as error:
            # Without systemd somebody sits there and reads this; on the appliance notes go before the page.
            if not notifier.is_heard:
                raise
            LOGGER.error("%s", error)
            lacks.append(NO_PAGE)
        if has_tls and SECURE not in passed:
            lacks.append(NO_TLS_PORT)
        elif has_tls and (secured := _secured(app, passed[SECURE], certificates, door)):
            pages.append(secured)
        elif has_tls:
            lacks.append(NO_CERTIFICATE)
        each.lacks = "; ".join(lacks) or None
        for missing in lacks:
            LOGGER.error("%s", missing)
        with ExitStack() as serving:
            serving.enter_context(handled({SIGTERM: each.stop, SIGINT: each.stop, SIGHUP: each.reload}))
            for page in pages:
                serving.enter_context(_served(page, each))
            notifier.ready()
            LOGGER.info("ready; %s", f"the page is at {pages[-1].url}" if pages else "there is no page")
            if pages and not pins.sealed() and not pages[0].is_for_this_machine_alone:
                LOGGER.warning("other devices are refused until there is a PIN: roomscribe pin reset")
            # Collecting the items of all meetings takes a second, for which the first visitor shall not wait.
            threading.Thread(target=each.store.items, name="items", daemon=True).start()
            each.run()
            notifier.stopping()
            LOGGER.info("stopping")


def _secured(app: Flask, listener: socket.socket, certificates: Certificates, door: Door) -> Server | None:
    """The page under TLS; None without a good certificate."""
    from daemon.access.certificates import CertificateError
    from daemon.base.log import LOGGER
    from web.bodies import bodies_of
    from web.server import Server

    try:
        tls = certificates.context()
    except CertificateError as error:
        LOGGER.error("%s", error)
        tls = None
    if tls is None:
        listener.close()
        return None
    return Server(app, "", 0, listener=listener, tls=tls, body_limit=bodies_of(door), knows=door.knows)


@contextmanager
def _served(server: Server, each: Hub | DamagedHub) -> Iterator[None]:
    """The page, in a thread of its own. If it fails the hub ends, and both are restarted."""
    from daemon.base.log import LOGGER

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
