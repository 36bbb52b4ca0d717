"""The jobs on disk, read by everybody and changed by the hub alone; and which of them comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import ValidationError

from daemon.base.durable import make_folder, remove_durably, sweep_unfinished, write_durably
from daemon.base.errors import NotFoundError
from daemon.meetings.job import Job


class JobQueue:
    """All jobs, in memory and on disk; the disk comes first."""

    def __init__(self, state_dir: Path) -> None:
        """Take in what is there, and clear up after a crash. A damaged file is removed: its meeting is still
        there, and gets a new job. StateWriteError.
        """
        self.folder = jobs_dir(state_dir)
        make_folder(self.folder)
        sweep_unfinished(self.folder)
        self._jobs: dict[str, Job] = {}
        for path, job in _read(self.folder):
            if job is None:
                remove_durably(path)
            else:
                self._jobs[job.id] = job

    def __iter__(self) -> Iterator[Job]:
        return iter(list(self._jobs.values()))

    def __len__(self) -> int:
        return len(self._jobs)

    def get(self, job_id: str) -> Job | None:
        return self._jobs.get(job_id)

    def find(self, job_id: str) -> Job:
        """NotFoundError that tells how to see them."""
        if job_id not in self._jobs:
            raise NotFoundError(f"there is no job {job_id!r}; see `roomscribe jobs list`")
        return self._jobs[job_id]

    def next_moment(self, now: datetime) -> datetime:
        """`now`, or just after the newest job: who comes later stays behind, even if a clock is set back."""
        return max((now, *(job.created_at + timedelta(microseconds=1) for job in self._jobs.values())))

    def put(self, job: Job) -> None:
        """StateWriteError: nothing changed."""
        if self._jobs.get(job.id) == job:
            return
        write_durably(self.folder / f"{job.id}.json", job.model_dump_json(indent=1))
        self._jobs[job.id] = job

    def remove(self, job_id: str) -> None:
        remove_durably(self.folder / f"{job_id}.json")
        self._jobs.pop(job_id, None)


def jobs_dir(state_dir: Path) -> Path:
    return state_dir / "jobs"


def read_jobs(state_dir: Path) -> list[Job]:
    """All jobs, as another process than the hub sees them; in no particular order."""
    return [job for _, job in _read(jobs_dir(state_dir)) if job is not None]


def _read(folder: Path) -> Iterator[tuple[Path, Job | None]]:
    for path in folder.glob("*.json"):
        try:
            yield path, Job.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            continue
        except ValidationError:
            yield path, None


_RANKS = {"live": 0, "normal": 1, "backlog": 2}


def choose(jobs: Iterable[Job], now: datetime, answered: Collection[tuple[str, int]] = ()) -> Job | None:
    """The most urgent job that may be taken: people who still talk before those who wait, oldest first.

    `answered`: (job, turn) of results that the hub has not folded yet. Such a job is in no state to be taken.
    """
    ready = [job for job in jobs if job.is_ready(now) and (job.id, job.turn + 1) not in answered]
    return min(ready, key=lambda job: (_RANKS[job.priority], job.created_at, job.id), default=None)


def is_more_urgent(job: Job, than: Job) -> bool:
    """Whether work on `than` should make room for `job`. Equals wait: first come, first done."""
    return _RANKS[job.priority] < _RANKS[than.priority]


def is_patient(job: Job) -> bool:
    """Whether work on `job` waits for somebody's question: it is a meeting that has ended."""
    return job.priority != "live"


def is_live(job: Job) -> bool:
    """Whether it is a meeting that goes on, or has just ended, and can be worked on."""
    return not is_patient(job) and job.state == "waiting" and job.needs in (None, "audio")


def in_order(jobs: Iterable[Job], running: str | None = None) -> list[Job]:
    """As a person wants to see them: what runs, what comes next, what was set aside."""
    return sorted(
        jobs,
        key=lambda job: (
            job.id != running,
            job.state == "aside",
            _RANKS[job.priority],
            job.created_at,
            job.id,
        ),
    )
