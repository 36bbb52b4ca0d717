"""How fast meetings are heard and written here, by what the worker reports: how long will one take?."""

from __future__ import annotations

from dataclasses import dataclass

from daemon.meetings import Job
from daemon.worker.status import WorkerStatus
from pipelines.progress import DRAFTING, is_hearing


@dataclass(frozen=True, slots=True)
class Speeds:
    """Seconds of work for each second of talk, as last measured on this machine; None: not yet measured."""

    hearing: float | None = None
    writing: float | None = None

    def measured(self, status: WorkerStatus | None, length_s: float | None) -> Speeds:
        """Updated by the worker's report on its current step: how much is left, and how long that takes."""
        if status is None or not length_s or status.eta_s is None or status.fraction is None:
            return self
        left_s = (1 - status.fraction) * length_s
        if left_s <= 0:
            return self
        if is_hearing(status.stage):
            return Speeds(status.eta_s / left_s, self.writing)
        if status.stage == DRAFTING:
            return Speeds(self.hearing, status.eta_s / left_s)
        return self

    def left_s(self, job: Job, length_s: float | None, status: WorkerStatus | None) -> float | None:
        """Seconds until the note. A step that was never measured counts as 0; None if no step was
        measured."""
        if job.needs or job.state == "aside":
            return None
        if status is not None and status.eta_s is not None:
            after = self.writing or 0.0 if job.step == "transcribe" and is_hearing(status.stage) else 0.0
            return status.eta_s + after * (length_s or 0.0)
        if length_s is None:
            return None
        if job.step == "transcribe":
            return None if self.hearing is None else (self.hearing + (self.writing or 0.0)) * length_s
        return None if self.writing is None else self.writing * length_s
