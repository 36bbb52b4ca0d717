"""The list of meetings: its filters, one page of it grouped by day, and the results of a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from itertools import groupby

from markupsafe import Markup, escape

from daemon.notes.search import Found, Hit
from daemon.notes.store.filters import MOODS, Filters
from daemon.notes.store.listed import NoteHead
from pipelines.note import SentimentLabel
from pipelines.text import LONGEST_NAME, LONGEST_TAG
from web import format
from web.language import _

PAGE_SIZE = 50
ALL = Filters()
NAMES = ("person", "from", "to", "mood", "tag", "room", "open")
"""Parameters of an address."""
_KINDS = {
    "title": "Title",
    "summary": "Summary",
    "action": "Action item",
    "decision": "Decision",
    "question": "Question",
}


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


@dataclass(frozen=True, slots=True)
class PageFilters(Filters):
    @property
    def address(self) -> dict[str, str]:
        """The filters as parameters of an address, for links that keep them."""
        values = (
            self.person,
            self.first,
            self.last,
            self.mood,
            self.tag,
            self.room,
            "1" if self.is_open else "",
        )
        return {name: f"{value}" for name, value in zip(NAMES, values, strict=True) if value}


def read_filters(arguments: Mapping[str, str]) -> PageFilters:
    """The filters in an address; what cannot be read is ignored."""
    mood = arguments.get("mood", "")
    return PageFilters(
        person=arguments.get("person", "").strip()[:LONGEST_NAME],
        first=_day(arguments.get("from", "")),
        last=_day(arguments.get("to", "")),
        mood=mood if mood in MOODS else "",
        tag=arguments.get("tag", "").strip()[:LONGEST_TAG],
        room=arguments.get("room", "")[:LONGEST_NAME],
        is_open=arguments.get("open", "") == "1",
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class HitView:
    label: str
    """Where the words are: `12:05`, `Decision`."""
    anchor: str
    """Of the line or the item on the meeting's page; empty for its top."""
    words: Markup
    """With <mark> around what was looked for."""


@dataclass(frozen=True, slots=True)
class FoundView:
    note_id: str
    title: str
    when: str
    language: str | None
    """Of the meeting."""
    hits: tuple[HitView, ...]


def found_views(
    found: Sequence[Found], heads: Mapping[str, NoteHead], timezone: tzinfo
) -> tuple[FoundView, ...]:
    """`found` in its order; a note that was deleted meanwhile is not in `heads` and is left out."""
    return tuple(
        FoundView(
            each.note_id,
            heads[each.note_id].title,
            format.short_day(heads[each.note_id].started_at.astimezone(timezone).date()),
            heads[each.note_id].language,
            tuple(_hit(hit) for hit in each.hits),
        )
        for each in found
        if each.note_id in heads
    )


def _hit(hit: Hit) -> HitView:
    parts = (f"<mark>{escape(text)}</mark>" if marked else escape(text) for text, marked in hit.snippet)
    words = Markup("".join(parts))
    if hit.kind == "said":
        label = format.clock(hit.start_s) if hit.start_s is not None else _("Said")
        return HitView(label, f"s{hit.line}", words)
    anchor = f"item-{hit.ref}" if hit.ref else ""
    return HitView(_(_KINDS[hit.kind]), anchor, words)
