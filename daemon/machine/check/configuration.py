"""Can the configuration be used? `systemctl reload` also checks this before it signals the hub."""

from __future__ import annotations

import sys

from daemon.base.config import config_in_force
from daemon.base.settings import mistake_in
from daemon.machine.check.finding import Found, fail, ok
from daemon.machine.check.host import Host
from daemon.machine.check.permissions import owner_of_state

_TIMEOUT_S = 8.0


def look(host: Host) -> Found:
    """As the services read it: root reads a file that they may not."""
    owner = owner_of_state(host)
    if host.uid != 0 or owner.pw_uid == 0:
        return read_here(host)
    arguments = [str(host.state_dir), *([str(host.config_file)] if host.config_file else [])]
    as_owner = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--init-groups", "--"]
    command = [*as_owner, sys.executable, "-P", "-m", "daemon.base.settings", *arguments]
    ran = host.run(command, timeout_s=_TIMEOUT_S)
    if not ran.ok:
        return fail((ran.err.strip().splitlines() or ["no reason given"])[-1], "please report this as a bug")
    return _judged(host, ran.out.strip())


def read_here(host: Host) -> Found:
    """As this user reads it."""
    return _judged(host, mistake_in(lambda: host.in_force))


def _judged(host: Host, mistake: str) -> Found:
    if mistake and not host.for_admin:
        return fail("the configuration cannot be used", "see `sudo roomscribe status`")
    if mistake:
        then = host.advises("`systemctl reload roomscribe`", "start `roomscribe run` again")
        return fail(mistake, f"correct it, then {then}")
    path = config_in_force(host.config_file)
    return ok(f"{path} can be used" if path else "the defaults are in use", path=str(path) if path else None)
