"""Is the page's port free, or does Roomscribe itself answer there? Can other devices log in, with TLS too?"""

from __future__ import annotations

import http.client
import os
import re

from daemon.access import Pins
from daemon.machine.check.finding import Found, fail, ok, warn
from daemon.machine.check.host import Host
from daemon.machine.check.services import shown

_TIMEOUT_S = 5.0
_EVERYWHERE = ("", "::", "0.0.0.0")
SOCKET_UNIT = "roomscribe-hub.socket"
TLS_UNIT = "roomscribe-tls.socket"


def look(host: Host) -> Found:
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
    connection = http.client.HTTPConnection(address, port, timeout=_TIMEOUT_S)
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
    if is_for_all and os.access(host.state_dir, os.X_OK) and not Pins(host.state_dir).sealed():
        return warn(
            f"{where} answers, but only this machine: there is no PIN",
            "make one: sudo roomscribe pin reset",
            port=port,
        )
    return ok(f"{where} answers", address=address, port=port, answers=True)


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
