"""Makes a digest of notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta, tzinfo
from itertools import chain

from pipelines.digest.digest import (
    ActionLine,
    Digest,
    Line,
    Lists,
    MeetingLine,
    due_day,
    first_line,
    mean_mood,
    people_of,
)
from pipelines.digest.period import Period
from pipelines.note import ActionItem, Item, Note, Statement
from pipelines.overdue import is_overdue
from pipelines.render.words import BY_HAND, worded
from pipelines.speakers.turns import known_name
from pipelines.transcript import TYPED

DAYS_BEFORE = 7
"""With the meetings of so many days before a period its mood is compared."""


def make_digest(
    notes: Iterable[Note],
    period: Period,
    *,
    timezone: tzinfo,
    due_days: int = 7,
    slipped_days: int = 30,
) -> Digest:
    """The digest of `period` over all notes, in any order; their transcripts are not read.

    Listed as due is what falls within `due_days` after the day it is read on (that day included), as slipped
    what was due up to `slipped_days` before. `timezone` is the room's: it says on which day a meeting was.
    Of what the rules alone read, what somebody takes on for a later day is listed, when the meeting was and
    on that day; of the rest only what a person typed, confirmed or changed.
    """
    held = sorted(
        ((note.started_at.astimezone(timezone).date(), note) for note in notes),
        key=lambda pair: (pair[1].started_at, pair[1].id),
    )
    present = [note for day, note in held if period.first <= day <= period.last]
    people: Lists = {}
    slipped_before = 0
    oldest = period.as_of - timedelta(days=slipped_days)
    for day, note in held:
        if day > period.last:
            continue
        for item in note.action_items:
            section = _section(item, day, period, due_days)
            is_wanted = _is_trusted(note, item) or (section != "promised" and _is_taken(item, day, period))
            if section == "slipped" and not (is_wanted and due_day(item) >= oldest):
                slipped_before += 1
            elif section and is_wanted:
                line = _action_line(note, item, day)
                people.setdefault(line.owner, {}).setdefault(section, []).append(line)
    return Digest(
        id=period.id,
        kind=period.kind,
        first=period.first,
        last=period.last,
        as_of=period.as_of,
        meetings=tuple(_meeting_line(note) for note in present),
        decisions=tuple(chain.from_iterable(_lines(note, note.decisions) for note in present)),
        people=people_of(people),
        questions=tuple(chain.from_iterable(_lines(note, note.questions) for note in present)),
        slipped_before=slipped_before,
        mood_before=mean_mood(
            (note.sentiment.score, note.duration_s)
            for day, note in held
            if period.first - timedelta(days=DAYS_BEFORE) <= day < period.first
        ),
    )


def _is_trusted(note: Note, item: Item) -> bool:
    """Whether it is right often enough to be read without its note (docs/quality.md, "Digests")."""
    is_changed = not BY_HAND.keys().isdisjoint(item.flags)
    is_typed = any(each.startswith(TYPED) for each in item.evidence)
    return note.engines.llm is not None or is_changed or is_typed


def _is_taken(item: ActionItem, said_on: date, period: Period) -> bool:
    """Whether somebody took it on for a later day, and the period has the meeting or that day."""
    if known_name(item.owner) is None or due_day(item) <= said_on:
        return False
    return said_on >= period.first or period.first <= due_day(item) <= period.last


def _section(item: ActionItem, said_on: date, period: Period, due_days: int) -> str | None:
    """Where an item belongs; None where it has no place in the digest."""
    if item.verdict != "verified" or item.status != "open":
        return None
    if is_overdue(item.due.date if item.due else None, period.as_of, is_open=True, is_confirmed=True):
        return "slipped"
    if due_day(item) <= period.as_of + timedelta(days=due_days):
        return "due"
    return "promised" if said_on >= period.first else None


def _action_line(note: Note, item: ActionItem, said_on: date) -> ActionLine:
    return ActionLine(
        note_id=note.id,
        item_id=item.id,
        meeting=note.title,
        text=worded(item),
        said_on=said_on,
        owner=known_name(item.owner),
        due=item.due,
        flags=item.flags,
    )


def _lines(note: Note, statements: Iterable[Statement]) -> Iterator[Line]:
    for each in statements:
        if each.verdict == "verified" and _is_trusted(note, each):
            yield Line(note_id=note.id, item_id=each.id, meeting=note.title, text=worded(each))


def _meeting_line(note: Note) -> MeetingLine:
    claims: tuple[Item, ...] = (*note.action_items, *note.decisions, *note.questions)
    return MeetingLine(
        note_id=note.id,
        title=note.title,
        started_at=note.started_at,
        duration_s=note.duration_s,
        sentiment=note.sentiment.label,
        score=note.sentiment.score,
        about=first_line(note),
        unconfirmed=sum(claim.verdict != "verified" for claim in claims),
        by_rules=note.engines.llm is None,
    )
