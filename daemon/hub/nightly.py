"""The table of jobs that the scheduler runs, and what each is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from daemon.config import Config
from daemon.nightly.table import NIGHTLY
from daemon.store import NoteStore


@dataclass(frozen=True)
class Night:
    """What a job works with. It runs in a thread beside the hub: they may share the store, not the queue."""

    state_dir: Path
    store: NoteStore
    """Open for writing."""
    config: Config
    config_file: Path | None
    now: datetime
    log: Callable[[str], object]
    """Takes one line."""


@dataclass(frozen=True)
class NightlyJob:
    """One line of the table."""

    name: str
    """Its key in [nightly], which says when."""
    run: Callable[[Night], object]
    """Raises RoomscribeError with a line for the log; the next run tries again."""


JOBS = tuple(NightlyJob(name, run) for name, run in NIGHTLY.items())
"""Every job of the scheduler. One that takes long is no trouble; two never run at the same time."""
