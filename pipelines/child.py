"""A process of ours for what may hang, eat memory or crash: over pipes, with a deadline, killed at the end.

Only what any child needs is imported here: the checks' own starts in 0.2 s, and again whenever it was lost.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from guardrails.core.isolated import ChildGoneError
from guardrails.core.step import LATE

MOST_BYTES = 16 * 2**20
"""No line is as long: a child that writes on and on must not fill this process instead of its own."""
_READ_BYTES = 65_536
_END_S = 5.0
"""A killed process is gone at once, unless the disk holds it."""


class ChildProcess:
    """A `guardrails.core.isolated.Child` over two pipes, or over an open file and a pipe."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        file: BinaryIO | None = None,
    ) -> None:
        """OSError where there can be no process.

        `module` is run with `arguments`; `environment` is added to this process' own. It reads `file`, and
        then takes no lines.
        """
        self._process = subprocess.Popen(
            # -P: a module that lies in the current folder is none of ours.
            [sys.executable, "-P", "-m", module, *arguments],
            stdin=file or subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            # With what it may have started itself it can be ended as one, and Ctrl-C is for us alone.
            process_group=0,
            env={**os.environ, **(environment or {})},
        )
        # Also where nobody keeps it any more: a worker that a test, or an error, leaves in a meeting.
        self._end = weakref.finalize(self, _end, self._process)
        assert self._process.stdout is not None
        self._requests = self._process.stdin
        self._replies = self._process.stdout
        self._poll = select.poll()
        self._poll.register(self._replies, select.POLLIN)
        self._buffer = b""

    def send(self, line: bytes) -> None:
        assert self._requests is not None, "it reads a file"
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[self._requests.write(rest) or 0 :]
        except OSError:
            raise self._gone() from None

    def receive(self, timeout_s: float) -> bytes | None:
        until = time.monotonic() + timeout_s
        while b"\n" not in self._buffer:
            if not self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
                return None
            data = os.read(self._replies.fileno(), _READ_BYTES)
            if not data:
                raise self._gone()
            self._buffer += data
            if len(self._buffer) > MOST_BYTES:
                raise ChildGoneError("its process wrote without end")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def kill(self) -> None:
        self._end()

    def _gone(self) -> ChildGoneError:
        try:
            code = self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            return ChildGoneError("its process closed the pipe")
        if code == -signal.SIGPROF:
            return ChildGoneError(LATE)  # it had computed for as long as it may
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return ChildGoneError(f"its process ended ({how})", crashed=code < 0)


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
