"""How a command replaces a PIN: through the hub where one runs, else alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from daemon.access.pins import Pins, Role, SealedPin, new_pin, seal
from daemon.base.durable import make_folder
from daemon.base.lock import WriterLock
from daemon.hub.client import ask_hub, lock_path

VERB = "pin reset"


def make_pins(state_dir: Path, roles: Iterable[Role], now: datetime) -> dict[Role, str]:
    """Give each of `roles` a new PIN and return them, in clear for the last time.

    The order to the hub holds keys only: what is written to a disk may be read from it again. Raises as
    `ask_hub`, StateBusyError, StateWriteError.
    """
    made = {role: new_pin() for role in roles}
    sealed = {role: seal(pin, now) for role, pin in made.items()}
    as_json = {role: each.model_dump(mode="json") for role, each in sealed.items()}
    if ask_hub(state_dir, VERB, sealed=as_json) is None:
        make_folder(lock_path(state_dir).parent)
        # No hub starts in the meantime. The store of the notes is not opened: a PIN does not depend on it.
        with closing(WriterLock(lock_path(state_dir))):
            Pins(state_dir).put(sealed)
    return made


def put_pins(state_dir: Path, arguments: Mapping[str, Any]) -> str:
    """Carry out the order in the hub; returns what was done. ValueError where it holds something else."""
    sealed = {role: SealedPin.model_validate(each) for role, each in arguments["sealed"].items()}
    Pins(state_dir).put(sealed)
    return f"new PIN for {' and '.join(sealed)}"
