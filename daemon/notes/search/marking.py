"""Marks the found words in the few passages that are shown.

The index can do that itself, but walks for each passage through all places that have the words, which takes
longer than finding them did. So the passages are looked through once more, alone, in a table in memory that
is filled for one search and emptied with the end of its transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from daemon.notes.search.database import TOKENS

START, END = "\x02", "\x03"
"""Stand around a found word. One that a text itself has marks too much at worst."""
_WORDS = 24
"""Of a snippet."""
Place = tuple[int, str, float | None, int]
"""Offset in the passage, segment, second, and number of a line."""
Marked = tuple[str, str, str, list[Place], str, str]
"""Note, kind, ref and lines of a passage; all of its text, and the words around what was found; marked."""


def prepare(connection: sqlite3.Connection) -> None:
    """Make the table, once for each connection that searches."""
    connection.execute("PRAGMA temp_store = MEMORY")  # no word that is deleted later gets into another file
    connection.execute(f"CREATE VIRTUAL TABLE temp.shown USING fts5(text, tokenize = '{TOKENS}')")


def marked(connection: sqlite3.Connection, match: str, rowids: Sequence[int]) -> dict[int, Marked]:
    """What is shown of these passages, which fit `match`, an expression of FTS5.

    `connection` is one that was prepared, in a transaction that its owner rolls back.
    """
    # As few steps of SQLite as can be: see Finder.
    among = "passages.rowid IN (SELECT value FROM json_each(?))"
    wanted = json.dumps(rowids)
    connection.execute(
        f"INSERT INTO shown(rowid, text) SELECT rowid, text FROM passages WHERE {among}", (wanted,)
    )
    ((rows,),) = connection.execute(
        "SELECT json_group_array(json_array("
        "passages.rowid, note, kind, ref, json(lines), ifnull(whole, text), ifnull(around, text))) "
        "FROM passages LEFT JOIN (SELECT rowid AS place, "
        "highlight(shown, 0, ?, ?) AS whole, snippet(shown, 0, ?, ?, '…', ?) AS around "
        # A limit keeps the inner select apart: in an aggregate, highlight() finds no match.
        f"FROM shown WHERE shown MATCH ? LIMIT -1) ON place = passages.rowid WHERE {among}",
        (START, END, START, END, _WORDS, match, wanted),
    )
    return {rowid: tuple(row) for rowid, *row in json.loads(rows)}
