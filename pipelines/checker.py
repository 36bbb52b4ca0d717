"""The process that guardrails run in, started and talked to.

Only what the child itself needs is imported here: it starts in 0.2 s, and again whenever it was lost.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from guardrails.every import every_guardrail
from guardrails.guardrail import Guardrail
from guardrails.isolated import ChildGoneError
from pipelines.conventions import Conventions
from pipelines.due import resolve_due
from pipelines.solver import run_solver

MOST_BYTES = 16 * 2**20
"""No claim is as long: a child that writes on and on must not fill this process instead of its own."""
_READ_BYTES = 65_536
_END_S = 5.0
"""A killed process is gone at once, unless the disk holds it."""

OURS = "pipelines.checker:note_guardrails"


def note_guardrails(conventions: str = "{}") -> tuple[Guardrail, ...]:
    """The guardrails of every note; `conventions` is JSON with those by which the house reads days."""
    resolve = partial(resolve_due, conventions=Conventions(**json.loads(conventions)))
    # Each claim's phrases are compared with those of every other claim: 3,300 times in an hour of talk.
    return every_guardrail(resolve=lru_cache(maxsize=4096)(resolve), run=run_solver)


class CheckerProcess:
    """A `guardrails.isolated.Child` over two pipes."""

    def __init__(
        self,
        guardrails: str = OURS,
        environment: Mapping[str, str] | None = None,
        arguments: Sequence[str] = (),
    ) -> None:
        """OSError where there can be no process.

        `guardrails`: MODULE:FUNCTION that makes them of `arguments`. `environment` is added to this process'
        own.
        """
        self._process = subprocess.Popen(
            # -P: a module that lies in the current folder is none of ours.
            [sys.executable, "-P", "-m", "guardrails.child", guardrails, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            # With what it may have started itself it can be ended as one, and Ctrl-C is for us alone.
            process_group=0,
            env={**os.environ, **(environment or {})},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests = self._process.stdin
        self._replies = self._process.stdout
        self._poll = select.poll()
        self._poll.register(self._replies, select.POLLIN)
        self._buffer = b""

    def send(self, line: bytes) -> None:
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
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._requests.close()
        self._replies.close()

    def _gone(self) -> ChildGoneError:
        try:
            code = self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            return ChildGoneError("its process closed the pipe")
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return ChildGoneError(f"its process ended ({how})")
