"""Notes on standard output: for people as rendered or plain Markdown, for programs as one line of JSON."""

from __future__ import annotations

import sys
from datetime import tzinfo
from typing import TYPE_CHECKING

import click

from daemon.cli.terminal import beneath
from pipelines.characters import escaped

if TYPE_CHECKING:
    from pipelines.note import Note


def print_note(note: Note, *, as_json: bool, timezone: tzinfo) -> None:
    """Print one note; JSON is one document per line, so that several make JSON Lines.

    A terminal shows headings and lists; a file or a pipe gets the Markdown itself.
    """
    from pipelines.render.markdown import render_markdown

    if as_json:
        click.echo(note.to_json())
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(file=beneath(sys.stdout)).print(Markdown(escaped(render_markdown(note, timezone))))
    else:
        click.echo(render_markdown(note, timezone), nl=False)
