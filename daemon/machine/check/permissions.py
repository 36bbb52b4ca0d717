"""Does everything in the state directory belong to the service, unreadable for others?

A file that root has left there (a restored backup, an edit) stops the service much later, when it has to
change it.
"""

from __future__ import annotations

import pwd
import stat
from collections.abc import Iterator
from pathlib import Path

from daemon.base.paths import SERVICE_USER, SYSTEM_STATE
from daemon.machine.check.finding import Found, fail, ok, skipped, warn
from daemon.machine.check.host import Host

_OTHERS = stat.S_IRWXO


def look(host: Host) -> Found:
    state = host.state_dir
    if not state.exists():
        return skipped(f"{state} does not exist yet")
    owner = owner_of_state(host)
    if foreign := next((path for path in _entries(state) if _uid(path) not in (owner.pw_uid, None)), None):
        if not host.for_admin:
            return fail(
                f"a file does not belong to {owner.pw_name}", f"run `chown -R {owner.pw_name}: {state}`"
            )
        return fail(
            f"{foreign} does not belong to {owner.pw_name}",
            f"run `chown -R {owner.pw_name}: {state}`",
            path=str(foreign),
        )
    if state.stat().st_mode & _OTHERS:
        return warn(f"{state} can be read by everybody on this machine", f"run `chmod o= {state}`")
    return ok(f"{state} belongs to {owner.pw_name} alone")


def owner_of_state(host: Host) -> pwd.struct_passwd:
    """Who should own it: the service on the appliance, else the caller."""
    if host.state_dir == SYSTEM_STATE:
        try:
            return pwd.getpwnam(SERVICE_USER)
        except KeyError:
            pass  # not installed yet: the caller
    return pwd.getpwuid(host.uid)


def _entries(folder: Path) -> Iterator[Path]:
    yield folder
    # Members of the group may drop files here; the hub moves them without changing their owner.
    inbox = folder / "inbox"
    # What other rooms sent belongs to the user of their unit.
    rooms = folder / "rooms" / "unit"
    for path in folder.rglob("*"):
        is_brought = path.parent.name == "source" and path.parents[2] == folder / "meetings"
        if not {inbox, rooms} & {path, *path.parents} and not is_brought:
            yield path


def _uid(path: Path) -> int | None:
    try:
        return path.lstat().st_uid
    except FileNotFoundError:
        return None  # gone in the meantime: services are at work
