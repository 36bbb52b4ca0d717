"""Keeps the worker within bounds: behind the others for processor and disk, within its memory, and in time.

`Guard` watches over the work from a thread of its own, while the main one is deep inside a native library.
What hangs is ended with a durable result, and so is what was stopped: within a second, wherever it is.
Everything done so far lies in receipts, so nothing is lost by it.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import platform
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER
from daemon.worker.claims import Claimed
from daemon.worker.status import Pulse

STALL_S = 240.0
"""Longer than any single operation takes on the slowest machine (three tries at 30 s of sound with the model
`small` on a Raspberry Pi 4), and shorter than the watchdog of the unit."""
DEADLINE_GRACE_S = 1800.0
DEADLINE_FACTOR = 20.0
"""Times the length of the recording: three times what a Raspberry Pi 4 takes to transcribe and draft it."""
_LOOK_S = 5.0

NICE = 10
_IOPRIO_SET = {"x86_64": 251, "aarch64": 30, "armv7l": 314}
"""The number of the system call; the C library has no function for it."""
_BEST_EFFORT_LAST = 2 << 13 | 7
_THIS_PROCESS = 1

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Told to stop, or to take in a new configuration: the next worker starts with it."""


def deadline_s(audio_s: float | None) -> float:
    """How long one claim may take in all, however well it gets on."""
    return DEADLINE_GRACE_S + DEADLINE_FACTOR * (audio_s or 0.0)


def step_back() -> None:
    """Run after the recorder: at NICE, and last among those who want the disk. systemd may have done it."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, max(NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    if number := _IOPRIO_SET.get(platform.machine()):
        # A sandbox may forbid it; the work is then done without.
        ctypes.CDLL(None).syscall(number, _THIS_PROCESS, 0, _BEST_EFFORT_LAST)


def resident_bytes(statm: Path = Path("/proc/self/statm")) -> int:
    """Memory that this process really holds: without the pages of mapped files, as weights are, which the
    kernel drops where it needs room.

    Watched here, because Raspberry Pi kernels come without the memory control group, and systemd's limit then
    does nothing.
    """
    _, resident, shared, *_ = map(int, statm.read_text("ascii").split())
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE")


class Guard:
    """Watches from `start` on."""

    def __init__(
        self,
        pulse: Pulse,
        monotonic: Callable[[], float] = time.monotonic,
        leave: Callable[[int], None] = os._exit,
    ) -> None:
        self._pulse = pulse
        self._monotonic = monotonic
        self._leave = leave
        self._claim: Claimed | None = None
        self._audio_s: float | None = None

    def start(self) -> None:
        """Call it in the main thread, before there is another: signals do not disturb later ones then."""
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        threading.Thread(target=self._watch, name="guard", daemon=True).start()

    def work_begins(self, claim: Claimed) -> None:
        self._audio_s = None
        self._claim = claim

    def audio_is(self, seconds: float | None) -> None:
        """The length of the recording being processed, once it is known."""
        self._audio_s = seconds

    def work_ends(self) -> None:
        self._claim = None

    def end_what_hangs(self) -> None:
        claim = self._claim
        if claim is None:
            return
        now_s = self._monotonic()
        limit_s = deadline_s(self._audio_s)
        if now_s - self._pulse.last_s > STALL_S:
            self._end(claim, f"no progress for {STALL_S:.0f} s")
        elif now_s - self._pulse.started_s > limit_s:
            self._end(claim, f"not done within {limit_s / 60:.0f} min")

    def stop(self) -> None:
        """End the process, with a result for what it was doing."""
        claim = self._claim
        if claim is not None:
            try:
                claim.conclude("yielded")
            except StateWriteError as error:
                LOGGER.error("%s", error)
        self._flush_and_leave(0)

    def _end(self, claim: Claimed, reason: str) -> None:
        try:
            if not claim.conclude("failed", reason):
                return
        except StateWriteError as error:
            LOGGER.error("%s", error)
        LOGGER.error("%s: %s; the worker ends to get out of it", claim.source, reason)
        self._flush_and_leave(1)

    def _watch(self) -> None:
        while True:
            if signal.sigtimedwait(_SIGNALS, _LOOK_S) is not None:
                self.stop()
            self.end_what_hangs()

    def _flush_and_leave(self, code: int) -> None:
        # Not by the interpreter's own way: ctranslate2 and onnxruntime may deadlock there.
        logging.shutdown()
        self._leave(code)
