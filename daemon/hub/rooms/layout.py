"""Which other rooms this one knows, and where the files lie that they exchange.

    STATE/rooms/pairs.json

An admin said yes here, and another one there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal

from pydantic import Field, ValidationError

from daemon.base.durable import make_folder, write_durably
from daemon.base.errors import NotFoundError, StateDamagedError, unreadable
from daemon.base.foreign.plain import open_plain
from pipelines.characters import tidy
from pipelines.errors import BadInputError
from pipelines.model import Model

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


_NAME_CHARS = 60
_CODE_CHARS = 15
"""Two groups of the device id, 65 bits that somebody would have to hit: it is the hash of a certificate."""


class Pair(Model):
    """Another room."""

    device: str
    name: str = Field(max_length=_NAME_CHARS)
    key: str = Field(pattern=r"^[a-z2-7]{7}$")
    """Part of the ids of its notes here; a box that takes a lost one's place takes its key."""
    takes: bool
    """Whether its meetings are shown here."""
    gives: bool
    """Whether this room's meetings are shown there."""
    floor: int = 0
    """Revisions up to this one were the lost box's."""

    @property
    def is_named(self) -> bool:
        """A box that is merely near tells no name; until its first note comes, its code stands for one."""
        return self.name != code(self.device)


class Pairs(Model):
    version: Literal[1] = 1
    pairs: tuple[Pair, ...] = ()
    refused: tuple[str, ...] = ()
    """Devices that asked, and were told no."""

    def of(self, wanted: str) -> Pair:
        """By device, code or name. NotFoundError."""
        found = [pair for pair in self.pairs if wanted in (pair.device, code(pair.device), pair.name)]
        if len(found) != 1:
            raise NotFoundError(
                f"{len(found) or 'no'} paired rooms are called {wanted!r}; see `roomscribe rooms`"
            )
        return found[0]

    def with_pair(self, pair: Pair) -> Pairs:
        """In place of one of the same device."""
        others = tuple(each for each in self.pairs if each.device != pair.device)
        if any(each.key == pair.key for each in others):
            raise BadInputError("another room has this one's key; remove that one first")
        refused = tuple(each for each in self.refused if each != pair.device)
        return Pairs(pairs=(*others, pair), refused=refused)

    def without(self, device: str, *, refused: bool = False) -> Pairs:
        more = (device,) if refused and device not in self.refused else ()
        return Pairs(
            pairs=tuple(each for each in self.pairs if each.device != device), refused=(*self.refused, *more)
        )


def code(device: str) -> str:
    """What people compare on both pages, as in "MFZWI3D-BNSGYYL"."""
    return device[:_CODE_CHARS]


def room_name(text: str) -> str:
    """What people are shown of a name that somebody gave; empty if nothing is left of it."""
    return " ".join(tidy(text).split())[:_NAME_CHARS]


def key_of(device: str) -> str:
    return device[:7].lower()


def read_pairs(state_dir: Path) -> Pairs:
    """StateDamagedError."""
    path = _path(state_dir)
    try:
        return Pairs.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Pairs()
    except ValidationError:
        raise StateDamagedError(f"{path} is damaged; remove it, and pair the rooms again") from None
    except OSError as error:
        raise unreadable(path, error) from error


def write_pairs(state_dir: Path, pairs: Pairs) -> None:
    """StateWriteError, BadInputError."""
    for pair in pairs.pairs:
        checked(pair.device)
    make_folder(_path(state_dir).parent)
    write_durably(_path(state_dir), pairs.model_dump_json(indent=1))


def _path(state_dir: Path) -> Path:
    return Layout(state_dir).root / "pairs.json"
