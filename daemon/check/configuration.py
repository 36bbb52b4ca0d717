"""Can the configuration be used? `systemctl reload` also checks this before it signals the hub."""

from __future__ import annotations

from daemon.check.finding import Found, fail, ok
from daemon.check.host import Host
from daemon.config import SYSTEM_CONFIG
from daemon.errors import ConfigError


def look(host: Host) -> Found:
    try:
        host.config  # noqa: B018  # reading it is the check
    except ConfigError as error:
        return fail(str(error), "correct it; until then services keep the configuration they have")
    path = host.config_file or (SYSTEM_CONFIG if SYSTEM_CONFIG.exists() else None)
    return ok(f"{path} can be used" if path else "the defaults are in use", path=str(path) if path else None)
