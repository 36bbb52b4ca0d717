"""What the worker does now, for the page, for `jobs list` and for systemd; and the proof that it gets on."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import make_folder, replace_volatile
from daemon.base.errors import StateWriteError
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from pipelines.model import Model

_EVERY_S = 1.0
"""As often as a person looks; a model that writes six tokens a second would write six files."""


class WorkerStatus(Model):
    """Progress of the meeting being processed."""

    job: str | None = None
    source: str | None = None
    stage: str | None = None
    fraction: float | None = None
    """0..1 of the stage; None where nobody knows."""
    eta_s: float | None = None
    """Seconds until the stage is done, if it goes on as it went so far."""
    damage: tuple[str, ...] = ()
    """What was found wrong with models' weights when they were last needed, each with what helps."""
    pid: int


def read_status(state_dir: Path) -> WorkerStatus | None:
    """What the worker last said; None if it never did, or is gone."""
    try:
        status = WorkerStatus.model_validate_json((run_dir(state_dir) / "worker.json").read_bytes())
    except (OSError, ValidationError):
        return None
    return status if _is_there(status.pid) else None


def _is_there(pid: int) -> bool:
    """Asked by a signal that does nothing: /proc hides the worker from the hub, since each has users of its
    own."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


class Pulse:
    """Takes the progress of the work and tells whoever wants to know, at most once a second."""

    def __init__(
        self, folder: Path, notifier: Notifier, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """StateWriteError if the folder cannot be made."""
        make_folder(folder)
        self._path = folder / "worker.json"
        self._notifier = notifier
        self._monotonic = monotonic
        self._damage: tuple[str, ...] = ()
        self._job: str | None = None
        self._source: str | None = None
        self._stage: str | None = None
        self._stage_began = (0.0, 0.0)
        """Time and fraction at the stage's first sign."""
        self._told_s = float("-inf")
        self.started_s = self.last_s = monotonic()
        """When the work began, and when it last got on."""

    def begin(self, job: str, source: str) -> None:
        """Work on a meeting begins."""
        self._job, self._source, self._stage = job, source, None
        self._told_s = float("-inf")
        self.started_s = self.last_s = self._monotonic()

    def damaged(self, damage: tuple[str, ...]) -> None:
        """What is wrong with weights, as in `WorkerStatus`."""
        if damage != self._damage:
            self._damage = damage
            self._told_s = float("-inf")
            self._write(None, None)

    def idle(self) -> None:
        """Nothing is to be done: which is all the progress there can be."""
        if self._job is not None or self._told_s == float("-inf"):
            self._job = self._source = self._stage = None
            self._write(None, None)
            self._notifier.status("; ".join(("waiting for a meeting", *self._damage)))
        self._told_s = self.last_s = self._monotonic()
        self._notifier.alive()

    def progress(self, stage: str, done: float, total: float | None) -> None:
        """Obeys `pipelines.progress.Progress`."""
        now_s = self.last_s = self._monotonic()
        fraction = min(1.0, done / total) if total else None
        if stage != self._stage:
            self._stage, self._stage_began = stage, (now_s, fraction or 0.0)
            self._told_s = float("-inf")
        if now_s - self._told_s < _EVERY_S:
            return
        self._told_s = now_s
        self._notifier.alive()
        percent = "" if fraction is None else f" {fraction:.0%}"
        self._notifier.status(f"{self._source}: {stage}{percent}")
        self._write(fraction, self._eta_s(now_s, fraction))

    def _eta_s(self, now_s: float, fraction: float | None) -> float | None:
        began_s, began = self._stage_began
        if fraction is None or fraction <= began:
            return None
        return (now_s - began_s) * (1 - fraction) / (fraction - began)

    def _write(self, fraction: float | None, eta_s: float | None) -> None:
        status = WorkerStatus(
            job=self._job,
            source=self._source,
            stage=self._stage,
            fraction=fraction,
            eta_s=eta_s,
            damage=self._damage,
            pid=os.getpid(),
        )
        # Nobody's work should end because a progress bar could not be moved.
        with contextlib.suppress(StateWriteError):
            replace_volatile(self._path, status.model_dump_json())
