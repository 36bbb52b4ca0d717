"""`roomscribe serve`: the notes as a page on this machine."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from daemon.cli.context import AppContext


@click.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen on, :: for all [default: as configured].")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port, instead of the configured one; 0 takes a free one."
)
@click.pass_obj
def serve(context: AppContext, host: str | None, port: int | None) -> None:
    """Show the notes in a browser, until Ctrl-C.

    Other devices, where it listens for them, need a PIN: roomscribe pin reset
    """
    from daemon.access import Pins
    from daemon.notes.store import NoteStore
    from web.app import create_app
    from web.bodies import bodies_of
    from web.security import Door
    from web.server import run_server
    from web.views.room import recorder_of

    settings = context.config.web
    # Sessions are not kept: only the hub, which may be running, writes there.
    door = Door(Pins(context.state_dir), lambda: settings)
    # One reader for all requests: it takes in what is new, so a request never reads the whole store again.
    with NoteStore.open_reader(context.state_dir) as store:
        run_server(
            create_app(
                lambda: nullcontext(store),
                timezone=context.timezone,
                door=door,
                open_recorder=recorder_of(context.state_dir),
                state_dir=context.state_dir,
                config=lambda: context.config,
                config_file=context.config_file,
            ),
            settings.host if host is None else host,
            settings.port if port is None else port,
            body_limit=bodies_of(door),
            knows=door.knows,
            ready=lambda url: click.echo(f"Roomscribe is at {url} (Ctrl-C stops it)"),
        )
