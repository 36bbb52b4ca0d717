"""Where the relay's socket, its key and the authority that it trusts are, and how it opens them."""

from __future__ import annotations

import os
import re
import socket
import ssl
from collections.abc import Mapping
from pathlib import Path

from daemon.base.errors import ConfigError
from daemon.base.paths import SYSTEM_STATE, run_dir
from daemon.base.systemd import PLAIN, passed_sockets
from daemon.base.unix_sockets import short

SYSTEM_SOCKET = Path("/run/roomscribe-relay/socket")
"""In a folder of its own, which recorder and hub do not see."""
KEY, AUTHORITY = "api.key", "authority.crt"


def secrets_dir(state_dir: Path) -> Path:
    return state_dir / "server"


def socket_path(state_dir: Path) -> Path:
    return SYSTEM_SOCKET if state_dir == SYSTEM_STATE else run_dir(state_dir) / "relay.socket"


def listener(path: Path, environ: Mapping[str, str] = os.environ) -> socket.socket:
    """What systemd has opened for us; else a socket at `path`, for this user alone."""
    if (passed := passed_sockets(environ).get(PLAIN)) is not None:
        return passed
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        with short(path) as name:
            opened.bind(name)
    finally:
        os.umask(before)
    opened.listen(16)
    return opened


def read_secrets(folder: Path) -> tuple[ssl.SSLContext, str]:
    """What trusts the house's authority alone, and the key. ConfigError."""
    try:
        key = (folder / KEY).read_text("ascii").strip()
        # With a file of its own it trusts none of the system's authorities.
        context = ssl.create_default_context(cafile=str(folder / AUTHORITY))
    except FileNotFoundError as error:
        raise ConfigError(
            f"{error.filename or folder / AUTHORITY} is missing; `roomscribe server ADDRESS` makes it"
        ) from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"{folder}: {KEY} and {AUTHORITY} cannot be used ({error})") from None
    if not re.fullmatch(r"[\x21-\x7e]{16,}", key):
        raise ConfigError(f"{folder / KEY}: a key is one line of 16 and more characters without spaces")
    return context, key
