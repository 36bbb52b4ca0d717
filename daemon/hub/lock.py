"""The lock that shows that a hub works on a state directory."""

from __future__ import annotations

import time
from pathlib import Path

from daemon.base.durable import make_folder
from daemon.base.errors import StateBusyError
from daemon.base.lock import WriterLock
from daemon.hub.client import lock_path

_TRIES = 20
_WAIT_S = 0.1
"""Checking whether a hub runs holds the lock for an instant."""


def take_lock(state_dir: Path) -> WriterLock:
    """As long as it is open, this is the hub; StateBusyError while there is another."""
    path = lock_path(state_dir)
    make_folder(path.parent)
    for _ in range(_TRIES):
        try:
            return WriterLock(path)
        except StateBusyError:
            time.sleep(_WAIT_S)
    return WriterLock(path)
