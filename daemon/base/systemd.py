"""Tells systemd that a service is ready, what it does and that it still makes progress (sd_notify(3)).

No library: the protocol is a few words in a datagram.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping

from pipelines.characters import visible


class Notifier:
    """Does nothing if no supervisor listens."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        # A leading @ means the zero byte of an abstract socket.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.watchdog_s = _watchdog_s(environ)
        """Seconds within which `alive` is expected; None without a watchdog."""

    @property
    def is_heard(self) -> bool:
        """Whether there is a supervisor, such as systemd."""
        return bool(self._address)

    def ready(self) -> None:
        self._send("READY=1")

    def status(self, text: str) -> None:
        """Show one line in `systemctl status`."""
        self._send(f"STATUS={visible(text)}")

    def alive(self) -> None:
        """Feed the watchdog: only to be called after real progress."""
        if self.watchdog_s is not None:
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def reloading(self, boot_s: float) -> None:
        """Say that the configuration is read again; `ready` ends it."""
        self._send(f"RELOADING=1\nMONOTONIC_USEC={round(boot_s * 1_000_000)}")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        # A supervisor that is gone or slow must not stop the service; it restarts a service that stays
        # silent.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            sender.sendto(message.encode(), self._address)


def _watchdog_s(environ: Mapping[str, str]) -> float | None:
    microseconds = environ.get("WATCHDOG_USEC", "")
    watched_pid = environ.get("WATCHDOG_PID", "")
    if not microseconds.isdecimal() or (watched_pid and watched_pid != str(os.getpid())):
        return None
    return int(microseconds) / 1_000_000
