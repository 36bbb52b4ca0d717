"""Does systemd have all three services running?"""

from __future__ import annotations

from daemon.check.finding import Found, fail, ok, skipped, warn
from daemon.check.host import Host

SERVICES = ("recorder", "worker", "hub")


ROOMS = "rooms"
"""The one that an admin may turn on."""


def running(host: Host) -> tuple[str, ...]:
    """Those that there have to be, and the one that was turned on."""
    state = shown(host, unit(ROOMS), "ActiveState", "UnitFileState")
    is_on = state.get("UnitFileState") == "enabled" or state.get("ActiveState") == "active"
    return (*SERVICES, ROOMS) if is_on else SERVICES


def unit(service: str) -> str:
    return f"roomscribe-{service}.service"


def shown(host: Host, name: str, *properties: str) -> dict[str, str]:
    """Properties of a unit as systemd has it loaded; empty where systemd does not answer."""
    answer = host.run(["systemctl", "show", f"--property={','.join(properties)}", name], timeout_s=5)
    pairs = (line.partition("=") for line in answer.out.splitlines())
    return {key: value for key, _, value in pairs} if answer.ok else {}


def look(host: Host) -> Found:
    if not host.has_systemd:
        return skipped("there is no systemd here; `roomscribe run` starts the services")
    loaded = {
        service: shown(host, unit(service), "LoadState", "ActiveState", "Result", "StatusText", "NRestarts")
        for service in running(host)
    }
    if any(state.get("LoadState") != "loaded" for state in loaded.values()):
        return skipped("not installed as services; `sudo make install` installs them")
    states = {service: _state(state) for service, state in loaded.items()}
    message = "; ".join(f"{service}: {state}" for service, state in states.items())
    if down := [service for service, state in loaded.items() if state["ActiveState"] != "active"]:
        if all(state["ActiveState"] == "inactive" for state in loaded.values()):
            return warn("stopped", "systemctl start roomscribe", **states)
        return fail(message, f"see `journalctl -u {unit(down[0])} -n 30`", **states)
    if restarted := {
        service: state["NRestarts"] for service, state in loaded.items() if state["NRestarts"] != "0"
    }:
        counts = ", ".join(f"{service} {count} times" for service, count in restarted.items())
        return warn(
            f"{message} (restarted since the start: {counts})",
            f"see `journalctl -u {unit(next(iter(restarted)))}`",
            **states,
        )
    return ok(message, **states)


def _state(state: dict[str, str]) -> str:
    if state["ActiveState"] == "active":
        return state.get("StatusText") or "active"
    return f"{state['ActiveState']} ({state['Result']})"
