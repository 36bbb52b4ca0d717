"""Can the configuration be used: its file, the folders and the port that it names? Who owns the state?

`systemctl reload` also checks the file before it signals the hub. Folders are tried from inside the hub's
sandbox, in which the disk is read-only unless the unit says otherwise. A file that root has left in the
state directory (a restored backup, an edit) stops the service much later, when it has to change it; so
everything there has to belong to the service, unreadable for others.
"""

from __future__ import annotations

import http.client
import json
import os
import pwd
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from daemon.base.config import config_in_force
from daemon.base.drop_ins import named_folders
from daemon.base.paths import SERVICE_USER, SYSTEM_STATE
from daemon.base.settings import mistake_in
from daemon.machine.check.host import Found, Host, fail, ok, skipped, warn
from daemon.machine.check.services import is_installed, shown, unit
from daemon.machine.check.writing import try_to_write

_OTHERS = stat.S_IRWXO


def check_permissions(host: Host) -> Found:
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


_READ_S = 8.0


def check_configuration(host: Host) -> Found:
    """As the services read it: root reads a file that they may not."""
    owner = owner_of_state(host)
    if host.uid != 0 or owner.pw_uid == 0:
        return configuration_here(host)
    arguments = [str(host.state_dir), *([str(host.config_file)] if host.config_file else [])]
    as_owner = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--init-groups", "--"]
    command = [*as_owner, sys.executable, "-P", "-m", "daemon.base.settings", *arguments]
    ran = host.run(command, timeout_s=_READ_S)
    if not ran.ok:
        return fail((ran.err.strip().splitlines() or ["no reason given"])[-1], "please report this as a bug")
    return _judged(host, ran.out.strip())


def configuration_here(host: Host) -> Found:
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


_TIMEOUT_S = 15.0
_ADVICE = (
    "connect its disk, make roomscribe the folder's owner, then `systemctl reload roomscribe`; a folder "
    "below /home or /root cannot be used by the services"
)


def check_folders(host: Host) -> Found:
    named = named_folders(host.config)
    if not named:
        return ok("the configuration names no folder outside the state directory")
    if host.uid == 0 and is_installed(host):
        from daemon.machine.check.sandbox import (
            run_in_sandbox,
        )  # not for `status`, which is called every minute

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


_ANSWER_S = 5.0
_EVERYWHERE = ("", "::", "0.0.0.0")
SOCKET_UNIT = "roomscribe-hub.socket"
TLS_UNIT = "roomscribe-tls.socket"


def check_page(host: Host) -> Found:
    found = _plain(host)
    if found.status == "fail" or not (failed := _failed(host, TLS_UNIT)):
        return found
    return fail(f"other devices are refused: {failed}", _again(TLS_UNIT), **found.details)


def _plain(host: Host) -> Found:
    listens, port = _address(host)
    is_for_all = listens in _EVERYWHERE
    # A server that listens everywhere is asked on loopback.
    address = "127.0.0.1" if is_for_all else listens
    where = f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"
    connection = http.client.HTTPConnection(address, port, timeout=_ANSWER_S)
    try:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        server = answer.getheader("Server", "")
    except ConnectionRefusedError:
        if failed := _failed(host, SOCKET_UNIT):
            return fail(f"there is no page: {failed}", _again(SOCKET_UNIT), address=address, port=port)
        return ok(f"{where} is free", address=address, port=port, answers=False)
    except (OSError, http.client.HTTPException) as error:
        return fail(
            f"{where} is taken and does not answer ({error or type(error).__name__})",
            f"see which program uses it (`ss -ltnp sport = :{port}`) and whether the hub runs",
            address=address,
            port=port,
        )
    finally:
        connection.close()
    if server != "Roomscribe":
        return fail(
            f"another program answers at {where} ({server or 'without a name'})",
            f"stop that program, or choose another port (`systemctl edit {SOCKET_UNIT}`)",
            address=address,
            port=port,
        )
    if answer.status != 200:
        return warn(
            f"{where} answers {answer.status} {answer.reason}",
            "see `journalctl -u roomscribe-hub`",
            port=port,
        )
    # Without access to the state directory it is unknown whether there is a PIN.
    if is_for_all and os.access(host.state_dir, os.X_OK) and not _has_pin(host):
        return warn(
            f"{where} answers, but only this machine: there is no PIN",
            "make one: sudo roomscribe pin reset",
            port=port,
        )
    return ok(f"{where} answers", address=address, port=port, answers=True)


def _has_pin(host: Host) -> bool:
    # Here: `status`, which asks nothing of the page, is called every minute.
    from daemon.access import Pins

    return bool(Pins(host.state_dir).sealed())


def _failed(host: Host, unit: str) -> str | None:
    """How systemd came to give a socket up; None if it did not."""
    state = shown(host, unit, "ActiveState", "Result")
    if state.get("ActiveState") != "failed":
        return None
    # It names no better reason for a port that another program has, or an address that is not this machine's.
    if (result := state.get("Result")) == "resources":
        return f"{unit} could not be opened when it was last tried"
    return f"{unit} has failed ({result})"


def _again(unit: str) -> str:
    return f"see `journalctl -u {unit} -n 5`; it is tried again every minute"


def _address(host: Host) -> tuple[str, int]:
    """Where systemd listens for the hub, else where `roomscribe serve` and `run` would."""
    told = host.run(["systemctl", "show", "--property=Listen", SOCKET_UNIT], timeout_s=5).out
    listens = re.search(r"^Listen=(?:(?P<address>\S*):)?(?P<port>\d+) \(Stream\)", told, re.MULTILINE)
    if listens is None:
        return host.config.web.host, host.config.web.port
    return (listens["address"] or "").strip("[]"), int(listens["port"])
