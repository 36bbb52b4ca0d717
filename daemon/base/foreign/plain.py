"""Opens files that somebody else may have put in place, and nothing but files; and their folders.

A link would lend its sender our right to read: a note of another meeting, a PIN. A pipe would keep the reader
waiting for ever. Who may write to a folder can swap them in between a look and the opening, so what counts is
what was opened.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pipelines.errors import BadInputError


class NotPlainError(BadInputError):
    """It is a link, a folder, a pipe or the like."""


def why_not_plain(mode: int) -> str | None:
    """What is wrong with something of that `st_mode`, for people; None for an ordinary file."""
    if stat.S_ISREG(mode):
        return None
    if stat.S_ISLNK(mode):
        return (
            "is a link; put the file itself into the inbox (a link could point to any file of this machine)"
        )
    return "is no ordinary file; put a recording or a transcript into the inbox"


def open_plain(path: Path) -> BinaryIO:
    """The file itself, for reading. NotPlainError, OSError."""
    _refuse(path, path.lstat().st_mode)  # a device may act on being opened
    try:
        # Should it be a pipe by now, opening it must not wait for who writes to it.
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as error:
        if error.errno == errno.ELOOP:
            _refuse(path, stat.S_IFLNK)
        raise
    try:
        _refuse(path, os.fstat(fd).st_mode)
    except NotPlainError:
        os.close(fd)
        raise
    return os.fdopen(fd, "rb")


@contextmanager
def opened_folder(path: Path) -> Iterator[Path]:
    """The folder itself, whatever its name leads to from now on; NotADirectoryError for a link, OSError."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NotADirectoryError(error.errno, error.strerror, str(path)) from None
        raise
    try:
        yield Path(f"/proc/self/fd/{fd}")
    finally:
        os.close(fd)


def _refuse(path: Path, mode: int) -> None:
    if (why := why_not_plain(mode)) is not None:
        raise NotPlainError(f"{path.name}: {why}")
