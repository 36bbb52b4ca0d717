"""What the rooms' unit last saw: who is near, who asks, and which rooms are there.

STATE/rooms/unit/status.json
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, ValidationError

from daemon.base.durable import replace_volatile
from daemon.hub.rooms.layout import Layout, checked, read_foreign, room_name
from pipelines.errors import BadInputError
from pipelines.model import Model, UtcDatetime

STALE = timedelta(minutes=1)

Device = Annotated[str, AfterValidator(checked)]
_Name = Annotated[str, AfterValidator(room_name)]


class Room(Model):
    """One that is paired."""

    device: Device
    connected: bool
    last: UtcDatetime | None
    """When it was connected last, by this machine's clock; None: never."""


class Asking(Model):
    """One that has said yes to this room, and waits for it."""

    device: Device
    name: _Name


class UnitStatus(Model):
    at: UtcDatetime
    device: Device
    """This room's own."""
    rooms: tuple[Room, ...] = ()
    asks: tuple[Asking, ...] = ()
    near: tuple[Device, ...] = ()
    """Other boxes in this network."""

    def is_stale(self, now: datetime) -> bool:
        return not timedelta(0) <= now - self.at < STALE


def status_of(
    api: Any, device: str, paired: tuple[str, ...], refused: tuple[str, ...], now: datetime
) -> UnitStatus:
    """Asked of Syncthing (`Api`). OSError."""
    try:
        connections = api.get("system/connections")["connections"]
        seen = api.get("stats/device")
        pending = api.get("cluster/pending/devices")
        near = api.get("system/discovery")
        known = {device, *paired, *refused}
        return UnitStatus(
            at=now,
            device=device,
            rooms=tuple(
                Room(
                    device=each,
                    connected=bool(connections.get(each, {}).get("connected")),
                    last=_instant(seen.get(each, {}).get("lastSeen")),
                )
                for each in paired
            ),
            asks=tuple(
                Asking(device=each, name=str(asked.get("name") or ""))
                for each, asked in pending.items()
                if each not in known
            ),
            near=tuple(sorted(set(near) - known - set(pending))),
        )
    except (AttributeError, KeyError, TypeError, ValidationError, BadInputError) as error:
        raise OSError(f"Syncthing answers otherwise than expected: {error}") from error


def is_news(status: UnitStatus, before: UnitStatus | None) -> bool:
    """Whether it is worth a write to the card: it differs from `before`, or that will soon be stale."""
    if before is None or abs(status.at - before.at) >= STALE / 2:
        return True
    return status != before.model_copy(update={"at": status.at})


def write_status(state_dir: Path, status: UnitStatus) -> None:
    """StateWriteError."""
    replace_volatile(_path(state_dir), status.model_dump_json())


def read_status(state_dir: Path) -> UnitStatus | None:
    """None where there is none that can be read: the unit has never run here."""
    try:
        return UnitStatus.model_validate_json(read_foreign(_path(state_dir)))
    except (OSError, ValidationError, BadInputError):
        return None


def _instant(text: object) -> datetime | None:
    """Syncthing's zero, 1970, is never."""
    if not isinstance(text, str):
        return None
    found = datetime.fromisoformat(text[:19] + "+00:00") if text.endswith("Z") else _with_offset(text)
    return found if found.year > 1970 else None


def _with_offset(text: str) -> datetime:
    """Nanoseconds are more than `datetime` reads."""
    return datetime.fromisoformat(text[:19] + text[-6:])


def _path(state_dir: Path) -> Path:
    return Layout(state_dir).unit / "status.json"
