"""A TinyDB storage on a journal: a change costs its own size on disk, not that of all notes.

TinyDB's own JSONStorage rewrites its file in place for every change; a power cut in between loses everything.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypedDict

from tinydb.storages import Storage

from daemon.base.errors import StateDamagedError, StateWriteError, unreadable
from daemon.notes.store.journal import (
    Journal,
    Packed,
    Salvaged,
    Scan,
    raw_of,
    read_from,
    salvage,
    scan,
    to_json,
)

log = logging.getLogger("roomscribe.store")

Document = Mapping[str, Any]
Tables = dict[str, dict[str, Document]]
Keep = Callable[[str, Document, bytes | None], Document]
"""By table, document, and its JSON where that is at hand."""

_PUT = b'{"put":{%s:{%s:'
"""How a change that puts one document begins, as `to_json` writes it; it ends with three braces."""
_HARMLESS = tuple(b'{"put":{"%s":{' % table for table in (b"notes", b"edits"))
_MORE_THAN_ONE = (b'{"put":', b'{"remove":', b'{"drop":', b'"private"', bytes(16))
"""No text holds these: quotes in it are escaped."""
_CHECKSUM_CHARS = 17
"""With the space behind it."""
_GARBAGE_BYTES = 256 * 1024
"""Below this a compaction is not worth its fsync; above it, it waits until half the file is garbage, so that
over many changes it at most doubles what is written."""


def as_it_is(table: str, document: Document, raw: bytes | None) -> Document:
    return document


class Change(TypedDict, total=False):
    """One transaction, applied in this order. Documents go by table and id."""

    drop: list[str]
    remove: dict[str, list[str]]
    put: dict[str, dict[str, Document]]
    """An empty table is created by an empty dict."""


class JournalStorage(Storage):
    """The tables in memory, always equal to what the journal says.

    Open it with `writer=True` in the one process that holds the lock. A reader never changes the file; it
    ignores an unfinished line at the end, which is a change that the writer is just appending.
    """

    def __init__(
        self, path: Path, *, writer: bool = False, expected: bool = False, keep: Keep = as_it_is
    ) -> None:
        """StateDamagedError if the file cannot be read; a missing or empty one is an empty store, unless
        the caller knows that it is `expected`. `keep`: what to hold of a document in memory, which is to have
        the same fields."""
        self._keep = keep
        self._path = path
        self._writer = writer
        self._expected = expected
        self._journal: Journal | None = None
        self.tables: Tables = {}
        """Never to be changed by others: change a copy and `commit`."""
        self.version = 0
        """Counts the changes of `tables`, so that caches know when they are stale."""
        self.bytes_written = 0
        """By this process; for tests and the benchmark."""
        self.recovered: str | None = None
        """What was dropped at opening, in words for the user; None if nothing was."""
        self._garbage = 0
        self._compaction_due = False
        self._seen: tuple[int, int, int] | None = None
        self._found = Scan()
        self._open()
        if self._writer and self._compaction_due:
            self._compact_if_possible()

    # What TinyDB asks for

    def read(self) -> Tables | None:
        """A copy of everything; JournalTable does without it."""
        return copy_json(self.tables) if self.tables else None

    def write(self, data: Tables) -> None:
        """Commit the difference to `data`: how TinyDB drops tables."""
        change: Change = {"drop": [name for name in self.tables if name not in data], "remove": {}, "put": {}}
        for name, table in data.items():
            old = self.tables.get(name)
            put = {i: doc for i, doc in table.items() if old is None or not same(old.get(i), doc)}
            if put or old is None:
                change["put"][name] = put
            if gone := [i for i in old or () if i not in table]:
                change["remove"][name] = gone
        self.commit(change)

    def close(self) -> None:
        if self._journal:
            self._journal.close()

    # What JournalTable and the store ask for

    def commit(self, change: Change) -> None:
        """Make a change durable, then visible; on StateWriteError neither has happened."""
        payload = to_json({key: value for key, value in change.items() if value})
        if payload == b"{}":
            return
        journal = self._opened()
        self.bytes_written += journal.append(payload)
        # Memory gets what a restart would read: str keys, lists, nothing shared with the caller.
        self._garbage += _apply(self.tables, json.loads(payload), payload, self._keep)
        self.version += 1
        if self._compaction_due or self._garbage > max(_GARBAGE_BYTES, journal.size // 2):
            self._compact_if_possible()

    @property
    def size(self) -> int:
        """Bytes of the journal."""
        return self._found.end

    def compact(self) -> None:
        """Write the journal anew, without what was removed or replaced; after a StateWriteError the next
        commit tries again."""
        journal = self._opened()
        try:
            self.bytes_written += journal.rewrite(_snapshot(self.tables))
        except BaseException:
            # The new file may already stand at the old one's place: only the disk knows.
            journal.close()
            self._open()
            raise
        self._garbage = 0
        self._compaction_due = False

    def refresh(self) -> bool:
        """For a reader: take in what the writer has done since; costs one stat if that is nothing."""
        if self._writer:
            return False
        version = self.version
        self._load()
        return self.version != version

    def _opened(self) -> Journal:
        if self._journal is None:
            raise StateWriteError(f"{self._path} was opened for reading only; this is a fault of the program")
        return self._journal

    def _compact_if_possible(self) -> None:
        try:
            self.compact()
        except StateWriteError as error:
            # The change itself is safe: a disk too full for a second copy must not fail it.
            log.warning("the journal stays longer than it need be: %s", error)

    def _open(self) -> None:
        self._seen = None
        self._load()
        if self._expected and not self._found.lines:
            raise StateDamagedError(
                f"{self._path} is missing or empty, but notes were stored; restore a backup"
            )
        if self._writer:
            if torn := self._found.torn:
                self.recovered = (
                    f"{self._path} ended in an unfinished change, as a power cut leaves it: its {torn} bytes "
                    "were dropped, everything before them is there"
                )
                log.warning(self.recovered)
            self._journal = Journal(self._path, self._found)

    def _load(self) -> None:
        """Take in the file as it is now; nothing is done if it has not changed."""
        try:
            fd = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            if self._found.lines:
                self._rebuild(b"")
            self._seen = None
            return
        except OSError as error:
            raise unreadable(self._path, error) from error
        try:
            # The descriptor stays with the file it opened, even if a compaction puts another in its place.
            status = os.fstat(fd)
            seen = (status.st_ino, status.st_size, status.st_mtime_ns)
            if seen == self._seen:
                return
            grown = self._seen and self._seen[0] == seen[0] and self._found.end < seen[1]
            if not (grown and self._read_on(fd)):
                self._rebuild(read_from(fd, 0))
            self._seen = seen
        except OSError as error:
            raise unreadable(self._path, error) from error
        finally:
            os.close(fd)

    def _read_on(self, fd: int) -> bool:
        """Take in only what was appended; False if the journal does not go on from what was read."""
        lines: list[tuple[Any, bytes]] = []
        try:
            data = read_from(fd, self._found.end)
            more = scan(data, self._path, lambda *line: lines.append(line), self._found)
        except StateDamagedError:
            return False
        for record, payload in lines:
            _apply(self.tables, record, payload, self._keep)
            self.version += 1
        self._found = more
        return True

    def _rebuild(self, data: bytes) -> None:
        tables: Tables = {}
        garbage, removes = 0, False

        def take(record: Any, payload: bytes) -> None:
            # One after the other: all of them as objects would be several times what is kept.
            nonlocal garbage, removes
            garbage += _apply(tables, record, payload, self._keep)
            removes = removes or bool({"drop", "remove"} & record.keys())

        self._found = scan(data, self._path, take)
        self.tables, self._garbage = tables, garbage
        # What was removed must not stay readable in the file: somebody may have been killed while deleting.
        self._compaction_due = removes
        self.version += 1


class SalvagedStorage(JournalStorage):
    """What can be read of a damaged journal; nothing is ever written."""

    def __init__(self, path: Path, *, keep: Keep = as_it_is) -> None:
        """StateDamagedError if the file may not be read, or is of a newer release."""
        self.salvaged = Salvaged([], ends_early=False)
        super().__init__(path, keep=keep)

    @property
    def is_unsure(self) -> bool:
        """Whether what was lost may have been anything but a note, a person's change of one, or a promise
        kept: that a note is private, say."""
        return self.salvaged.ends_early or not all(map(_is_harmless, self.salvaged.lost))

    def _read_on(self, fd: int) -> bool:
        return False  # whoever repairs the file writes it anew

    def _rebuild(self, data: bytes) -> None:
        tables: Tables = {}

        def take(record: Any, payload: bytes) -> None:
            # What it takes away may be in a line that was lost.
            for name, ids in record.get("remove", {}).items():
                record["remove"][name] = [i for i in ids if i in tables.get(name, {})]
            _apply(tables, record, payload, self._keep)

        self.salvaged = salvage(data, self._path, take)
        self.tables = tables
        self.version += 1


def replay(data: bytes, path: Path) -> tuple[Tables, int]:
    """The tables that a journal makes from nothing, and the bytes it takes. StateDamagedError."""
    tables: Tables = {}
    found = scan(data, path, lambda record, payload: _apply(tables, record, payload, as_it_is))
    return tables, found.end


def copy_json(value: Any) -> Any:
    """A copy that shares nothing, of a value made of JSON's types."""
    if isinstance(value, Packed):
        return value.unpack()
    if isinstance(value, dict):
        return {key: copy_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copy_json(item) for item in value]
    return value


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON. Python's == will not do: it takes True for 1 and 1.0."""
    return raw_of(one) == raw_of(other)


def _is_harmless(lost: bytes) -> bool:
    """Whether a lost line was one of a note, a change or a kept promise, and nothing else is lost in it.

    Where a line break was hit, or a block of the disk is gone, it holds the lines behind it as well.
    """
    payload = lost[_CHECKSUM_CHARS:]
    return payload.startswith(_HARMLESS) and not any(mark in payload[1:] for mark in _MORE_THAN_ONE)


def _apply(tables: Tables, change: Any, payload: bytes, keep: Keep) -> int:
    """Carry a change out in `tables`; returns how many bytes of the journal it made garbage of."""
    raw = _only_document(change, payload)
    gone: list[Document] = []
    for name in change.get("drop", ()):
        gone += tables.pop(name, {}).values()
    for name, ids in change.get("remove", {}).items():
        gone += [tables[name].pop(i) for i in ids]
    for name, documents in change.get("put", {}).items():
        table = tables.setdefault(name, {})
        gone += [table[i] for i in documents if i in table]
        table.update({i: keep(name, document, raw) for i, document in documents.items()})
    return sum(len(raw_of(document)) for document in gone)


def _only_document(change: Any, payload: bytes) -> bytes | None:
    """The JSON of the one document that a change puts; None if it does anything else.

    Nearly all lines are of that kind, and to write their documents as JSON once more was a fifth of the time
    in which ten thousand notes are opened.
    """
    if change.keys() != {"put"} or len(change["put"]) != 1:
        return None
    ((name, documents),) = change["put"].items()
    if len(documents) != 1:
        return None
    before = _PUT % (to_json(name), to_json(*documents))
    is_usual = payload.startswith(before) and payload.endswith(b"}}}")
    return payload[len(before) : -3] if is_usual else None


def _snapshot(tables: Tables) -> Iterator[bytes]:
    for name, table in tables.items():
        if not table:
            yield to_json({"put": {name: {}}})
        for doc_id, document in table.items():
            yield _PUT % (to_json(name), to_json(doc_id)) + raw_of(document) + b"}}}"
