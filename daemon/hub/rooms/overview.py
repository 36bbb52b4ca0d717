"""What the command and the page show of other rooms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from daemon.hub.rooms.layout import Pair, code, read_pairs
from daemon.hub.rooms.orders import waiting_for
from daemon.hub.rooms.status import read_status
from pipelines.errors import BadInputError

State = Literal["connected", "off", "unanswered"]


@dataclass(frozen=True, slots=True)
class KnownRoom:
    """A room that is paired."""

    pair: Pair
    code: str
    state: State
    """"unanswered": it has never been connected, so nobody said yes there yet."""
    last: datetime | None
    """When it was connected last."""


@dataclass(frozen=True, slots=True)
class Overview:
    code: str
    """Of this room."""
    runs: bool
    """Whether the unit that finds the others does its work."""
    rooms: tuple[KnownRoom, ...]
    asks: tuple[tuple[str, str], ...]
    """Code and name of rooms that wait for a yes here."""
    near: tuple[str, ...]
    """Codes of other boxes in this network."""
    devices: dict[str, tuple[str, str]]
    """Device and name by code."""

    def device(self, wanted: str) -> tuple[str, str]:
        """BadInputError."""
        if (found := self.devices.get(wanted.upper())) is None:
            raise BadInputError(f"no room near has the code {wanted!r}; compare it on both")
        return found


def overview(state_dir: Path, now: datetime) -> Overview | None:
    """None where it was never turned on. StateDamagedError."""
    status = read_status(state_dir)
    if status is None:
        return None
    runs = not status.is_stale(now)
    seen = {room.device: room for room in status.rooms}

    def known(pair: Pair) -> KnownRoom:
        room = seen.get(pair.device)
        last = room.last if room else None
        is_connected = room is not None and room.connected and runs
        state: State = "connected" if is_connected else "off" if last else "unanswered"
        return KnownRoom(pair, code(pair.device), state, last)

    pairs = read_pairs(state_dir).pairs
    named = {**dict.fromkeys(status.near, ""), **{each.device: each.name for each in status.asks}}
    named |= {pair.device: pair.name for pair in pairs}
    taken = {pair.device for pair in pairs}
    return Overview(
        code=code(status.device),
        runs=runs,
        rooms=tuple(map(known, pairs)),
        asks=tuple((code(each.device), each.name) for each in status.asks if each.device not in taken),
        near=tuple(code(each) for each in status.near if each not in taken),
        devices={code(device): (device, name) for device, name in named.items()},
    )


def pending(state_dir: Path, note_id: str) -> int:
    """How many changes of a note its room has not done yet."""
    return waiting_for(state_dir, read_pairs(state_dir).pairs).get(note_id, 0)
