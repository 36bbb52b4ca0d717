"""The index on disk: one SQLite file with an FTS5 table (sqlite.org/fts5.html), and connections to it.

Everything in it comes from the store and can be made again, so it is not held to the rules of what is
recorded: an index that is damaged, or of another release, is removed and filled anew. Connections to read it
with are kept for the next search: opening one costs as much as searching.

FTS5 can mark the found words itself, but walks for each passage through all places that have the words,
which takes longer than finding them did. So the few passages that are shown are looked through once more,
alone, in a table in memory that is filled for one search and emptied with the end of its transaction.
"""

from __future__ import annotations

import json
import sqlite3
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from daemon.base.durable import make_folder

VERSION = 3
TOKENS = "porter unicode61 remove_diacritics 2"
_SCHEMA = f"""
CREATE TABLE notes (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL);
CREATE VIRTUAL TABLE passages USING fts5(
    text, note UNINDEXED, kind UNINDEXED, ref UNINDEXED, lines UNINDEXED,
    tokenize = '{TOKENS}', prefix = '3'
);
"""
PASSAGES_BITS = 16
"""A passage's row is the number of its note and so many bits of its place in it: so the note of what is
ranked is known without looking it up. No meeting has so many; it would last for weeks.
"""
# SQLite reports a full disk and a lock by these; every other error of the file means that it is damaged.
_PASSING = (sqlite3.OperationalError,)


def index_path(state_dir: Path) -> Path:
    return state_dir / "index" / "notes.sqlite"


def open_to_write(path: Path) -> sqlite3.Connection:
    """The index, empty where there was none that this release can use. sqlite3.Error: the disk says no."""
    make_folder(path.parent)
    try:
        connection = _connect(path)
        if _is_current(connection):
            return connection
        connection.close()
    except sqlite3.DatabaseError as error:
        if isinstance(error, _PASSING):
            raise
    remove(path)
    connection = _connect(path)
    with connection:
        connection.executescript(_SCHEMA)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    return connection


def open_to_read(path: Path) -> sqlite3.Connection | None:
    """None where there is no index yet."""
    try:
        # One thread at a time; not always the same.
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, check_same_thread=False)
        if _is_current(connection):
            return connection
        connection.close()
    except sqlite3.Error:
        return None
    return None


def remove(path: Path) -> None:
    """Remove the index with the files that SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def remove_note(connection: sqlite3.Connection, note_id: str) -> bool:
    """Remove the passages of a note from what is found, if any; `wipe` removes their words from the file."""
    found = connection.execute("DELETE FROM notes WHERE id = ? RETURNING number", (note_id,)).fetchone()
    if found:
        first = found[0] << PASSAGES_BITS
        last = first + (1 << PASSAGES_BITS) - 1
        connection.execute("DELETE FROM passages WHERE rowid BETWEEN ? AND ?", (first, last))
    return bool(found)


def wipe(connection: sqlite3.Connection) -> None:
    """Leave no word of removed passages in the file.

    FTS5 keeps the words of a removed row until its parts are merged; "optimize" merges all of them (its own
    secure-delete needs SQLite 3.42, which Debian 12 does not have). The log beside the file goes too.
    """
    with connection:
        connection.execute("INSERT INTO passages(passages) VALUES ('optimize')")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False)  # one thread at a time; not always the same
    connection.execute("PRAGMA journal_mode = WAL")  # who searches does not wait for who writes
    connection.execute("PRAGMA synchronous = OFF")  # it can be made again; an SD card wears
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _is_current(connection: sqlite3.Connection) -> bool:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version == VERSION


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


_File = tuple[int, int]
"""Device and inode."""


class Readers:
    """Any number of threads may ask; each gets a connection of its own while it searches."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: list[tuple[_File, sqlite3.Connection]] = []
        weakref.finalize(self, _close, self._idle)

    @contextmanager
    def one(self) -> Iterator[sqlite3.Connection | None]:
        """None while there is no index that can be used."""
        try:
            status = self._path.stat()
        except OSError:
            _close(self._idle)
            yield None
            return
        file = status.st_dev, status.st_ino
        connection = self._kept(file) or _opened(self._path)
        if connection is None:
            yield None
            return
        try:
            # All that one search reads is of one state of the index.
            connection.execute("BEGIN")
            yield connection
            connection.rollback()
        except BaseException:
            connection.close()
            raise
        self._idle.append((file, connection))

    def _kept(self, file: _File) -> sqlite3.Connection | None:
        """One to this very file: the index may have been made anew meanwhile."""
        for kept, connection in _taken(self._idle):
            if kept == file:
                return connection
            connection.close()
        return None


def _opened(path: Path) -> sqlite3.Connection | None:
    connection = open_to_read(path)
    if connection:
        prepare(connection)
    return connection


def _taken(idle: list[tuple[_File, sqlite3.Connection]]) -> Iterator[tuple[_File, sqlite3.Connection]]:
    with suppress(IndexError):  # another thread may have taken the last one
        while True:
            yield idle.pop()


def _close(idle: list[tuple[_File, sqlite3.Connection]]) -> None:
    for _, connection in _taken(idle):
        connection.close()
