"""`roomscribe rooms`: which other rooms this one shows, and which show it."""

from __future__ import annotations

from typing import Any

import click

from daemon.cli.context import AppContext
from pipelines.errors import BadInputError

_OFF = "not turned on: sudo systemctl enable --now roomscribe-rooms"


@click.group(invoke_without_command=True)
@click.pass_context
def rooms(ctx: click.Context) -> None:
    """List the rooms of the building that this one knows, and pair it with others.

    On both boxes an admin says yes, here or on the page Settings; compare the codes first:

    \b
    roomscribe rooms pair CODE --show-here      its meetings are shown here
    roomscribe rooms pair CODE --show-there     this room's meetings are shown there
    """
    if ctx.invoked_subcommand is None:
        _list(ctx.obj)


def _list(app: AppContext) -> None:
    from datetime import UTC, datetime

    from daemon.hub.rooms.overview import overview

    found = overview(app.state_dir, datetime.now(UTC))
    if found is None:
        click.echo(_OFF)
        return
    click.echo(f"this room: {found.code}{'' if found.runs else ' (its service does not run)'}")
    for room in found.rooms:
        state = {"connected": "connected", "unanswered": "waits for the yes there"}.get(room.state)
        state = state or f"off, last seen {room.last:%Y-%m-%d %H:%M} UTC"
        ways = [
            way
            for way, is_on in (("shown here", room.pair.takes), ("shows this room", room.pair.gives))
            if is_on
        ]
        name = room.pair.name if room.pair.is_named else ""
        click.echo(f"{room.code}  {name:<20}  {', '.join(ways)}; {state}")
    for code, name in found.asks:
        click.echo(f"{code}  {name:<20}  asks to be paired")
    for code in found.near:
        click.echo(f"{code}  {'':<20}  is near")


@rooms.command()
@click.argument("code")
@click.option("--show-here", is_flag=True, help="Show its meetings here.")
@click.option("--show-there", is_flag=True, help="Have this room's meetings shown there.")
@click.option("--name", default="", help="How it is called here; by default as it calls itself.")
@click.pass_obj
def pair(app: AppContext, code: str, show_here: bool, show_there: bool, name: str) -> None:
    """Say yes to the room of this code; an admin there has to say yes, too."""
    device, calls_itself = _find(app, code)
    _do(
        app, "rooms pair", device=device, name=name or calls_itself, takes=show_here, gives=show_there
    )  # fmt: skip


@rooms.command()
@click.argument("code")
@click.pass_obj
def refuse(app: AppContext, code: str) -> None:
    """Say no to the room of this code; it is not asked about again."""
    _do(app, "rooms refuse", device=_find(app, code)[0])


@rooms.command()
@click.argument("room")
@click.option("--with-notes", is_flag=True, help="Also delete its meetings here; there they stay.")
@click.pass_obj
def remove(app: AppContext, room: str, with_notes: bool) -> None:
    """Part from a room, by its name or code."""
    _do(app, "rooms remove", room=room, notes=with_notes)


@rooms.command()
@click.argument("lost")
@click.argument("new")
@click.pass_obj
def replace(app: AppContext, lost: str, new: str) -> None:
    """Give the meetings of a LOST box back to the NEW one in its place; both are paired and shown here."""
    _do(app, "rooms replace", lost=lost, new=new)


def _find(app: AppContext, code: str) -> tuple[str, str]:
    """Device and name. BadInputError."""
    from datetime import UTC, datetime

    from daemon.hub.rooms.overview import overview

    if (found := overview(app.state_dir, datetime.now(UTC))) is None:
        raise BadInputError(f"other rooms are {_OFF}")
    return found.device(code)


def _do(app: AppContext, verb: str, **arguments: Any) -> None:
    from daemon.hub.alone import carry_out

    click.echo(carry_out(app.state_dir, verb, arguments).message)
