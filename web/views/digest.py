"""The digest of a day or a week as a page: what was decided, what is due, what slipped, person by person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo

from pipelines.digest import ActionLine, Digest, Person
from web import format


@dataclass(frozen=True, slots=True)
class TaskView:
    note_id: str
    item_id: str
    text: str
    when: str
    """`slipped since Fri 20 Nov 2026`, `due Mon 23 Nov 2026`, or empty."""
    is_late: bool


@dataclass(frozen=True, slots=True)
class PersonView:
    name: str
    tasks: tuple[TaskView, ...]


@dataclass(frozen=True, slots=True)
class DigestView:
    id: str
    title: str
    is_week: bool
    meetings: tuple[tuple[str, str, str], ...]
    """Id, title, and when it was."""
    decisions: tuple[tuple[str, str, str], ...]
    """Id of the note, id of the item, text."""
    questions: tuple[tuple[str, str, str], ...]
    people: tuple[PersonView, ...]
    remark: str
    """What is not listed, in a sentence; may be empty."""


def digest_view(digest: Digest, timezone: tzinfo) -> DigestView:
    """Times in `timezone`, the room's."""
    return DigestView(
        id=digest.id,
        title=title_of(digest),
        is_week=digest.kind == "week",
        meetings=tuple(
            (line.note_id, line.title, format.time_of_day(line.started_at.astimezone(timezone)) or "")
            for line in digest.meetings
        ),
        decisions=tuple((line.note_id, line.item_id, format.capital(line.text)) for line in digest.decisions),
        questions=tuple((line.note_id, line.item_id, format.capital(line.text)) for line in digest.questions),
        people=tuple(
            PersonView(person.name or "Nobody named", tuple(_tasks(person))) for person in digest.people
        ),
        remark=_remark(digest),
    )


def title_of(digest: Digest) -> str:
    """`Friday, 20 November 2026`, `Week 47, from Mon 16 Nov 2026`"""
    if digest.kind == "day":
        return format.long_day(digest.first)
    return f"Week {digest.first.isocalendar().week}, from {format.short_day(digest.first)}"


def _tasks(person: Person) -> Iterator[TaskView]:
    for line in person.slipped:
        yield _task(line, "slipped since", is_late=True)
    for line in person.due:
        yield _task(line, "due")
    for line in person.promised:
        yield _task(line, "due")


def _task(line: ActionLine, word: str, *, is_late: bool = False) -> TaskView:
    day = line.due.date if line.due else None
    when = f"{word} {format.short_day(day)}" if day else f"“{line.due.phrase}”" if line.due else ""
    return TaskView(line.note_id, line.item_id, format.capital(line.text), when, is_late)


def _remark(digest: Digest) -> str:
    left_out = sum(line.unconfirmed for line in digest.meetings)
    parts = []
    if digest.slipped_before:
        parts.append(f"Still open from longer ago: {digest.slipped_before}.")
    if left_out:
        parts.append(f"Left out, because the transcript does not confirm it: {left_out}.")
    return " ".join(parts)
