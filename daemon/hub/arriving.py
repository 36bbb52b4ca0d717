"""Files that arrive: moved out of the watch folder and read, in a thread beside the hub's loop; and those
known before.

A recording of gigabytes takes minutes to hash, and as long to copy where the watch folder is on another
disk. Meanwhile the hub has to carry out what people change, and feed its watchdog. A file is known by its
contents, not its name.

A kill or a power cut says nothing about a file, so each that was being taken in gets a second try. One
that was being taken in at two deaths of the hub may well be their cause, again and again: it gets no
third.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from datetime import date
from pathlib import Path
from typing import NamedTuple

from daemon.base.durable import make_folder, write_durably
from daemon.base.foreign import Seen, look_into, open_plain
from daemon.inbox import transfer
from pipelines.errors import BadInputError
from pipelines.importers import is_transcript
from pipelines.speech.audio import LONGEST_S, clock

_PIECE_BYTES = 4 * 1024 * 1024
_DIGEST_CHARS = 12
"""Of the hash in an id, as in `daemon.worker.at_once`. Files that agree in these get longer ids."""


def sha256_of(path: Path, on_piece: Callable[[], None]) -> str:
    """Hash a file of any size; `on_piece` is called for every few megabytes. NotPlainError."""
    sha256 = hashlib.sha256()
    with open_plain(path) as file:
        while piece := file.read(_PIECE_BYTES):
            sha256.update(piece)
            on_piece()
    return sha256.hexdigest()


class KnownFiles:
    """Hashes of all meetings, unfinished or stored, that came as files."""

    def __init__(self, meetings: Mapping[str, str], is_there: Callable[[str], bool]) -> None:
        """`meetings`: hash to id.

        `is_there`: whether an id is still in use. Notes are deleted in many ways, and a file counts as new
        once its note is gone.
        """
        self._ids = dict(meetings)
        self._is_there = is_there

    def find(self, sha256: str) -> str | None:
        """The id under which this content is known."""
        known = self._ids.get(sha256)
        return known if known is not None and self._is_there(known) else None

    def add(self, sha256: str, meeting_id: str) -> None:
        self._ids[sha256] = meeting_id

    def new_id(self, said_on: date, sha256: str) -> str:
        """An unused id: the day, and as much of the hash as is needed."""
        ids = (f"{said_on:%Y%m%d}-{sha256[:chars]}" for chars in itertools.count(_DIGEST_CHARS, 4))
        return next(each for each in ids if not self._is_there(each))


class SecondTries:
    """Names in the inbox; durable, since they are for the hub after a crash."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / "hub" / "second_tries.json"
        try:
            self._names = set(map(str, json.loads(self._path.read_bytes())))
        except (FileNotFoundError, ValueError, TypeError):
            self._names = set()

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def add(self, name: str) -> None:
        """StateWriteError."""
        self._write(self._names | {name})

    def discard(self, name: str) -> None:
        """It was taken in, or will not be. StateWriteError."""
        if name in self._names:
            self._write(self._names - {name})

    def _write(self, names: set[str]) -> None:
        make_folder(self._path.parent)
        write_durably(self._path, json.dumps(sorted(names)))
        self._names = names


_DATED = (".json", ".docx")
"""Transcripts that say as a rule when the meeting was: a look costs a process for each."""
_LARGE_TEXT_BYTES = 8_000_000
"""A long day of talk; larger files are dated by name or age."""
LARGE_BYTES = 100_000_000
"""Hashing as much takes as long as a look into the file; the worker alone looks into smaller sound."""
_LOOK_S = 10.0
"""How long to wait for a file's own date or length; a slower one is taken without."""


class Arrived(NamedTuple):
    """What is known of a file once it was moved and read."""

    sha256: str
    seen: Seen


class ArrivingFile:
    """One file at a time. Everything but the reading belongs to the thread of the hub."""

    def __init__(self, on_done: Callable[[], None]) -> None:
        """`on_done` is called in the other thread."""
        self._on_done = on_done
        self._stops = threading.Event()
        self._thread = ThreadPoolExecutor(1, "arriving")
        self._work: Future[Arrived | None] | None = None

    def begin(self, path: Path, source: Path) -> None:
        """Move `path` to `source` and read it there."""
        self._work = self._thread.submit(self._read, path, source)
        self._work.add_done_callback(lambda _: self._on_done())

    def is_done(self, within_s: float = 0.0) -> bool:
        """Whether `result` has something to tell, `within_s` from now at the latest."""
        return self._work is not None and bool(wait([self._work], within_s).done)

    def result(self) -> Arrived | None:
        """What was found; None for a file that changed while it was copied, and stays where it is.

        BadInputError: the file is no meeting. StateWriteError, FileNotFoundError, PermissionError and
        NotPlainError of `transfer`.
        """
        assert self._work is not None
        work, self._work = self._work, None
        return work.result()

    def close(self) -> None:
        """Stop reading, within a piece of the file."""
        self._stops.set()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _read(self, path: Path, source: Path) -> Arrived | None:
        if not transfer(path, source, self._go_on):
            return None
        seen = _look(source)
        return Arrived(sha256_of(source, self._go_on), seen)

    def _go_on(self) -> None:
        if self._stops.is_set():
            raise CancelledError


def _look(source: Path) -> Seen:
    """The length before the hash: what is too long is not read whole. BadInputError."""
    size = source.lstat().st_size
    try:
        if is_transcript(source):
            is_dated = source.suffix.lower() in _DATED and size <= _LARGE_TEXT_BYTES
            return look_into(source, source.name, limit_s=_LOOK_S) if is_dated else Seen()
    except BadInputError:
        return Seen()  # the worker reports what is not a transcript
    if size <= LARGE_BYTES:
        return Seen()
    seen = look_into(source, source.name, limit_s=_LOOK_S)
    if seen.length_s is not None and seen.length_s > LONGEST_S:
        raise BadInputError(
            f"{source.name}: lasts {clock(seen.length_s)}, the longest meeting {clock(LONGEST_S)}; divide it"
        )
    return seen
