"""Whether a hub works on a state directory, which its lock shows; and asking it."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import Any

from daemon.base.control import Answer, ask
from daemon.base.durable import make_folder
from daemon.base.errors import StateBusyError, unreadable
from daemon.base.lock import WriterLock
from guardrails.core.errors import RoomscribeError
from pipelines.errors import BadInputError

SERVICE = "hub"
TIMEOUT_S = 60.0
"""The hub answers in a fraction of a second, but may be in the middle of a large file."""


class HubRefusedError(RoomscribeError):
    """The hub could not carry out an order."""


_ERRORS: dict[int, type[RoomscribeError]] = {2: BadInputError, 4: StateBusyError}


def lock_path(state_dir: Path) -> Path:
    """Locked by the hub while it runs."""
    return state_dir / "hub" / "lock"


def hub_runs(state_dir: Path) -> bool:
    """Whether a hub works on this state; StateDamagedError if the lock cannot be read.

    Checked with a shared lock, so that two checks do not collide.
    """
    try:
        fd = os.open(lock_path(state_dir), os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise unreadable(lock_path(state_dir), error) from error
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError as error:
        raise unreadable(lock_path(state_dir), error) from error
    finally:
        os.close(fd)
    return False


def ask_hub(state_dir: Path, do: str, **arguments: Any) -> Answer | None:
    """Have a running hub do it; None if none runs, and the caller has to do it itself.

    Raises the hub's error: the same line and exit code as if the command had met it.
    """
    if not hub_runs(state_dir):
        return None
    answer = ask(state_dir, SERVICE, do, arguments, timeout_s=TIMEOUT_S)
    if not answer.ok:
        raise _ERRORS.get(answer.exit_code, HubRefusedError)(answer.message)
    return answer


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
