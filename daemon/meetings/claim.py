"""The worker's side of the queue: what it has taken, and what became of it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from daemon.base.durable import make_folder, remove_durably, write_durably
from daemon.meetings.job import Need, Step
from pipelines.model import Model, UtcDatetime

Outcome = Literal[
    "done",  # note.json lies in the receipts
    "yielded",  # something more urgent came, or the worker was stopped
    "failed",  # an engine could not do it; counts
    "crashed",  # a native library took the worker down, or it hung; counts
    "killed",  # ended from outside: power cut, kill -9; counts only if it never gets anywhere
    "waiting",  # cannot go on before `needs` is there
    "refused",  # the source is no meeting, and never will be
]


class Claim(Model):
    """Written before work begins. One that is left without a result means that a worker died."""

    job: str
    turn: int
    pid: int
    boot_id: str
    oom_kills: int | None
    """Processes killed by the kernel for want of memory since boot, as of then; None: it does not tell."""
    started_at: UtcDatetime


class Result(Model):
    """What became of a claim; the hub folds it into the job."""

    job: str
    turn: int
    outcome: Outcome
    step: Step
    """Where it ended."""
    progress: int
    """Bytes of receipts at the end."""
    at: UtcDatetime
    reason: str | None = None
    needs: Need | None = None


class WorkFolder:
    """STATE/work. Nothing in it is read by a person."""

    def __init__(self, state_dir: Path) -> None:
        self.path = state_dir / "work"
        self.results_dir = self.path / "results"
        self.lock = self.path / "lock"
        """Held by the one worker."""
        self.crash = self.path / "crash.txt"
        """What the worker's own signal handler could still write when a native library took it down."""
        self._claim = self.path / "claim.json"

    def make(self) -> None:
        """StateWriteError."""
        make_folder(self.results_dir)

    def claim(self) -> Claim | None:
        """What is being worked on; also after the worker died with it."""
        try:
            return Claim.model_validate_json(self._claim.read_bytes())
        except (FileNotFoundError, ValidationError):
            return None

    def put_claim(self, claim: Claim) -> None:
        write_durably(self._claim, claim.model_dump_json())

    def remove_claim(self) -> None:
        remove_durably(self._claim)

    def put_result(self, result: Result) -> None:
        write_durably(self._result(result.job, result.turn), result.model_dump_json())

    def has_result(self, job: str, turn: int) -> bool:
        return self._result(job, turn).exists()

    def results(self) -> list[Result]:
        """Those that wait to be folded, oldest first. An unreadable one goes: its job is tried again."""
        found = []
        for path in self.results_dir.glob("*.json"):
            with contextlib.suppress(FileNotFoundError):
                try:
                    found.append(Result.model_validate_json(path.read_bytes()))
                except ValidationError:
                    remove_durably(path)
        return sorted(found, key=lambda result: (result.at, result.turn))

    def remove_result(self, result: Result) -> None:
        remove_durably(self._result(result.job, result.turn))

    def _result(self, job: str, turn: int) -> Path:
        return self.results_dir / f"{job}.{turn}.json"
