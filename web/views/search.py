"""The results of a search: meetings, each with the best passages and their anchors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from markupsafe import Markup, escape

from daemon.notes.search import Found, Hit
from daemon.notes.store.listed import NoteHead
from web import format
from web.language import _

_KINDS = {
    "title": "Title",
    "summary": "Summary",
    "action": "Action item",
    "decision": "Decision",
    "question": "Question",
}


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
