"""Finding passages in the index: first the ranking alone, then the words of the few that are shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence

from daemon.search.marking import marked
from daemon.search.query import Query
from daemon.search.results import Found, Passage, Search
from daemon.search.snippets import Row, hit_of, passage_of

RANKED = 400
"""Passages that are ranked for one search; more than fill the pages that anybody turns to."""
SHOWN = 40
"""Meetings of one search."""
HITS_OF_A_NOTE = 3


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
        rows = self._rows(rowids)
        return [passage_of(rows[rowid]) for rowid in rowids]

    def _search(self, match: str, within: Collection[str] | None, *, together: bool) -> Search:
        of_note: dict[str, list[int]] = {}
        for rowid, note_id in self._ranked(match, within, RANKED):
            rowids = of_note.setdefault(note_id, [])
            if len(rowids) < HITS_OF_A_NOTE:
                rowids.append(rowid)
        shown = list(of_note.items())[:SHOWN]
        rows = self._rows([rowid for _, rowids in shown for rowid in rowids])
        marks = marked(match, {rowid: row[-1] for rowid, row in rows.items()})
        found = tuple(
            Found(note_id, tuple(hit_of(rows[each], *marks[each]) for each in rowids))
            for note_id, rowids in shown
        )
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

    def _rows(self, rowids: Sequence[int]) -> dict[int, Row]:
        places = ",".join("?" * len(rowids))
        cursor = self._connection.execute(
            f"SELECT rowid, note, kind, ref, lines, text FROM passages WHERE rowid IN ({places})", rowids
        )
        return {row[0]: row[1:] for row in cursor}
