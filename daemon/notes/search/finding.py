"""Finding passages in the index: first the ranking alone, then the words of the few that are shown."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import Any

from daemon.notes.search.database import PASSAGES_BITS
from daemon.notes.search.marking import marked
from daemon.notes.search.query import Query
from daemon.notes.search.results import Found, Passage, Search
from daemon.notes.search.snippets import Row, hit_of, passage_of

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
        rowids = self._ranked(query.any, within, limit)
        rows = self._rows(rowids)
        return [passage_of(rows[rowid]) for rowid in rowids]

    def _search(self, match: str, within: Collection[str] | None, *, together: bool) -> Search:
        of_note: dict[int, list[int]] = {}
        for rowid in self._ranked(match, within, RANKED):
            rowids = of_note.setdefault(rowid >> PASSAGES_BITS, [])
            if len(rowids) < HITS_OF_A_NOTE:
                rowids.append(rowid)
        shown = list(of_note.values())[:SHOWN]
        rows = marked(self._connection, match, [rowid for rowids in shown for rowid in rowids])
        found = tuple(
            Found(rows[rowids[0]][0], tuple(hit_of(*rows[each]) for each in rowids)) for rowids in shown
        )
        return Search(found, len(of_note) > SHOWN, together)

    def _ranked(self, match: str, within: Collection[str] | None, limit: int) -> list[int]:
        """Rows of the best passages by BM25.

        Not `ORDER BY rank`: for that, FTS5 keeps the places of the words in all passages that fit, and ranks
        those that it returns once more.
        """
        among = "SELECT number FROM notes WHERE id IN (SELECT value FROM json_each(:within))"
        wanted = "" if within is None else f"AND rowid >> {PASSAGES_BITS} IN ({among})"
        rows = self._all(
            "json_array(rowid, score)",
            f"(SELECT rowid, bm25(passages) AS score FROM passages WHERE passages MATCH :match {wanted} "
            "ORDER BY score LIMIT :limit)",
            match=match,
            within=json.dumps(list(within or ())),
            limit=limit,
        )
        return [rowid for rowid, _ in sorted(rows, key=itemgetter(1))]

    def _rows(self, rowids: Sequence[int]) -> dict[int, Row]:
        rows = self._all(
            "json_array(rowid, note, kind, ref, json(lines), text)",
            "passages WHERE rowid IN (SELECT value FROM json_each(:rowids))",
            rowids=json.dumps(rowids),
        )
        return {rowid: tuple(row) for rowid, *row in rows}

    def _all(self, row: str, source: str, **values: object) -> list[Any]:
        """All rows in one step of SQLite, in any order. Between two steps other threads may run Python, and
        among several that do each step waits for its turn: hundreds took a tenth of a second.
        """
        ((rows,),) = self._connection.execute(f"SELECT json_group_array({row}) FROM {source}", values)
        return json.loads(rows)  # type: ignore[no-any-return]
