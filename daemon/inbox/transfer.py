"""Moves a file between the watch folder and the state directory, which may lie on different disks."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

from daemon.durable import move_durably, remove_durably, remove_tree, write_checked
from daemon.errors import StateWriteError
from daemon.inbox.stability import Stamp


def transfer(source: Path, target: Path) -> bool:
    """Move durably, by copying where there is no other way.

    False, and the file stays, if it was changed while it was copied. StateWriteError, FileNotFoundError,
    PermissionError: it stays too.
    """
    try:
        move_durably(source, target)
    except StateWriteError as error:
        cause = error.__cause__
        if isinstance(cause, FileNotFoundError | PermissionError):
            raise cause from None
        if not isinstance(cause, OSError) or cause.errno != errno.EXDEV:
            raise
        return _copy(source, target)
    return True


def _copy(source: Path, target: Path) -> bool:
    before = Stamp.of(source.stat())
    with source.open("rb") as file:
        write_checked(target, lambda copy: shutil.copyfileobj(file, copy))
    if Stamp.of(source.stat()) != before:
        remove_tree(target)
        return False
    remove_durably(source)
    return True
