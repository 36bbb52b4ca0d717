"""Moves a file between the watch folder and the state directory, which may lie on different disks."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from daemon.base.durable import move_durably, remove_durably, remove_tree, write_checked
from daemon.base.errors import StateWriteError
from daemon.base.foreign import open_plain
from daemon.inbox.stability import Stamp

_PIECE_BYTES = 4 * 1024 * 1024


def transfer(source: Path, target: Path, on_piece: Callable[[], None] = lambda: None) -> bool:
    """Move durably, by copying where there is no other way; `on_piece` is called for each piece of a copy.

    False, and the file stays, if it was changed while it was copied. StateWriteError, FileNotFoundError,
    PermissionError: it stays too, as does what is no plain file where it has to be copied (NotPlainError).
    Whatever else is moved as it is: look at it again before it is read.
    """
    try:
        move_durably(source, target)
    except StateWriteError as error:
        cause = error.__cause__
        if isinstance(cause, FileNotFoundError | PermissionError):
            raise cause from None
        if not isinstance(cause, OSError) or cause.errno != errno.EXDEV:
            raise
        return _copy(source, target, on_piece)
    return True


def _copy(source: Path, target: Path, on_piece: Callable[[], None]) -> bool:
    def write(copy: BinaryIO) -> None:
        while piece := file.read(_PIECE_BYTES):
            copy.write(piece)
            on_piece()

    with open_plain(source) as file:
        before = Stamp.of(os.fstat(file.fileno()))
        write_checked(target, write)
    if Stamp.of(source.lstat()) != before:
        remove_tree(target)
        return False
    remove_durably(source)
    return True
