"""Which other rooms this one knows: an admin said yes here, and another one there.

STATE/rooms/pairs.json
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from daemon.base.durable import make_folder, write_durably
from daemon.base.errors import NotFoundError, StateDamagedError, unreadable
from daemon.hub.rooms.layout import Layout, checked
from pipelines.characters import tidy
from pipelines.errors import BadInputError
from pipelines.model import Model

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
