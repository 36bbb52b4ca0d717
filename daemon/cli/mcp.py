"""`roomscribe mcp`: the notes for an assistant on this machine."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

import click

from daemon.cli.context import AppContext
from daemon.cli.terminal import beneath


@click.command()
@click.pass_obj
def mcp(app: AppContext) -> None:
    """Let an assistant on this machine read the notes (Model Context Protocol, standard input and output).

    The assistant starts this command itself. It can search, list and read notes, transcripts and action
    items, and ask; private meetings are left out, and nothing can be changed.

    WARNING: this program sends nothing anywhere, but the assistant may. An assistant whose model runs in a
    cloud takes the text of your meetings out of the building. Use one whose model runs on this machine.

    It needs the optional package mcp, which is not installed by default (docs/operations.md, "An assistant on
    this machine").
    """
    from daemon.cli.mcp_tools import serve

    # The protocol needs the raw stream; JSON has no control characters.
    with redirect_stdout(beneath(sys.stdout)):
        serve(app.state_dir, app.timezone)
