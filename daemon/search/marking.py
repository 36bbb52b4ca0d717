"""Marks the found words in the few passages that are shown.

The index can do that itself, but walks for each passage through all places that have the words, which takes
longer than finding them did. So the passages are looked through once more, alone, in a table in memory that
is filled for one search and emptied with the end of its transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

from daemon.search.database import TOKENS

START, END = "\x02", "\x03"
"""Stand around a found word. One that a text itself has marks too much at worst."""
_WORDS = 24
"""Of a snippet."""


def prepare(connection: sqlite3.Connection) -> None:
    """Make the table, once for each connection that searches."""
    connection.execute("PRAGMA temp_store = MEMORY")  # no word that is deleted later gets into another file
    connection.execute(f"CREATE VIRTUAL TABLE temp.shown USING fts5(text, tokenize = '{TOKENS}')")


def marked(
    connection: sqlite3.Connection, match: str, texts: Mapping[int, str]
) -> dict[int, tuple[str, str]]:
    """For each text that fits `match`, an expression of FTS5: all of it, and the words around; marked.

    `connection` is one that was prepared, in a transaction that its owner rolls back.
    """
    # As few steps of SQLite as can be: see Finder.
    connection.execute(
        "INSERT INTO shown(rowid, text) SELECT key, value FROM json_each(?)", (json.dumps(texts),)
    )
    ((rows,),) = connection.execute(
        "SELECT json_group_array(json(row)) FROM ("
        "SELECT json_array(rowid, highlight(shown, 0, ?, ?), snippet(shown, 0, ?, ?, '…', ?)) AS row "
        # A limit keeps the inner select apart: in an aggregate, highlight() finds no match.
        "FROM shown WHERE shown MATCH ? LIMIT -1)",
        (START, END, START, END, _WORDS, match),
    )
    return {rowid: (text, snippet) for rowid, text, snippet in json.loads(rows)}
