"""The index on disk: one SQLite file with an FTS5 table (sqlite.org/fts5.html), BM25 for the ranking.

Everything in it comes from the store and can be made again, so it is not held to the rules of what is
recorded: an index that is damaged, or of another release, is removed and filled anew.
"""

from __future__ import annotations

import sqlite3
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
