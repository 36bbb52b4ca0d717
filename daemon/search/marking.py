"""Marks the found words in the few passages that are shown.

The index can do that itself, but walks for each passage through all places that have the words, which takes
longer than finding them did. So the passages are looked through once more, alone, in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing

from daemon.search.database import TOKENS

START, END = "\x02", "\x03"
"""Stand around a found word. One that a text itself has marks too much at worst."""
_WORDS = 24
"""Of a snippet."""


def marked(match: str, texts: Mapping[int, str]) -> dict[int, tuple[str, str]]:
    """For each text that fits `match`, an expression of FTS5: all of it, and the words around; marked."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"CREATE VIRTUAL TABLE shown USING fts5(text, tokenize = '{TOKENS}')")
        connection.executemany("INSERT INTO shown(rowid, text) VALUES (?, ?)", texts.items())
        rows = connection.execute(
            "SELECT rowid, highlight(shown, 0, ?, ?), snippet(shown, 0, ?, ?, '…', ?) FROM shown "
            "WHERE shown MATCH ?",
            (START, END, START, END, _WORDS, match),
        )
        return {rowid: (text, snippet) for rowid, text, snippet in rows}
