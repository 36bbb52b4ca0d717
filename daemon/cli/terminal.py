"""Standard output and standard error of every command, with control characters escaped.

Names of files, titles and words come from anybody with a file or a PIN, and a terminal obeys control
characters: it can be made to hide lines, to retitle windows, or to type. So they are written as escapes in
the form of JSON, which loses nothing. This happens at the stream, so that it covers everything that is
written: by a command, click's questions, a traceback, a library's warning.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

from pipelines.characters import escaped


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
