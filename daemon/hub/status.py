"""What the hub says of itself, as recorder and worker do: for `roomscribe status`, the page and programs.

Lies in memory on the appliance. Whoever asks need not read the store, which takes seconds with many notes.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from daemon.base.durable import make_folder, replace_volatile
from daemon.base.errors import StateWriteError
from daemon.base.paths import run_dir
from pipelines.model import Model, UtcDatetime

if TYPE_CHECKING:
    from daemon.notes.store.reading import StoredNotes


class HubStatus(Model):
    """Private meetings are left out, as in every list."""

    problem: str | None = None
    """What keeps it from part of its work: no page, a full disk, damaged notes."""
    notes: int
    last_note_at: UtcDatetime | None
    """When the latest of the meetings took place."""


class HubReport:
    """Writes the status whenever it has changed."""

    def __init__(self, state_dir: Path) -> None:
        self._path = _path(state_dir)
        self._written: tuple[int, str | None] | None = None

    def write(self, store: StoredNotes, problem: str | None) -> None:
        state = (store.version, problem)
        if state == self._written:
            return
        # Where it is not known which are private, none is told of.
        private, heads = store.private(), () if store.is_unsure else store.heads()
        dates = [head.started_at for head in heads if head.id not in private]
        status = HubStatus(problem=problem, notes=len(dates), last_note_at=max(dates, default=None))
        # A full disk is told elsewhere.
        with contextlib.suppress(StateWriteError):
            make_folder(self._path.parent)
            replace_volatile(self._path, status.model_dump_json())
            self._written = state


def read_status(state_dir: Path) -> HubStatus | None:
    """What a hub last said, whether it still runs or not; None if none did."""
    try:
        return HubStatus.model_validate_json(_path(state_dir).read_bytes())
    except (OSError, ValidationError):
        return None


def _path(state_dir: Path) -> Path:
    return run_dir(state_dir) / "hub.json"
