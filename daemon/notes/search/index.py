"""The index of all notes, each cut into passages: kept up with the store by the hub, read by the page."""

from __future__ import annotations

import dataclasses
import json
import logging
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.notes.search import database
from daemon.notes.search.database import Readers
from daemon.notes.search.finding import Finder, Passage, PassageKind, Search, question_query, read_query
from daemon.notes.store import NoteStore
from guardrails.core.types import Segment
from pipelines.note import Note

# As much as a person reads to see whether it is the place; some six lines of talk.
PASSAGE_CHARACTERS = 360


@dataclass(frozen=True, slots=True)
class Line:
    """Where a line of talk begins in the text of its passage."""

    offset: int
    segment_id: str
    start_s: float | None
    number: int
    """Place of the line in the meeting, from 1: its address on a page."""


@dataclass(frozen=True, slots=True)
class Row:
    kind: PassageKind
    ref: str | None
    text: str
    lines: tuple[Line, ...] = ()


def rows_of(note: Note) -> Iterator[Row]:
    """Every word of `note` that people may look for, each in one row; the tape is no such word."""
    yield Row("title", None, note.title)
    if note.summary:
        yield Row("summary", None, note.summary)
    for item in note.action_items:
        task = f"{item.owner}: {item.task}" if item.owner else item.task
        words = (task, item.due.phrase if item.due else None)
        yield Row("action", item.id, " ".join(word for word in words if word))
    for decision in note.decisions:
        yield Row("decision", decision.id, decision.text)
    for question in note.questions:
        yield Row("question", question.id, question.text)
    yield from _said(note.transcript.segments)


def _said(segments: Sequence[Segment]) -> Iterator[Row]:
    """Runs of whole lines; a line names its speaker where another one spoke before."""
    text = ""
    lines: list[Line] = []
    speaker: str | None = None
    for number, segment in enumerate(segments, 1):
        if lines and len(text) + len(segment.text) > PASSAGE_CHARACTERS:
            yield Row("said", lines[0].segment_id, text, tuple(lines))
            text, lines, speaker = "", [], None
        text += "\n" if lines else ""
        lines.append(Line(len(text), segment.id, segment.start_s, number))
        is_new = segment.said_by is not None and segment.said_by != speaker
        text += f"{segment.said_by}: {segment.text}" if is_new else segment.text
        speaker = segment.said_by
    if lines:
        yield Row("said", lines[0].segment_id, text, tuple(lines))


log = logging.getLogger("roomscribe.search")

SLICE_S = 0.3
"""So long the hub lets the index work before it looks at other things."""


_NOTHING = Search((), has_more=False, together=True)


class NoteIndex:
    """One process updates it; any number of threads search."""

    def __init__(self, state_dir: Path) -> None:
        self._path = database.index_path(state_dir)
        self._readers = Readers(self._path)
        self._writer: sqlite3.Connection | None = None
        self._stamps: dict[str, str] = {}
        """What the index holds, once it was looked at."""
        self._seen = -1
        """Version of the store that the index holds."""
        self._told: str | None = None

    def close(self) -> None:
        if self._writer:
            self._writer.close()
            self._writer = None

    def update(self, store: NoteStore, slice_s: float = SLICE_S) -> bool:
        """Take in what changed in `store`, for about `slice_s`; True if there is more to do.

        A fault of the disk is logged once and tried again with the next change: search is a convenience.
        """
        try:
            more = self._update(store, slice_s)
        except (sqlite3.Error, OSError) as error:
            self._give_up(f"the search index cannot be written: {error}")
            return False
        self._told = None
        return more

    def search(
        self,
        typed: str,
        *,
        within: Collection[str] | None = None,
        last_is_prefix: bool = False,
    ) -> Search:
        """Meetings with what was typed; `within`: among these notes; None: all."""
        query = read_query(typed, last_is_prefix=last_is_prefix)
        with self._readers.one() as connection:
            return Finder(connection).search(query, within) if connection and query else _NOTHING

    def passages(self, question: str, limit: int, *, within: Collection[str] | None = None) -> list[Passage]:
        """The passages that fit a question best, the best first; any of its words will do."""
        query = question_query(question)
        with self._readers.one() as connection:
            return Finder(connection).passages(query, limit, within) if connection and query else []

    def _update(self, store: NoteStore, slice_s: float) -> bool:
        connection = self._opened()
        version = store.version
        if version == self._seen:
            return False
        wanted = store.stamps()
        gone = self._stamps.keys() - wanted.keys()
        if gone:
            with connection:
                removed = [note_id for note_id in gone if database.remove_note(connection, note_id)]
            self._stamps = {each: stamp for each, stamp in self._stamps.items() if each not in gone}
            if removed:
                database.wipe(connection)
        until = time.monotonic() + slice_s
        with connection:
            for note_id, stamp in wanted.items():
                if self._stamps.get(note_id) == stamp:
                    continue
                self._put(connection, note_id, stamp, store)
                if time.monotonic() >= until:
                    return True
        self._seen = version
        return False

    def _put(self, connection: sqlite3.Connection, note_id: str, stamp: str, store: NoteStore) -> None:
        try:
            note: Note | None = store.get(note_id)
        except NotFoundError:
            return
        except StateDamagedError as error:
            log.warning("not in the search index: %s", error)
            note = None
        database.remove_note(connection, note_id)
        number = connection.execute("INSERT INTO notes(id, stamp) VALUES (?, ?)", (note_id, stamp)).lastrowid
        assert number is not None
        first = number << database.PASSAGES_BITS
        rows = () if note is None else islice(rows_of(note), 1 << database.PASSAGES_BITS)
        connection.executemany(
            "INSERT INTO passages(rowid, text, note, kind, ref, lines) VALUES (?, ?, ?, ?, ?, ?)",
            (
                (
                    first + place,
                    row.text,
                    note_id,
                    row.kind,
                    row.ref,
                    json.dumps([dataclasses.astuple(line) for line in row.lines]),
                )
                for place, row in enumerate(rows)
            ),
        )
        self._stamps[note_id] = stamp

    def _opened(self) -> sqlite3.Connection:
        if self._writer is None or not self._path.exists():
            self.close()
            self._writer = database.open_to_write(self._path)
            self._seen = -1
            self._stamps = dict(self._writer.execute("SELECT id, stamp FROM notes"))
        return self._writer

    def _give_up(self, problem: str) -> None:
        self.close()
        if self._told != problem:
            log.warning("%s", problem)
        self._told = problem


def forget_note(state_dir: Path, note_id: str) -> None:
    """Remove every word of a note from the index's file, at once.

    Where SQLite fails the whole index goes: it can be made again, a deleted word must not be left.
    """
    path = database.index_path(state_dir)
    if not path.exists():
        return
    try:
        with closing(database.open_to_write(path)) as connection:
            database.remove_note(connection, note_id)
            database.wipe(connection)
    except sqlite3.Error as error:
        log.warning("the search index is made anew: %s", error)
        database.remove(path)
