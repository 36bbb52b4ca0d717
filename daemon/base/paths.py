"""Where the appliance keeps things: state, configuration, and what a restart of the machine may forget."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

SERVICE_USER = "roomscribe"
SYSTEM_STATE = Path("/var/lib/roomscribe")
SYSTEM_ETC = Path("/etc/roomscribe")
SYSTEM_RUNTIME = Path("/run/roomscribe")
"""In memory, to spare the card."""


def state_dir(option: Path | None, environ: Mapping[str, str], *, etc: Path = SYSTEM_ETC) -> Path:
    """The one directory with all state: from the option, systemd, the appliance, or the user's home."""
    if option is not None:
        return option.absolute()
    if given := environ.get("STATE_DIRECTORY"):
        # systemd separates several directories by colons; the unit names one.
        return Path(given.split(":")[0])
    if etc.is_dir():
        return SYSTEM_STATE
    base = environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "roomscribe"


def run_dir(state_dir: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """systemd's folder in memory, which all units share (RuntimeDirectory=); elsewhere one in the state."""
    if given := environ.get("RUNTIME_DIRECTORY", "").split(":")[0]:
        return Path(given)
    # A command that somebody types has no such variable.
    return SYSTEM_RUNTIME if state_dir == SYSTEM_STATE else state_dir / "run"
