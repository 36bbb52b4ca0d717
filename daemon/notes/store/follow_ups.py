"""What later meetings say about promises: what waits for a person's word, and what was turned down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from daemon.notes.store.table import JournalDB, JournalTable

if TYPE_CHECKING:
    from pipelines.followup import Kept

TABLE = "follow_ups"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Somebody said later that an item is done."""

    note_id: str
    """Of the item."""
    item_id: str
    by: str
    """Id of the note of the later meeting."""
    segment_ids: tuple[str, ...]
    quote: str
    line: int
    """Place of the quote in that meeting, from 1."""


class FollowUps:
    """The table; the caller holds the store's lock. One document for each item and later meeting."""

    def __init__(self, db: JournalDB) -> None:
        self._db = db

    def waiting(self) -> list[FollowUp]:
        """Those that nobody has decided on."""
        return [_follow_up(document) for document in self._table.live.values() if not document["dismissed"]]

    def put(self, by: str, kept: Iterable[Kept]) -> None:
        """What the meeting `by` says, in place of what it said before; what was turned down stays so."""
        of_meeting = [(key, each) for key, each in self._table.live.items() if each["by"] == by]
        turned_down = {_item(each) for _, each in of_meeting if each["dismissed"]}
        if gone := [int(key) for key, each in of_meeting if not each["dismissed"]]:
            self._table.remove(doc_ids=gone)
        for each in kept:
            if (each.promise.note_id, each.promise.item_id) not in turned_down:
                self._table.insert(
                    {
                        "note": each.promise.note_id,
                        "item": each.promise.item_id,
                        "by": by,
                        "segments": list(each.segment_ids),
                        "quote": each.quote,
                        "line": each.line,
                        "dismissed": False,
                    }
                )

    def turn_down(self, note_id: str, item_id: str) -> int:
        """No later meeting that was heard so far says that this item is done; its words go. How many did."""
        waiting = self._of_item(note_id, item_id)
        if waiting:
            self._table.update({"dismissed": True, "segments": [], "quote": ""}, doc_ids=waiting)
        return len(waiting)

    def settle(self, note_id: str, item_id: str) -> None:
        """The item is done: nothing about it waits any more."""
        if waiting := self._of_item(note_id, item_id):
            self._table.remove(doc_ids=waiting)

    def forget(self, note_id: str) -> None:
        """Remove what a deleted note said, and what was said of its items."""
        gone = [int(k) for k, each in self._table.live.items() if note_id in (each["note"], each["by"])]
        if gone:
            self._table.remove(doc_ids=gone)

    def _of_item(self, note_id: str, item_id: str) -> list[int]:
        return [
            int(key)
            for key, each in self._table.live.items()
            if _item(each) == (note_id, item_id) and not each["dismissed"]
        ]

    @property
    def _table(self) -> JournalTable:
        table = self._db.table(TABLE)
        assert isinstance(table, JournalTable)
        return table


def _item(document: Mapping[str, Any]) -> tuple[str, str]:
    return document["note"], document["item"]


def _follow_up(document: Mapping[str, Any]) -> FollowUp:
    return FollowUp(
        document["note"],
        document["item"],
        document["by"],
        tuple(document["segments"]),
        document["quote"],
        document["line"],
    )
