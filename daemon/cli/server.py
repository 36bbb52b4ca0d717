"""`roomscribe server` and `roomscribe service relay`: what a llama-server in the building needs to draft for
this box and for others, and the way to it.
"""

from __future__ import annotations

import os
import secrets
import socket
from datetime import UTC, datetime
from pathlib import Path

import click

from daemon.cli.context import AppContext

KEY_BYTES = 32


@click.command()
@click.argument("address")
@click.pass_obj
def server(app: AppContext, address: str) -> None:
    """Make the certificate and the key of a llama-server at ADDRESS (an address in a private network, no
    name).

    The house's authority signs the certificate, for 825 days; the key is kept if there is one.
    docs/operations.md, "A faster box", says what comes next.
    """
    from daemon.access.certificates import Certificates
    from daemon.base.addresses import ServerAddress, own_names
    from daemon.base.durable import make_folder, write_durably
    from daemon.relay.files import AUTHORITY, KEY, secrets_dir
    from pipelines.errors import BadInputError

    try:
        host = ServerAddress.parse(
            f"https://[{address}]:1" if ":" in address else f"https://{address}:1"
        ).host
    except ValueError as error:
        raise BadInputError(f"{address}: {error}") from None
    settings = app.config.web
    folder = secrets_dir(app.state_dir)
    carried = folder / host.replace(":", "-")
    for each in (folder, carried):
        make_folder(each)
    names = (*own_names(socket.gethostname()), *settings.names)
    made = Certificates(app.state_dir).server(host, names, settings.networks, datetime.now(UTC))
    key = folder / KEY
    if not key.exists():
        write_durably(key, secrets.token_urlsafe(KEY_BYTES) + "\n", mode=0o600)
    write_durably(folder / AUTHORITY, made.authority)
    write_durably(carried / "server.crt", made.certificate)
    write_durably(carried / "server.key", made.key, mode=0o600)
    write_durably(carried / KEY, key.read_bytes(), mode=0o600)
    click.echo(f"Certificate for {host}, until {made.until:%Y-%m-%d}.")
    click.echo(f"For that machine: {carried}/server.crt, server.key and {KEY}.")
    click.echo(
        f"For other rooms that it drafts for: {folder}/{AUTHORITY} and {KEY}, into the same folder there."
    )


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
