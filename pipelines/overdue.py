"""What is overdue: one rule for the box on top of the list, the actions and the digests.

Whoever compares two pages finds the same number on both. An item counts while it is open, confirmed by the
transcript and due before the day of reading. How long ago that was bounds what is listed, not the count.
"""

from __future__ import annotations

from datetime import date


def is_overdue(due: date | None, on: date, *, is_open: bool, is_confirmed: bool) -> bool:
    """Whether an item that is `due` is overdue on the local day `on`."""
    return is_open and is_confirmed and due is not None and due < on
