"""Which meetings belong together: the parts of one, and the ones that come again and again.

Nobody says of a weekly that it is one. Two meetings are of the same series where one entry of a calendar has
both, or where they have the same title but for dates and numbers ("Weekly 12 May", "Weekly #14").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from daemon.notes.store.listed import ItemRow, NoteHead
from guardrails.language import codes, language

MOST = 12
"""Earlier meetings of a series whose open items still count: of a weekly, those of a quarter."""
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Related:
    """The meetings around one."""

    before: NoteHead | None = None
    """The part of the same meeting before it."""
    after: NoteHead | None = None
    last_time: NoteHead | None = None
    """The meeting of its series before it."""
    left_open: tuple[tuple[NoteHead, tuple[ItemRow, ...]], ...] = ()
    """Up to `MOST` meetings of its series before it, the latest first, each with the items that are still
    open and that the transcript confirms, the first due before the others. Without those that left none."""


ALONE = Related()


class AllSeries:
    """What any meeting belongs to, read once for each state of the store."""

    def __init__(self, heads: Sequence[NoteHead], rows: Iterable[ItemRow]) -> None:
        """`heads`: the newest first."""
        self._heads = {head.id: head for head in heads}
        self._after = {head.continues: head for head in heads if head.continues}
        self._of: dict[str, list[NoteHead]] = defaultdict(list)
        """By what meetings of one series have in common, the newest first."""
        for head in heads:
            for key in _keys(head):
                self._of[key].append(head)
        self._open: dict[str, list[ItemRow]] = defaultdict(list)
        for row in rows:
            if row.status == "open" and row.is_verified:
                self._open[row.note_id].append(row)

    def around(self, note_id: str) -> Related:
        """`ALONE` for a meeting that is not there."""
        if (head := self._heads.get(note_id)) is None:
            return ALONE
        earlier = self._earlier(head)
        left = ((each, self._open[each.id]) for each in earlier if each.id in self._open)
        return Related(
            self._heads.get(head.continues or ""),
            self._after.get(note_id),
            earlier[0] if earlier else None,
            tuple((each, tuple(sorted(rows, key=_day))) for each, rows in left),
        )

    def _earlier(self, head: NoteHead) -> list[NoteHead]:
        # The parts of a meeting are not another time of it.
        first, parts = head, {head.id}
        while (part := self._heads.get(first.continues or "")) and part.id not in parts:
            first = part
            parts.add(part.id)
        found: dict[str, NoteHead] = {}
        for key in _keys(head):
            before = (each for each in self._of[key] if each.started_at < first.started_at)
            found |= {each.id: each for each, _ in zip(before, range(MOST), strict=False)}
        return sorted(found.values(), key=lambda each: each.started_at, reverse=True)[:MOST]


def _keys(head: NoteHead) -> Iterator[str]:
    if name := _name(head.title):
        yield name
    if head.series:
        yield f"#{head.series}"


def _day(row: ItemRow) -> date:
    return row.due or date.max


@lru_cache(maxsize=20_000)
def _name(title: str) -> str:
    """What a title says besides the day; empty where that is nothing."""
    nameless, months = _dropped()
    words = " ".join(word for word in _WORD.findall(title.casefold()) if word not in months)
    return "" if words in nameless else words


@lru_cache(maxsize=1)
def _dropped() -> tuple[frozenset[str], frozenset[str]]:
    """What meetings are called that nobody has named; names of months. In every language."""
    spoken = [language(code) for code in codes()]
    nameless = frozenset(each.settings["meeting"].casefold() for each in spoken)
    return nameless, frozenset().union(*(each.words("month") for each in spoken))
