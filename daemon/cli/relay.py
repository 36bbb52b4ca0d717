"""`roomscribe service relay`: passes the worker's questions on to a llama-server in the building."""

from __future__ import annotations

import os
from pathlib import Path

import click

from daemon.cli.context import AppContext


@click.command()
@click.option(
    "--server",
    envvar="ROOMSCRIBE_SERVER",
    metavar="URL",
    help="The server, instead of the configured one.",
)
@click.pass_obj
def relay(app: AppContext, server: str | None) -> None:
    """Pass the worker's drafts on to the server of [llm] server (a service; `roomscribe run` starts it
    too)."""
    from daemon.base.addresses import ServerAddress
    from daemon.base.errors import ConfigError
    from daemon.base.log import LOGGER, log_to_stderr
    from daemon.base.systemd import Notifier
    from daemon.relay.files import listener, read_secrets, secrets_dir, socket_path
    from daemon.relay.relay import Relay

    log_to_stderr("relay")
    if not (url := server or app.config.llm.server):
        raise ConfigError("no server is configured: [llm] server is empty")
    try:
        address = ServerAddress.parse(url)
    except ValueError as error:
        raise ConfigError(f"{url}: {error}") from None
    given = os.environ.get("CREDENTIALS_DIRECTORY")
    context, key = read_secrets(Path(given) if given else secrets_dir(app.state_dir))
    notifier = Notifier()
    with listener(socket_path(app.state_dir)) as opened:
        notifier.ready()
        notifier.status(f"for {address}")
        LOGGER.info("ready; for %s alone", address)
        Relay(opened, address, context, key).run()
