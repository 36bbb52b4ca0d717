"""The folder for what a restart of the machine may forget: in memory on the appliance, to spare its card."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from daemon.cli.context import SYSTEM_STATE

SYSTEM_RUNTIME = Path("/run/roomscribe")


def run_dir(state_dir: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """systemd's folder in memory, which all units share (RuntimeDirectory=); elsewhere one in the state."""
    if given := environ.get("RUNTIME_DIRECTORY", "").split(":")[0]:
        return Path(given)
    # A command that somebody types has no such variable.
    return SYSTEM_RUNTIME if state_dir == SYSTEM_STATE else state_dir / "run"
