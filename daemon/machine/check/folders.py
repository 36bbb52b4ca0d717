"""Can the configured folders be written: for backups, for exports, the watch folder?

Tried from inside the hub's sandbox, in which the disk is read-only unless the unit says otherwise.
"""

from __future__ import annotations

import json
import sys

from daemon.base.drop_ins import named_folders
from daemon.machine.check.finding import Found, fail, ok, skipped
from daemon.machine.check.host import Host
from daemon.machine.check.permissions import owner_of_state
from daemon.machine.check.sandbox import run_in_sandbox
from daemon.machine.check.services import is_installed, unit
from daemon.machine.check.writing import try_to_write

_TIMEOUT_S = 15.0
_ADVICE = (
    "connect its disk, make roomscribe the folder's owner, then `systemctl reload roomscribe`; a folder "
    "below /home or /root cannot be used by the services"
)


def look(host: Host) -> Found:
    named = named_folders(host.config)
    if not named:
        return ok("the configuration names no folder outside the state directory")
    if host.uid == 0 and is_installed(host):
        command = [sys.executable, "-m", "daemon.machine.check.writing", *map(str, named.values())]
        ran = run_in_sandbox(host, unit("hub"), command, timeout_s=_TIMEOUT_S)
        if not ran.ok:
            return fail((ran.err.strip().splitlines() or ["no reason given"])[-1], "see `journalctl -n 30`")
        tried: dict[str, str | None] = json.loads(ran.out)
    elif host.uid == owner_of_state(host).pw_uid:
        tried = try_to_write(named.values())
    else:
        return skipped("not checked: this takes root, run `sudo roomscribe check`")
    problems = {key: tried[str(path)] for key, path in named.items() if tried[str(path)]}
    if problems:
        message = "; ".join(f"{named[key]} ({key}): {problem}" for key, problem in problems.items())
        return fail(message, _ADVICE, **tried)
    return ok(f"{', '.join(tried)} can be written", **tried)
