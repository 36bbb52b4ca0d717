"""Answers too large to be sent at once: the server's loop pulls them as fast as the reader takes them.

waitress would have a thread write them and wait for the reader; a few clients that do not read would then
block all threads. So the thread only starts a long answer, and the loop, which serves all connections, asks
for the next piece when there is room for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from waitress.buffers import ReadOnlyFileBasedBuffer

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LONG_BYTES = 256 * 1024
"""What is shorter stays in memory; of more than 1 MB waitress would make a temporary file."""


class LongAnswer(ReadOnlyFileBasedBuffer):  # type: ignore[misc]  # waitress has no types
    """The pieces of an application's answer; to waitress a file that it may read at any time."""

    def __init__(self, pieces: Iterable[bytes], length: int) -> None:
        self.remain = length
        self._answer = pieces
        self._pieces = iter(pieces)
        self._piece = b""
        self._at = 0

    def prepare(self, size: int | None = None) -> int:
        """Bytes still to come, by the answer's Content-Length."""
        return self.remain

    def get(self, numbytes: int = -1, skip: bool = False) -> bytes:
        """The next bytes, the same again until they are skipped. OSError where the application stops
        early."""
        while self._at >= len(self._piece):
            piece = next(self._pieces, None)
            if piece is None:
                raise OSError("the answer is shorter than its Content-Length")
            self._piece, self._at = piece, 0
        most = self.remain if numbytes < 0 else min(numbytes, self.remain)
        return self._piece[self._at : self._at + most]

    def skip(self, numbytes: int, allow_prune: bool = False) -> None:
        self._at += numbytes
        self.remain -= numbytes

    def close(self) -> None:
        """Also called where the reader has gone: closes what the application has open."""
        self.remain = 0
        if close := getattr(self._answer, "close", None):
            close()


def pulled(app: WSGIApplication) -> WSGIApplication:
    """`app` with its long answers as `LongAnswer`."""

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # Files come as pieces too, so that the application learns when they are sent or the reader has gone.
        environ.pop("wsgi.file_wrapper", None)
        promised = 0

        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            nonlocal promised
            promised = next((int(value) for name, value in headers if name.lower() == "content-length"), 0)
            return start_response(status, headers, *error)

        pieces = app(environ, begin)
        if promised <= LONG_BYTES or environ["REQUEST_METHOD"] == "HEAD":
            return pieces
        return LongAnswer(pieces, promised)

    return call
