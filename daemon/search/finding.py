"""Finding passages in the index: first the ranking alone, then the words of the few that are shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from daemon.search import database
from daemon.search.query import Query
from daemon.search.results import Found, Hit, Passage, Search
from daemon.search.snippets import hit_of, passage_of

RANKED = 400
"""Passages that are ranked for one search; more than fill the pages that anybody turns to."""
SHOWN = 40
"""Meetings of one search."""
HITS_OF_A_NOTE = 3

_COLUMNS = (
    "note, kind, ref, lines, highlight(passages, 0, char(2), char(3)), "
    "snippet(passages, 0, char(2), char(3), '…', 24)"
)


@contextmanager
def reading(path: Path) -> Iterator[Finder | None]:
    """A finder in the index; None while there is none that can be used."""
    connection = database.open_to_read(path)
    if connection is None:
        yield None
        return
    with closing(connection):
        yield Finder(connection)


class Finder:
    """One look into the index."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def search(self, query: Query, within: Collection[str] | None) -> Search:
        """Meetings that have a passage with all words; where none has, with any of them."""
        found = self._search(query.all, within, together=True)
        if found.found or len(query.terms) == 1:
            return found
        return self._search(query.any, within, together=False)

    def passages(self, query: Query, limit: int, within: Collection[str] | None) -> list[Passage]:
        """The best that have any of the words, the best first."""
        rowids = [rowid for rowid, _ in self._ranked(query.any, within, limit)]
        rows = self._rows(query.any, rowids)
        return [passage_of(rows[rowid]) for rowid in rowids]

    def _search(self, match: str, within: Collection[str] | None, *, together: bool) -> Search:
        of_note: dict[str, list[int]] = {}
        for rowid, note_id in self._ranked(match, within, RANKED):
            rowids = of_note.setdefault(note_id, [])
            if len(rowids) < HITS_OF_A_NOTE:
                rowids.append(rowid)
        shown = list(of_note.items())[:SHOWN]
        rows = self._rows(match, [rowid for _, rowids in shown for rowid in rowids])
        found = tuple(Found(note_id, _hits(rows[each] for each in rowids)) for note_id, rowids in shown)
        return Search(found, len(of_note) > SHOWN, together)

    def _ranked(self, match: str, within: Collection[str] | None, limit: int) -> Iterator[tuple[int, str]]:
        """Row and note of the best passages by BM25."""
        wanted = None if within is None else frozenset(within)
        cursor = self._connection.execute(
            "SELECT rowid, note FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT ?",
            (match, limit if wanted is None else -1),
        )
        taken = 0
        for rowid, note_id in cursor:
            if wanted is None or note_id in wanted:
                yield rowid, note_id
                taken += 1
                if taken == limit:
                    return

    def _rows(self, match: str, rowids: Sequence[int]) -> dict[int, Sequence[str]]:
        marks = ",".join("?" * len(rowids))
        cursor = self._connection.execute(
            f"SELECT rowid, {_COLUMNS} FROM passages WHERE passages MATCH ? AND rowid IN ({marks})",
            (match, *rowids),
        )
        return {row[0]: row[1:] for row in cursor}


def _hits(rows: Iterator[Sequence[str]]) -> tuple[Hit, ...]:
    return tuple(hit_of(row) for row in rows)
