"""Standard output and standard error as every command writes to them: nothing in them is an order.

Names of files, titles and words come from whoever holds a file or a PIN, and a terminal obeys control
characters: it can be made to hide lines, to retitle windows, or to type. So they are written as escapes, in
the form of JSON, which therefore loses nothing. It is done where the process writes, whatever wrote: a
command, a question of click's, a traceback, a library's warning.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

from pipelines.characters import escaped


class _Escaping:
    """A text stream; there is no way past it but `beneath`."""

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
    """For who draws with control characters of his own, and has escaped the words himself."""
    found: TextIO = getattr(stream, "beneath", stream)
    return found
