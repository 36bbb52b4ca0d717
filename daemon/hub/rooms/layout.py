"""Where the files of `daemon.hub.rooms` lie."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from daemon.base.durable import make_folder, write_durably
from daemon.base.foreign.plain import open_plain
from pipelines.errors import BadInputError

ORDERS, BACK = "orders", "back"
NOTES, GONE, ANSWERS, TAKEN = "notes", "gone", "answers", "taken"
OUT = (NOTES, GONE, ANSWERS, TAKEN)
TO = (ORDERS, BACK)
MOST_BYTES = 64_000_000
"""Of one file of another room: some twenty times what a long day's meeting takes."""
_IGNORED = "(?d).unfinished-*\n"
"""What Syncthing is not to carry: files that are just being written."""
_DEVICE = re.compile(r"[A-Z2-7]{7}(-[A-Z2-7]{7}){7}")


class Layout:
    """The folders below `root`, which is STATE/rooms."""

    def __init__(self, state_dir: Path) -> None:
        self.root = state_dir / "rooms"
        self.unit = self.root / "unit"
        self.out = self.root / "out"

    def to(self, device: str) -> Path:
        return self.root / "to" / checked(device)

    def came(self, device: str) -> Path:
        """What the room of this device shows."""
        return self.unit / "in" / checked(device)

    def asked(self, device: str) -> Path:
        """What the room of this device asks of this one."""
        return self.unit / "from" / checked(device)


def checked(device: str) -> str:
    """A Syncthing device id, fit to be the name of a folder. BadInputError."""
    if not _DEVICE.fullmatch(device):
        raise BadInputError(f"{device!r} is no device id")
    return device


def make_shared(folder: Path, within: tuple[str, ...]) -> None:
    """A folder that Syncthing carries, with its parts. StateWriteError."""
    for name in within:
        make_folder(folder / name)
    ignored = folder / ".stignore"
    if not ignored.exists():
        write_durably(ignored, _IGNORED)


def names(folder: Path) -> Iterator[str]:
    """Of the files in a folder that may not be there."""
    try:
        yield from (entry.name for entry in os.scandir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return


def read_foreign(path: Path) -> bytes:
    """A file that another room wrote. BadInputError if it is too large or no file, OSError."""
    file: BinaryIO
    with open_plain(path) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadInputError(f"{path.name} is larger than any note")
    return data
