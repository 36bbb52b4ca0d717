"""What Home shows above the list: today's box, and the visitor's own items and changes.

The box is made from the current notes, since people look right after a meeting; the digest of the day, made
in the evening, lists the same by person and is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta, tzinfo
from itertools import islice

from daemon.notes.store.listed import ItemRow, NoteHead
from pipelines.editing import Edit
from web import format
from web.language import _
from web.views.actions import ActionView, Group, Wanted, action_view, groups
from web.views.edits import in_words, who_made

SHOWN_TODAY = 3
"""Items in the box: more of them would hide the meetings on a phone."""


@dataclass(frozen=True, slots=True)
class TodayView:
    counts: str
    """`2 meetings · 8 overdue · 22 to do · 1 decision`"""
    next: tuple[ActionView, ...]


def today(
    heads: Iterable[NoteHead],
    rows: Iterable[ItemRow],
    day: date,
    timezone: tzinfo,
    *,
    due_days: int,
    slipped_days: int,
) -> TodayView | None:
    """None where there is nothing to show. `heads`: the newest first; `timezone`: the room's.

    It shows what was promised today, what is due within `due_days`, and what is overdue. What was due more
    than `slipped_days` ago is counted but not listed: nobody has it in mind any more. It is under Actions.
    """
    held = _of_day(heads, day, timezone)
    ids = {head.id for head in held}
    late, coming, promised = [], [], 0
    for row in rows:
        if row.status != "open" or not row.is_verified:
            continue
        if row.is_overdue(day):
            late.append(row)
        elif row.due and day <= row.due <= day + timedelta(days=due_days):
            coming.append(row)
        elif row.note_id in ids:
            promised += 1
    to_do = len(coming) + promised
    decisions, questions = sum(head.decisions for head in held), sum(head.questions for head in held)
    parts = [
        format.count(len(held), "meeting") if held else "",
        _("%(number)s overdue", number=format.number(len(late))) if late else "",
        _("%(number)s to do", number=format.number(to_do)) if to_do else "",
        format.count(decisions, "decision") if decisions else "",
        format.count(questions, "open question") if questions else "",
    ]
    counts = " · ".join(each for each in parts if each)
    oldest = day - timedelta(days=slipped_days)
    listed = [row for row in (*late, *coming) if row.due and row.due >= oldest]
    first = sorted(listed, key=lambda row: (row.due or day, row.said_at, row.item_id))[:SHOWN_TODAY]
    shown = tuple(action_view(row, day) for row in first)
    return TodayView(counts, shown) if counts else None


def _of_day(heads: Iterable[NoteHead], day: date, timezone: tzinfo) -> Sequence[NoteHead]:
    held = []
    for head in heads:
        held_on = head.started_at.astimezone(timezone).date()
        if held_on < day:
            break
        if held_on == day:  # with a wrong clock a meeting may be in the future
            held.append(head)
    return held


SHOWN_OWN = 5
"""Items of each group, and changes."""
SHOWN_MEETINGS = 3


@dataclass(frozen=True, slots=True)
class ChangeView:
    note_id: str
    meeting: str
    what: str
    who: str


@dataclass(frozen=True, slots=True)
class MineView:
    chosen: Wanted
    groups: tuple[Group, ...]
    """Overdue and due this week, the first of each."""
    open: int
    """All items of theirs that are not done."""
    meetings: tuple[tuple[NoteHead, str], ...]
    """The latest that they were in, each with its day."""


def mine(
    name: str, rows: Iterable[ItemRow], heads: Iterable[NoteHead], day: date, timezone: tzinfo
) -> MineView:
    """`heads`: the newest first."""
    chosen = Wanted(name)
    found = groups(rows, day, chosen)
    theirs = (head for head in heads if name in head.people)
    return MineView(
        chosen,
        tuple(
            replace(each, items=each.items[:SHOWN_OWN]) for each in found if each.id in ("overdue", "week")
        ),
        sum(each.total for each in found if each.id != "done"),
        tuple(
            (head, format.near_day(head.started_at.astimezone(timezone).date(), day))
            for head in islice(theirs, SHOWN_MEETINGS)
        ),
    )


def changes(
    edits: Sequence[tuple[str, Edit]], heads: Mapping[str, NoteHead], names: Sequence[str]
) -> tuple[ChangeView, ...]:
    """The first of what others than `names` changed."""
    of_others = (
        ChangeView(head.id, head.title, in_words(edit.change), who_made(edit))
        for note_id, edit in edits
        if edit.name not in names and (head := heads.get(note_id))
    )
    return tuple(islice(of_others, SHOWN_OWN))
