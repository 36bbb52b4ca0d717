"""A partly fetched file of weights: it grows durably, is hashed as it grows, and can be resumed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from daemon.base.durable import append_durably, reporting, truncate_durably, write_durably

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
