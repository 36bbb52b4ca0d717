"""Puts aside a file that cannot be used, with the reason beside it: few people read the log of a room."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

from daemon.durable import make_folder, write_durably
from daemon.inbox.names import fit_name
from daemon.inbox.transfer import transfer

REJECTED = "rejected"


def reject(inbox: Path, file: Path, name: str, reason: str) -> Path:
    """Move `file` into inbox/rejected under `name`, beside a NAME.txt with `reason`; returns where it is.

    A file of an earlier rejection keeps its name. The reason comes first: a crash in between leaves a reason
    without a file, and the file is looked at once more. StateWriteError.
    """
    folder = inbox / REJECTED
    make_folder(folder)
    target = _free(folder, fit_name(name))
    write_durably(target.with_name(f"{target.name}.txt"), f"{reason}\n")
    transfer(file, target)
    return target


def _free(folder: Path, name: str) -> Path:
    stem, suffix = os.path.splitext(name)  # noqa: PTH122  # Path takes "a. b" for a suffix with a blank
    for number in itertools.count(1):
        path = folder / (name if number == 1 else f"{stem} ({number}){suffix}")
        if not os.path.lexists(path):
            return path
    raise AssertionError  # pragma: no cover - count() never ends
