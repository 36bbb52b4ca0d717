"""What Home shows first to somebody who said who they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, tzinfo
from itertools import islice

from daemon.notes.store.listed import ItemRow, NoteHead
from pipelines.editing import Edit
from web import format
from web.views.actions import Group, Wanted, groups
from web.views.edits import in_words, who_made

SHOWN = 5
"""Items of each group, and changes."""
MEETINGS = 3


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
    name: str, rows: Iterable[ItemRow], heads: Iterable[NoteHead], today: date, timezone: tzinfo
) -> MineView:
    """`heads`: the newest first."""
    chosen = Wanted(name)
    found = groups(rows, today, chosen)
    theirs = (head for head in heads if name in head.people)
    return MineView(
        chosen,
        tuple(replace(each, items=each.items[:SHOWN]) for each in found if each.id in ("overdue", "week")),
        sum(each.total for each in found if each.id != "done"),
        tuple(
            (head, format.near_day(head.started_at.astimezone(timezone).date(), today))
            for head in islice(theirs, MEETINGS)
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
    return tuple(islice(of_others, SHOWN))
