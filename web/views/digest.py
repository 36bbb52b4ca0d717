"""The digest of a day or a week as a page: what was decided, what is due, what slipped, person by person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import tzinfo

from pipelines.digest import ActionLine, Digest, Line, MeetingLine, Person
from web import format
from web.language import _, said


@dataclass(frozen=True, slots=True)
class TaskView:
    note_id: str
    item_id: str
    text: str
    when: str
    """`was due Fri 20 Nov`, `due Mon 23 Nov`, or empty."""
    is_late: bool


@dataclass(frozen=True, slots=True)
class PersonView:
    name: str
    tasks: tuple[TaskView, ...]


@dataclass(frozen=True, slots=True)
class DigestView:
    id: str
    title: str
    meetings: tuple[tuple[MeetingLine, str], ...]
    """Each with the time of day when it was."""
    decisions: tuple[tuple[str, str, str], ...]
    """Id of the note, id of the item, text."""
    questions: tuple[tuple[str, str, str], ...]
    people: tuple[PersonView, ...]
    mood: str
    """The mood and how it changed, in a sentence; may be empty."""
    remark: str
    """What is not listed, in a sentence; may be empty."""


def digest_view(digest: Digest, timezone: tzinfo) -> DigestView:
    """Times in `timezone`, the room's."""
    return DigestView(
        id=digest.id,
        title=title_of(digest),
        meetings=tuple(
            (line, format.time_of_day(line.started_at.astimezone(timezone)) or "") for line in digest.meetings
        ),
        decisions=_statements(digest.decisions),
        questions=_statements(digest.questions),
        people=tuple(
            PersonView(person.name or _("Nobody named"), tuple(_tasks(person, digest.last.year)))
            for person in digest.people
        ),
        mood=said(digest.mood_moved),
        remark=_remark(digest),
    )


def title_of(digest: Digest) -> str:
    """`Friday, 20 November 2026`, `Week 47, from Mon 16 Nov 2026`"""
    if digest.kind == "day":
        return format.long_day(digest.first)
    week = digest.first.isocalendar().week
    return _("Week %(week)s, from %(day)s", week=week, day=format.short_day(digest.first))


def _statements(lines: Iterable[Line]) -> tuple[tuple[str, str, str], ...]:
    return tuple((line.note_id, line.item_id, format.capital(line.text)) for line in lines)


def _tasks(person: Person, year: int) -> Iterator[TaskView]:
    for line in person.slipped:
        yield _task(line, year, is_late=True)
    for line in (*person.due, *person.promised):
        yield _task(line, year)


def _task(line: ActionLine, year: int, *, is_late: bool = False) -> TaskView:
    day = line.due.date if line.due else None
    due = (
        format.due(format.day_of(day, year), is_late=is_late)
        if day
        else _("“%(phrase)s”", phrase=line.due.phrase)
        if line.due
        else ""
    )
    return TaskView(line.note_id, line.item_id, format.capital(line.text), due, is_late)


def _remark(digest: Digest) -> str:
    left_out = sum(line.unconfirmed for line in digest.meetings)
    parts = []
    if digest.slipped_before:
        parts.append(_("Overdue and not listed: %(number)s.", number=digest.slipped_before))
    if left_out:
        parts.append(_("Left out, because the transcript does not confirm it: %(number)s.", number=left_out))
    if any(line.by_rules for line in digest.meetings):
        parts.append(
            _("Of meetings that the rules alone read, only what somebody takes on for a day soon is listed.")
        )
    return " ".join(parts)
