"""The queue as a page: the state of each meeting, and how long it will still take by earlier measurements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from markupsafe import Markup

from daemon.meetings import Job
from daemon.meetings.queue import in_order
from daemon.worker.status import WorkerStatus
from pipelines.progress import DRAFTING, is_hearing
from web import format
from web.language import _, said

_STEPS = {"transcribe": "Speech to text", "draft": "Draft", "compose": "Checks"}
_NEEDS = {
    "models": "waits for a model that is not installed",
    "audio": "continues while people talk",
    "disk": "waits for free space on the disk",
    "turn": "waits for its turn with the language model",
}


@dataclass(frozen=True, slots=True)
class StepView:
    name: str
    state: str
    """`done`, `now` or `later`."""


@dataclass(frozen=True, slots=True)
class JobView:
    id: str
    name: str
    state: str
    """`running`, `waiting` or `failed`."""
    doing: str
    steps: tuple[StepView, ...]
    percent: int | None
    """Of the current step."""
    left: str | None
    """Time until the note is ready, in words; None where nothing was measured yet."""
    failures: tuple[str, ...]

    @property
    def markup(self) -> Markup:
        """What it does or waits for, with what is to be typed."""
        return format.coded(self.doing)


@dataclass(frozen=True, slots=True)
class Speeds:
    """How fast meetings are heard and written here: seconds of work for each second of talk, as last
    measured; None: not yet."""

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


def jobs_view(
    jobs: Iterable[Job],
    running: str | None,
    status: WorkerStatus | None,
    lengths: Mapping[str, float],
    speeds: Speeds,
    now: datetime,
    timezone: tzinfo,
) -> tuple[JobView, ...]:
    """In the order in which they are done, set-aside jobs last. Waiting times add up."""
    views = []
    before_s: float | None = 0.0
    for job in in_order(jobs, running):
        of_job = status if job.id == running else None
        own_s = speeds.left_s(job, lengths.get(job.id), of_job)
        takes_turn = job.state == "waiting" and job.needs is None
        total_s = None if own_s is None or before_s is None else before_s + own_s
        if takes_turn:
            before_s = total_s
        views.append(_job(job, of_job, job.id == running, total_s, now, timezone))
    return tuple(views)


def _job(
    job: Job,
    status: WorkerStatus | None,
    is_running: bool,
    left_s: float | None,
    now: datetime,
    timezone: tzinfo,
) -> JobView:
    state = "running" if is_running else "failed" if job.state == "aside" else "waiting"
    fraction = status.fraction if status else None
    return JobView(
        id=job.id,
        name=name_of(job, timezone),
        state=state,
        doing=_doing(job, status, state, now),
        steps=_steps(job, state),
        percent=None if fraction is None else int(fraction * 100),
        left=_in_words(left_s),
        failures=tuple(
            f"{each.at.astimezone(timezone):%H:%M}, {_(_STEPS[each.step])}: {said(each.reason)}"
            for each in job.failures
        )
        if state == "failed"
        else (),
    )


def name_of(job: Job, timezone: tzinfo) -> str:
    """`The room, Fri 20 Nov 2026 09:30` for a recording of ours, else the file's name."""
    if not job.source.startswith("recording "):
        return job.source
    local = job.created_at.astimezone(timezone)
    return _("The room, %(time)s", time=f"{format.short_day(local.date())} {local:%H:%M}")


def _doing(job: Job, status: WorkerStatus | None, state: str, now: datetime) -> str:
    if state == "running":
        return format.capital(said(status.stage)) if status and status.stage else _("Starting")
    if state == "failed":
        return format.sentence(job.reason or "No note could be made of it")
    if job.needs == "turn" and job.reason:
        return format.sentence(job.reason)
    if job.needs == "models" and job.reason:
        return _(
            "%(reason)s It continues by itself once the model is installed.",
            reason=format.sentence(job.reason),
        )
    if job.needs:
        return format.capital(_(_NEEDS[job.needs]))
    if job.not_before and job.not_before > now:
        return _(
            "%(reason)s It will be tried again soon.", reason=format.sentence(job.reason or "It did not work")
        )
    return _("Waiting for its turn")


def _steps(job: Job, state: str) -> tuple[StepView, ...]:
    names = list(_STEPS)
    at = names.index(job.step)
    return tuple(
        StepView(_(label), "done" if i < at else "now" if i == at and state == "running" else "later")
        for i, label in enumerate(_STEPS.values())
    )


def _in_words(seconds: float | None) -> str | None:
    if seconds is None:
        return None
    return (
        _("less than a minute left")
        if seconds < 60
        else _("about %(time)s left", time=format.length(seconds))
    )
