"""Action items of all meetings, by when they are due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from daemon.notes.store.listed import ItemRow
from web import format
from web.language import _

PAGE_SIZE = 100
NOBODY = "-"
"""Means "nobody" in the person filter; no name is that short."""


@dataclass(frozen=True, slots=True)
class ActionView:
    note_id: str
    item_id: str
    task: str
    owner: str | None
    day: str | None
    phrase: str | None
    meeting: str
    language: str | None
    """Of the meeting."""
    is_done: bool
    is_late: bool

    @property
    def anchor(self) -> str:
        return f"{self.note_id}-{self.item_id}"

    @property
    def when(self) -> str:
        """`was due Fri 20 Nov`, `due today`; empty without a day."""
        return format.due(self.day, is_late=self.is_late) if self.day else ""


@dataclass(frozen=True, slots=True)
class Group:
    id: str
    name: str
    total: int
    items: tuple[ActionView, ...]
    """The first `PAGE_SIZE` of them, or all where the group was asked for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which items are shown."""

    person: str = ""
    """A name; "-" for items that nobody owns; empty for everybody's."""
    group: str = ""
    """Only this group; empty for all."""

    def lets(self, row: ItemRow) -> bool:
        return not self.person or (row.owner or NOBODY) == self.person


_NAMES = (
    ("overdue", "Overdue"),
    ("week", "This week"),
    ("later", "Later"),
    ("undated", "No date"),
    ("done", "Done"),
)


def groups(rows: Iterable[ItemRow], today: date, wanted: Wanted) -> tuple[Group, ...]:
    """The items that the transcript confirms, group by group; groups without an item are left out.

    This week is what is due from `today` to Sunday; on Saturday and Sunday, to the Sunday after that, since
    people then want to know about Monday.
    """
    found: dict[str, list[ItemRow]] = {name: [] for name, _ in _NAMES}
    until = today + timedelta(days=6 - today.weekday() + (7 if today.weekday() >= 5 else 0))
    for row in rows:
        if row.is_verified and wanted.lets(row):
            found[_group(row, today, until)].append(row)
    limit = None if wanted.group else PAGE_SIZE
    return tuple(
        Group(
            name,
            _(title),
            len(of_group),
            tuple(action_view(row, today) for row in _sorted(name, of_group)[:limit]),
        )
        for name, title in _NAMES
        if (of_group := found[name]) and wanted.group in ("", name)
    )


def owners(rows: Iterable[ItemRow]) -> Sequence[str]:
    """Everybody who owns an item, by name."""
    return sorted({row.owner for row in rows if row.owner}, key=str.casefold)


def _group(row: ItemRow, today: date, until: date) -> str:
    if row.status == "done":
        return "done"
    if row.due is None:
        return "undated"
    if row.is_overdue(today):
        return "overdue"
    return "week" if row.due <= until else "later"


def _sorted(group: str, rows: list[ItemRow]) -> list[ItemRow]:
    """By day; items without one and done items by meeting, newest first."""
    if group in ("undated", "done"):
        return sorted(rows, key=lambda row: row.said_at, reverse=True)
    return sorted(rows, key=lambda row: (row.due or date.max, row.said_at))


def action_view(row: ItemRow, today: date) -> ActionView:
    return ActionView(
        note_id=row.note_id,
        item_id=row.item_id,
        task=format.capital(row.task),
        owner=row.owner,
        day=format.near_day(row.due, today) if row.due else None,
        phrase=row.phrase,
        meeting=row.meeting,
        language=row.language,
        is_done=row.status == "done",
        is_late=row.is_overdue(today),
    )
