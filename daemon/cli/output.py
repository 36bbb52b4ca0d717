"""Notes on standard output: Markdown for people, one line of JSON for programs."""

from __future__ import annotations

from datetime import tzinfo

import click

from pipelines.note import Note
from pipelines.render.markdown import render_markdown


def print_note(note: Note, *, as_json: bool, timezone: tzinfo) -> None:
    """Print one note; JSON is one document a line, so that several make JSON Lines."""
    click.echo(note.model_dump_json() if as_json else render_markdown(note, timezone), nl=as_json)
