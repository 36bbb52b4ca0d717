"""What a service and systemd exchange, without a library.

It tells that it is ready, what it does and that it still makes progress (sd_notify(3)); it is given the
listening sockets of hub, standby and relay (sd_listen_fds(3)); and signals end it, or have it read its
configuration anew.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

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


PLAIN, SECURE = "http", "https"
"""The second is its socket's FileDescriptorName=; whatever else is passed is the first."""
_FIRST_PASSED_FD = 3
TLS_LINK = Path("/etc/systemd/system/roomscribe-hub.service.wants/roomscribe-tls.socket")
"""There while TLS is turned on, whether its port could be opened or not."""
NO_PAGE = "the page's port is taken or closed, see `systemctl status roomscribe-hub.socket`"
NO_TLS_PORT = (
    "other devices are refused: TLS is on but its port is taken or closed, see "
    "`systemctl status roomscribe-tls.socket`"
)
NO_CERTIFICATE = (
    "other devices are refused: TLS is on but there is no good certificate: `sudo roomscribe tls` makes one"
)
"""What a hub under systemd then lacks. A port is handed over as soon as it is free."""


def passed_sockets(environ: Mapping[str, str]) -> dict[str, socket.socket]:
    """Those of this process: PLAIN, SECURE, or none."""
    if environ.get("LISTEN_PID") != str(os.getpid()):
        return {}
    names = environ.get("LISTEN_FDNAMES", "").split(":")
    found = {}
    for number in range(int(environ.get("LISTEN_FDS", "0"))):
        fd = _FIRST_PASSED_FD + number
        os.set_inheritable(fd, False)
        is_secure = number < len(names) and names[number] == SECURE
        found[SECURE if is_secure else PLAIN] = socket.socket(fileno=fd)
    return found


@contextmanager
def handled(handlers: Mapping[signal.Signals, Callable[[], object]]) -> Iterator[None]:
    """Call these instead of raising wherever the program happens to be; then the former ones hold again.

    In another thread than the main one it does nothing: whoever started that thread stops it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handler(act: Callable[[], object]) -> Callable[..., object]:
        return lambda *_: act()

    before = {number: signal.signal(number, handler(act)) for number, act in handlers.items()}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)
