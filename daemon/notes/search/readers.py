"""Connections to read the index with, kept for the next search: opening one costs as much as searching."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from daemon.notes.search import marking
from daemon.notes.search.database import open_to_read

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
        marking.prepare(connection)
    return connection


def _taken(idle: list[tuple[_File, sqlite3.Connection]]) -> Iterator[tuple[_File, sqlite3.Connection]]:
    with suppress(IndexError):  # another thread may have taken the last one
        while True:
            yield idle.pop()


def _close(idle: list[tuple[_File, sqlite3.Connection]]) -> None:
    for _, connection in _taken(idle):
        connection.close()
