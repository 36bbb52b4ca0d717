"""The list of meetings: one page of it, grouped by day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from itertools import groupby

from daemon.notes.store.filters import Filters
from daemon.notes.store.listed import NoteHead
from pipelines.note import SentimentLabel
from web import format
from web.language import _

PAGE_SIZE = 50
ALL = Filters()


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    title: str
    time: str | None
    facts: tuple[str, ...]
    """Length and counts, in the order in which they are shown."""
    mood: SentimentLabel
    tags: tuple[str, ...]
    language: str | None
    """Of the meeting."""


@dataclass(frozen=True, slots=True)
class Day:
    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of the list. `newer` and `older` are page numbers, None at the ends."""

    days: tuple[Day, ...]
    total: int
    """Meetings that match the filters."""
    is_empty: bool
    """There is no meeting at all."""
    page: int
    pages: int
    newer: int | None
    older: int | None


def listing(every: Sequence[NoteHead], page: int, timezone: tzinfo, filters: Filters = ALL) -> Listing | None:
    """Page `page` (from 1) of the meetings that match `filters`, newest first; None if there is no such
    page."""
    heads = every if filters.is_empty else [head for head in every if filters.lets(head, timezone)]
    pages = max(1, -(-len(heads) // PAGE_SIZE))
    if not 1 <= page <= pages:
        return None
    shown = [
        (head, head.started_at.astimezone(timezone))
        for head in heads[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    ]
    days = tuple(
        Day(format.long_day(day), tuple(_row(head, format.time_of_day(started)) for head, started in of_day))
        for day, of_day in groupby(shown, key=lambda pair: pair[1].date())
    )
    return Listing(
        days=days,
        total=len(heads),
        is_empty=not every,
        page=page,
        pages=pages,
        newer=page - 1 if page > 1 else None,
        older=page + 1 if page < pages else None,
    )


def _row(head: NoteHead, time: str | None) -> Row:
    facts = [
        head.room and head.room.name,
        format.length(head.duration_s),
        _("goes on from the one before") if head.continues else None,
        _actions(head.action_items, head.open_items),
        format.count(head.decisions, "decision") if head.decisions else None,
        format.count(head.questions, "open question") if head.questions else None,
    ]
    shown = tuple(fact for fact in facts if fact)
    return Row(head.id, head.title, time, shown, head.sentiment, head.tags, head.language)


def _actions(total: int, open_items: int) -> str:
    if not total:
        return _("no action items")
    if open_items == total:
        return format.count(total, "action item")
    if not open_items:
        return _("all %(number)s done", number=total)
    return _("%(number)s of %(items)s open", number=open_items, items=format.count(total, "action item"))
