"""Puts aside a file that cannot be used, with the reason beside it: few people read the log of a room."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from daemon.base.durable import make_folder, move_durably, write_durably
from daemon.base.errors import StateWriteError
from daemon.base.foreign import NotPlainError, open_plain, opened_folder
from daemon.inbox.names import fit_name
from daemon.inbox.transfer import transfer

REJECTED = "rejected"
_TRIES = 5
_LONGEST = 4096
"""Bytes of a reason."""


def reject(inbox: Path, file: Path, name: str, reason: str) -> Path:
    """Move `file` into inbox/rejected under `name`, beside a NAME.txt with `reason`; returns where it is.

    A file of an earlier rejection keeps its name. The reason comes first: a crash in between leaves a reason
    without a file, and the file is looked at once more. StateWriteError.
    """
    with _folder(inbox) as folder:
        target = _free(folder, fit_name(name))
        write_durably(target.with_name(f"{target.name}.txt"), f"{reason}\n")
        transfer(file, target)
    return inbox / REJECTED / target.name


def rejections(inbox: Path, most: int) -> tuple[tuple[str, str], ...]:
    """Names and reasons of what the watch folder could not use, the newest first."""
    found: list[tuple[str, str]] = []
    with suppress(OSError), opened_folder(inbox / REJECTED) as folder:
        reasons = sorted(folder.glob("*.txt"), key=lambda path: path.lstat().st_mtime, reverse=True)
        for path in reasons:
            # A rejected transcript may itself be called .txt; its reason is NAME.txt.txt.
            if (
                len(found) < most
                and os.path.lexists(path.with_suffix(""))
                and path.lstat().st_size < _LONGEST
            ):
                with suppress(OSError, NotPlainError), open_plain(path) as file:
                    found.append((path.stem, file.read(_LONGEST).decode("utf-8", "replace").strip()))
    return tuple(found)


@contextmanager
def _folder(inbox: Path) -> Iterator[Path]:
    """inbox/rejected, made if need be. Who may write to the inbox may put a link in its place: that is moved
    aside, to be refused like any other."""
    path = inbox / REJECTED
    for _ in range(_TRIES):
        if os.path.lexists(path) and (path.is_symlink() or not path.is_dir()):
            move_durably(path, inbox / f"{REJECTED}-{token_hex(4)}")
        make_folder(path)
        try:
            with opened_folder(path) as folder:
                yield folder
            return
        except NotADirectoryError:
            continue  # it was replaced just now
        except StateWriteError as error:
            raise StateWriteError(f"{error}".replace(f"{folder}", f"{path}")) from error.__cause__
    raise StateWriteError(f"{path}: is replaced again and again; look who writes to the inbox")


def _free(folder: Path, name: str) -> Path:
    stem, suffix = os.path.splitext(name)  # noqa: PTH122  # Path takes "a. b" for a suffix with a blank
    for number in itertools.count(1):
        path = folder / (name if number == 1 else f"{stem} ({number}){suffix}")
        if not os.path.lexists(path):
            return path
    raise AssertionError  # pragma: no cover - count() never ends
