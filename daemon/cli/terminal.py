"""Standard output and standard error of every command, with control characters escaped; and notes on it.

Names of files, titles and words come from anybody with a file or a PIN, and a terminal obeys control
characters: it can be made to hide lines, to retitle windows, or to type. So they are written as escapes in
the form of JSON, which loses nothing. This happens at the stream, so that it covers everything that is
written: by a command, click's questions, a traceback, a library's warning.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from datetime import tzinfo
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from pipelines.characters import escaped

if TYPE_CHECKING:
    from pipelines.note import Note


class _Escaping:
    """A text stream; only `beneath` bypasses it."""

    def __init__(self, stream: TextIO) -> None:
        self.beneath = stream

    def write(self, text: str) -> int:
        self.beneath.write(escaped(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach"):
            raise AttributeError(name)
        return getattr(self.beneath, name)


@contextmanager
def escaping() -> Iterator[None]:
    """Have both streams escape what is written until the end of the block."""
    out, err = (cast(TextIO, _Escaping(beneath(stream))) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        yield


def beneath(stream: TextIO) -> TextIO:
    """The raw stream, for code that draws with control characters and escapes the words itself."""
    found: TextIO = getattr(stream, "beneath", stream)
    return found


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
