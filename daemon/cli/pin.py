"""`roomscribe pin` and `roomscribe tls`: who may open the page from other devices, and that nobody listens
in.
"""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.context import AppContext

if TYPE_CHECKING:
    from daemon.access import Role
    from daemon.cli.context import AppContext


_MAY = {
    "reader": "only reads",
    "member": "reads, corrects, records",
    "admin": "may also manage what is kept there",
}


@click.group(invoke_without_command=True)
@click.pass_context
def pin(ctx: click.Context) -> None:
    """List the PINs, or make new ones.

    Other devices than this machine need one to open the page. A PIN is shown only when it is made; if it is
    lost, make a new one: roomscribe pin reset
    """
    from daemon.access import ROLES, Pins

    if ctx.invoked_subcommand is not None:
        return
    app: AppContext = ctx.obj
    sealed = Pins(app.state_dir).sealed()
    for role in ROLES:
        made = (
            f"made on {sealed[role].made_at.astimezone(app.timezone):%Y-%m-%d}" if role in sealed else "none"
        )
        click.echo(f"{role:<6}  {made:<18}  {_MAY[role]}")
    if sealed:
        click.echo(
            "A PIN cannot be shown again; make a new one with: roomscribe pin reset --role ROLE", err=True
        )
    else:
        click.echo("Only this machine can open the page; for others: roomscribe pin reset", err=True)


@pin.command()
@click.option(
    "--role",
    type=click.Choice(["reader", "member", "admin"]),
    help="Only this one [default: all; reader if there is one].",
)
@click.option("--missing", is_flag=True, help="Only for roles without one; keep existing PINs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, each new PIN by its role.")
@click.pass_obj
def reset(app: AppContext, role: Role | None, missing: bool, as_json: bool) -> None:
    """Make new PINs and show them. Devices that used the old ones have to enter the new ones."""
    from daemon.access import ROLES, Pins

    there = Pins(app.state_dir).sealed()
    usual = [each for each in ROLES if each != "reader" or each in there]  # few houses need one
    wanted = [each for each in ([role] if role else usual) if not (missing and each in there)]
    made = make_pins(app.state_dir, wanted, datetime.now(UTC)) if wanted else {}
    if as_json:
        click.echo(json.dumps(made))
        return
    for each, new in made.items():
        click.echo(f"{each:<6}  {new[:4]} {new[4:]}  {_MAY[each]}")


def make_pins(state_dir: Path, roles: Iterable[Role], now: datetime) -> dict[Role, str]:
    """Give each of `roles` a new PIN and return them, in clear for the last time: through the hub where one
    runs, else alone.

    The order to the hub holds keys only: what is written to a disk may be read from it again. Raises as
    `ask_hub`, StateBusyError, StateWriteError.
    """
    from daemon.access.pins import Pins, new_pin, seal
    from daemon.base.durable import make_folder
    from daemon.base.lock import WriterLock
    from daemon.hub.client import ask_hub, lock_path

    made = {role: new_pin() for role in roles}
    sealed = {role: seal(pin, now) for role, pin in made.items()}
    as_json = {role: each.model_dump(mode="json") for role, each in sealed.items()}
    if ask_hub(state_dir, "pin reset", sealed=as_json) is None:
        make_folder(lock_path(state_dir).parent)
        # No hub starts in the meantime. The store of the notes is not opened: a PIN does not depend on it.
        with closing(WriterLock(lock_path(state_dir))):
            Pins(state_dir).put(sealed)
    return made


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
