"""Action items as CSV (RFC 4180), for a spreadsheet.

A spreadsheet computes a cell that begins with certain signs: what somebody said must not become a formula in
it. Which cells there are is for the reader to say: where the separator is a semicolon or a tab, as in much of
Europe, a part of our cell may be one of its own.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from pipelines.render.calendar import CalendarItem

COLUMNS = ("task", "owner", "due", "due as said", "status", "confirmed", "meeting", "note", "quote")

# At the beginning, or behind what somebody may take for a separator; some readers skip spaces and quotes
# first. The second four are the same signs in full width, which some spreadsheets take for them.
_FORMULA = re.compile(r'(^|[;\t\r\n])(?=[\s"]*[=+@\-\uff1d\uff0b\uff20\uff0d]|[\t\r])')


def render_csv(items: Iterable[CalendarItem]) -> str:
    """One line for each item under `COLUMNS`; days as 2026-11-20."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
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
    return _FORMULA.sub(r"\1'", text)
