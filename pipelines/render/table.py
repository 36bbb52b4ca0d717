"""Action items as CSV (RFC 4180), for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from pipelines.render.calendar import CalendarItem

COLUMNS = ("task", "owner", "due", "due as said", "status", "confirmed", "meeting", "note", "quote")

# A spreadsheet computes a cell that begins so: what somebody said must not become a formula in it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render_csv(items: Iterable[CalendarItem]) -> str:
    """One line for each item under `COLUMNS`; days as 2026-11-20."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for each in items:
        item = each.item
        due = item.due
        row = (
            item.task,
            item.owner or "",
            due.date.isoformat() if due and due.date else "",
            due.phrase if due else "",
            item.status,
            "yes" if item.verdict == "verified" else "no",
            each.meeting,
            each.note_id,
            item.quote,
        )
        writer.writerow([_cell(value) for value in row])
    return out.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
