"""The box on top of the list: the results of today's meetings, and what is due next.

Made from the current notes, since people look right after a meeting; the digest of the day, made in the
evening, lists the same by person and is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo

from daemon.notes.store.listed import ItemRow, NoteHead
from web import format
from web.language import _
from web.views.actions import ActionView, action_view

SHOWN = 3
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
    first = sorted(listed, key=lambda row: (row.due or day, row.said_at, row.item_id))[:SHOWN]
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
