"""The listening sockets that systemd opens for the hub, its standby and the relay (sd_listen_fds(3))."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from pathlib import Path

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
