"""The preliminary note of a meeting that has no note yet: shown on the page, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from daemon.meetings import Job, MeetingFolder, read_jobs
from daemon.meetings.receipts import SoFar, read_receipt
from pipelines.note import ActionItem
from web import format
from web.language import _, language, said

GOES_ON = "It may change: the note is made when the meeting has ended."
IS_OVER = "The meeting has ended; its note is being made."


@dataclass(frozen=True, slots=True)
class TaskView:
    text: str
    who: str | None
    day: str | None


@dataclass(frozen=True, slots=True)
class SoFarView:
    id: str
    title: str
    as_of: str
    """How far into the meeting it goes, as a clock."""
    remarks: tuple[str, ...]
    """That it is not final, what wrote it, how long the meeting is to last, and when the language model will
    work on it; in sentences."""
    summary: str
    actions: tuple[TaskView, ...]
    decisions: tuple[str, ...]
    questions: tuple[str, ...]
    counts: tuple[str, ...]


class SoFars:
    """Reads the receipts of meetings in the queue, once for each change of a file."""

    def __init__(self, state_dir: Path) -> None:
        self._state_dir = state_dir
        self._read: dict[tuple[str, str], tuple[tuple[int, int], SoFarView]] = {}

    def of(self, meeting_id: str, *, goes_on: bool) -> SoFarView | None:
        """None if nothing was drafted yet."""
        path = MeetingFolder(self._state_dir, meeting_id).so_far
        try:
            found = path.stat()
        except OSError:
            self._read.pop((meeting_id, language()), None)
            return None
        key = (found.st_mtime_ns, int(goes_on))
        known = self._read.get((meeting_id, language()))
        if known is None or known[0] != key:
            so_far = read_receipt(path, SoFar)
            if so_far is None:
                return None
            known = self._read[meeting_id, language()] = (key, _view(so_far, goes_on=goes_on))
        return known[1]

    def all(self, has_note: Callable[[str], bool]) -> tuple[SoFarView, ...]:
        """For every meeting in the queue that has no note yet; the newest first."""
        jobs = sorted(read_jobs(self._state_dir), key=lambda job: job.created_at, reverse=True)
        # A meeting that was set aside is listed with its reason instead: no note is being made of it.
        jobs = [job for job in jobs if job.state != "aside" and not has_note(job.id)]
        found = (self.of(job.id, goes_on=goes_on(job)) for job in jobs)
        return tuple(view for view in found if view is not None)


def goes_on(job: Job) -> bool:
    """Whether people may still talk, as far as the worker knows."""
    return job.needs == "audio" or job.step == "transcribe"


def _view(so_far: SoFar, *, goes_on: bool) -> SoFarView:
    note = so_far.note
    verified = [item for item in note.action_items if item.verdict == "verified"]
    decisions = tuple(format.capital(each.text) for each in note.decisions if each.verdict == "verified")
    questions = tuple(format.capital(each.text) for each in note.questions if each.verdict == "verified")
    counted = (
        (len(verified), "action item"),
        (len(decisions), "decision"),
        (len(questions), "open question"),
    )
    planned = (
        _("The calendar has %(time)s for it.", time=format.length(note.planned_s)) if note.planned_s else None
    )
    return SoFarView(
        id=note.id,
        title=note.title,
        as_of=format.clock(so_far.heard_s),
        remarks=tuple(filter(None, (_(GOES_ON if goes_on else IS_OVER), planned, said(so_far.later or "")))),
        summary=note.summary,
        actions=tuple(map(_task, verified)),
        decisions=decisions,
        questions=questions,
        counts=tuple(format.count(number, noun) for number, noun in counted if number),
    )


def _task(item: ActionItem) -> TaskView:
    day = format.short_day(item.due.date) if item.due and item.due.date else None
    return TaskView(format.capital(item.task), item.owner, day or (item.due.phrase if item.due else None))
