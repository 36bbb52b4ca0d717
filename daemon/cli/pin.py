"""`roomscribe pin`: which PINs the page asks for, and new ones."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from daemon.cli.context import AppContext

if TYPE_CHECKING:
    from daemon.access import Role

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
    from daemon.hub.pins import make_pins

    there = Pins(app.state_dir).sealed()
    usual = [each for each in ROLES if each != "reader" or each in there]  # few houses need one
    wanted = [each for each in ([role] if role else usual) if not (missing and each in there)]
    made = make_pins(app.state_dir, wanted, datetime.now(UTC)) if wanted else {}
    if as_json:
        click.echo(json.dumps(made))
        return
    for each, new in made.items():
        click.echo(f"{each:<6}  {new[:4]} {new[4:]}  {_MAY[each]}")
