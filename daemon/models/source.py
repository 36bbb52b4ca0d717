"""Where weights come from: the model hub, the package index or a folder, behind one protocol.

A source says which files it has and appends the bytes of one to what is here already; the rest, which is
the same for all, is done by daemon/models/install.py: space, hashes, the step by which files become a
model. A file that is partly fetched grows durably, is hashed as it grows, and can be resumed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Protocol

from daemon.base.durable import append_durably, reporting, truncate_durably, write_durably
from daemon.base.errors import ModelsError, NotFoundError
from daemon.models.spec import ModelSpec
from pipelines.progress import Progress

CHUNK_BYTES = 4 * 1024 * 1024
"""What is written, and made durable, at once: the most that a power cut or a kill costs."""

Tell = Callable[[int], None]
"""Called with the bytes done so far."""


class Part:
    """Opened at the end of the existing bytes, which are hashed first (`tell` reports that progress).

    `size` is the whole file's, in bytes; git's hash of a file depends on it. StateWriteError if the disk
    refuses; what was written before is kept.
    """

    def __init__(self, path: Path, size: int, tell: Tell) -> None:
        self.path = path
        self._size = size
        self._buffer = bytearray()
        if not path.exists():
            write_durably(path, b"")
        with reporting(path):
            self._fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        self._end = 0
        self._begin_hashes()
        if os.fstat(self._fd).st_size > size:
            truncate_durably(self._fd, path, 0)
        with reporting(path):
            while piece := os.read(self._fd, CHUNK_BYTES):
                self._hash(piece)
                self._end += len(piece)
                tell(self._end)

    @property
    def done(self) -> int:
        return self._end + len(self._buffer)

    @property
    def sha256(self) -> str:
        return self._sha256.hexdigest()

    @property
    def git_sha1(self) -> str:
        """Git's hash of these bytes; right once all `size` of them are here."""
        return self._git_sha1.hexdigest()

    def write(self, data: bytes) -> None:
        self._hash(data)
        self._buffer += data
        if len(self._buffer) >= CHUNK_BYTES:
            self.flush()

    def flush(self) -> None:
        if self._buffer:
            data, self._buffer = bytes(self._buffer), bytearray()
            self._end = append_durably(self._fd, self.path, self._end, data)

    def restart(self) -> None:
        """Drop all bytes."""
        self._buffer.clear()
        truncate_durably(self._fd, self.path, 0)
        self._end = 0
        self._begin_hashes()

    def __enter__(self) -> Part:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Whatever ended the work, a broken connection or Ctrl-C: what was received is kept."""
        try:
            self.flush()
        finally:
            os.close(self._fd)

    def _begin_hashes(self) -> None:
        self._sha256 = hashlib.sha256()
        self._git_sha1 = hashlib.sha1(b"blob %d\0" % self._size, usedforsecurity=False)

    def _hash(self, data: bytes) -> None:
        self._sha256.update(data)
        self._git_sha1.update(data)


class UnreachableError(ModelsError):
    """No model hub answers: trying the next model would only wait again."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of one version of a model."""

    path: str
    """In the repository."""
    size: int
    revision: str | None
    """The commit: 40 hexadecimal digits; None in a folder, which cannot know it."""
    etag: str = ""
    """sha256, or git's SHA-1 as the hub gives it for a small file, or "" where nobody tells."""

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def sha256(self) -> str | None:
        return self.etag if len(self.etag) == 64 else None

    @property
    def git_sha1(self) -> str | None:
        return self.etag if len(self.etag) == 40 else None


class Source(Protocol):
    @property
    def name(self) -> str:
        """As kept in models.lock: the hub's address, "package index" or "import"."""

    @property
    def is_folder(self) -> bool:
        """Brought by somebody, who wants to hear how its files compare with those that are installed."""

    def files(
        self, spec: ModelSpec, revision: str | None, compare: Progress | None = None
    ) -> list[RemoteFile]:
        """The files of `spec` at a commit, or at the newest one. `compare`: with their hashes, even where
        that means reading all of them, whose progress it is told.

        UnreachableError within seconds; NotFoundError for a model, commit or file that is not there;
        ModelsError for any other answer.
        """

    def append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        """Complete the part, going on behind the bytes that it has.

        ModelsError or BadInputError where that cannot be done; what came is kept.
        """


class FirstOf:
    """The sources in order: the next one is asked for what the one before cannot give.

    A file is the same wherever it lies, so the next one goes on with what came.
    """

    is_folder = False

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._current = sources[0]
        self._failed: list[ModelsError | NotFoundError] = []

    @property
    def name(self) -> str:
        return self._current.name

    def files(
        self, spec: ModelSpec, revision: str | None, compare: Progress | None = None
    ) -> list[RemoteFile]:
        self._failed = []
        for source in self._sources:
            self._current = source
            try:
                return source.files(spec, revision, compare)
            except (ModelsError, NotFoundError) as error:
                self._failed.append(error)
        raise _together(self._failed)

    def append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        for source in self._sources[self._sources.index(self._current) :]:
            self._current = source
            try:
                return source.append(spec, file, part, progress)
            except (ModelsError, NotFoundError) as error:
                self._failed.append(error)
        raise _together(self._failed)


def _together(failed: list[ModelsError | NotFoundError]) -> ModelsError | NotFoundError:
    """What the first said, and the others where they are more than places that do not have it."""
    first, *others = failed
    told = [str(error) for error in others if not isinstance(error, NotFoundError)]
    return type(first)("; ".join([str(first), *told])) if told else first
