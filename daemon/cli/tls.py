"""`roomscribe tls`: a certificate of this machine's own, so that nobody on the network can listen in."""

from __future__ import annotations

import socket
import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from daemon.cli.context import AppContext


@click.command()
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="A further name or address; may be repeated."
)
@click.pass_obj
def tls(context: AppContext, names: tuple[str, ...]) -> None:
    """Make a certificate for the page, and the authority that devices have to trust for it.

    It is valid for this machine's names, its current addresses, and those in [web] names. Run it again when
    they change, or after two years; the authority is kept if possible.
    """
    from daemon.access.certificates import Certificates
    from daemon.base.addresses import address_of, is_local, own_names

    settings = context.config.web
    own = own_names(socket.gethostname())
    local = (
        each for each in _addresses() if (found := address_of(each)) and is_local(found, settings.networks)
    )
    wanted = tuple(dict.fromkeys((*own, *settings.names, *local, *names)))
    certificates = Certificates(context.state_dir)
    made = certificates.make(wanted, settings.networks, datetime.now(UTC))
    click.echo(f"Certificate for {', '.join(made.names)}, until {made.until:%Y-%m-%d}.")
    news = "New: every device has to trust it." if made.is_new_authority else "The same as before."
    click.echo(f"Authority {certificates.authority}. {news}")
    click.echo(f"SHA-256 {made.fingerprint}")
    click.echo("Turn it on: systemctl enable roomscribe-tls.socket && systemctl restart roomscribe")
    click.echo(f"Devices get the authority at http://{own[1]}/authority.crt; compare its SHA-256 there.")


def _addresses() -> list[str]:
    """This machine's, as Debian's `hostname` reports them; none where that is another program."""
    try:
        found = subprocess.run(
            ["hostname", "-I"], capture_output=True, text=True, timeout=5, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    return found.split()
