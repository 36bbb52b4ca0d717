"""Keeps some services running as child processes; on an appliance systemd does that.

Each child stays in our process group, and the kernel ends it if we die, for whatever reason.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from daemon.base.log import LOGGER

STOP_S = 10.0
"""Services stop within two seconds; one that does not is killed, which loses nothing on disk."""
_SHORTEST_BACKOFF_S = 0.2
_LONGEST_BACKOFF_S = 5.0
_HEALTHY_S = 5.0
"""A service that has run this long does not crash at every start: the backoff starts small again."""
_FIRST_START_S = 60.0
"""How long a busy machine may need to find out that a service cannot be started at all."""
_PR_SET_PDEATHSIG = 1
_HANDLED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD)


@dataclass(frozen=True)
class Service:
    name: str
    arguments: Sequence[str]
    """Of the command `roomscribe`."""
    is_vital: bool = False
    """Nothing works without it: if it cannot be started at all, everything ends."""


class _Child:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.backoff_s = 0.0
        self.next_start_s = 0.0
        self.lived_s = 0.0
        self._started_s = 0.0

    def start(self) -> None:
        self.starts += 1
        self._started_s = time.monotonic()
        command = [sys.executable, "-c", "from daemon.cli.main import main; main()"]
        self.process = subprocess.Popen(
            [*command, *self.service.arguments], preexec_fn=die_with(os.getpid()), stdin=subprocess.DEVNULL
        )

    def has_ended(self) -> int | None:
        """Its exit code, returned once; None while it runs."""
        if self.process is None or self.process.poll() is None:
            return None
        code, self.process = self.process.returncode, None
        now_s = time.monotonic()
        self.lived_s = now_s - self._started_s
        if code == 0:
            self.backoff_s = 0.0  # it wanted to be restarted
        elif self.lived_s > _HEALTHY_S:
            self.backoff_s = _SHORTEST_BACKOFF_S
        else:
            self.backoff_s = min(_LONGEST_BACKOFF_S, 2 * self.backoff_s or _SHORTEST_BACKOFF_S)
        self.next_start_s = now_s + self.backoff_s
        return code

    def send(self, number: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(number)


def supervise(services: Sequence[Service]) -> int:
    """Run the services until SIGTERM or SIGINT; SIGHUP is passed on to them. Returns the exit code."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _HANDLED)
    children = [_Child(service) for service in services]
    try:
        while True:
            now_s = time.monotonic()
            for child in children:
                if child.process is None and child.next_start_s <= now_s:
                    child.start()
            waits = [child.next_start_s - now_s for child in children if child.process is None]
            got = signal.sigtimedwait(_HANDLED, max(0.05, min(waits, default=60.0)))
            number = got.si_signo if got else None
            if number in (signal.SIGTERM, signal.SIGINT):
                return 0
            if number == signal.SIGHUP:
                for child in children:
                    child.send(signal.SIGHUP)
            for child in children:
                if (code := child.has_ended()) is not None and _is_hopeless(child, code):
                    return code
    finally:
        _stop(children)


def _is_hopeless(child: _Child, code: int) -> bool:
    name = child.service.name
    if child.service.is_vital and child.starts == 1 and code > 0 and child.lived_s < _FIRST_START_S:
        return True  # state in use, port in use: a retry does not help, and the service has said why
    if code:
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        LOGGER.warning("the %s %s; it will be restarted in %.1f s", name, how, child.backoff_s)
    return False


def _stop(children: Sequence[_Child]) -> None:
    for child in children:
        child.send(signal.SIGTERM)
    deadline_s = time.monotonic() + STOP_S
    for child in children:
        if child.process is None:
            continue
        try:
            child.process.wait(max(0.1, deadline_s - time.monotonic()))
        except subprocess.TimeoutExpired:
            LOGGER.warning("the %s does not stop and is killed", child.service.name)
            child.process.kill()
            child.process.wait()


def die_with(parent: int) -> Callable[[], None]:
    """What a child does before it becomes the service."""
    libc = ctypes.CDLL(None)

    def prepare() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HANDLED)
        if os.getppid() != parent:  # the parent died before prctl
            os._exit(1)

    return prepare
