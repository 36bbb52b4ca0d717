"""What the worker knows of the server, for `roomscribe check` and the page."""

from __future__ import annotations

import contextlib
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import replace_volatile
from daemon.base.errors import StateWriteError
from daemon.base.paths import run_dir
from pipelines.model import Model, UtcDatetime


class ServerStatus(Model):
    """As of the worker's last question."""

    address: str
    answered_at: UtcDatetime | None = None
    """When it last gave an answer, as far as this start of the machine knows."""
    problem: str | None = None
    """Why it is not used now."""


def _path(state_dir: Path) -> Path:
    return run_dir(state_dir) / "server.json"


def read_server_status(state_dir: Path, address: str) -> ServerStatus:
    """Of this server."""
    try:
        found = ServerStatus.model_validate_json(_path(state_dir).read_bytes())
    except (OSError, ValidationError):
        return ServerStatus(address=address)
    return found if found.address == address else ServerStatus(address=address)


def write_server_status(state_dir: Path, status: ServerStatus) -> None:
    # Nobody's work should end because a line of the page could not be written.
    with contextlib.suppress(StateWriteError):
        replace_volatile(_path(state_dir), status.model_dump_json())
