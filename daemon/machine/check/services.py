"""Do all three services run? systemd knows on the appliance; elsewhere, and from inside a sandbox, what each
says of itself has to do."""

from __future__ import annotations

from daemon.hub.client import hub_runs
from daemon.hub.status import read_status as hub_status
from daemon.machine.check.finding import Found, fail, ok, skipped, warn
from daemon.machine.check.host import Host
from daemon.models.presence import WAYS_OUT
from daemon.spool.recorder_status import RecorderStatus, live_status
from daemon.worker.status import read_status as worker_status

SERVICES = ("recorder", "worker", "hub")


ROOMS = "rooms"
"""The one that an admin may turn on."""
_DOES = {"recording": "recording", "paused": "off the record", "idle": "waiting"}


def running(host: Host) -> tuple[str, ...]:
    """Those that there have to be, and the one that was turned on."""
    state = shown(host, unit(ROOMS), "ActiveState", "UnitFileState")
    is_on = state.get("UnitFileState") == "enabled" or state.get("ActiveState") == "active"
    return (*SERVICES, ROOMS) if is_on else SERVICES


def is_installed(host: Host) -> bool:
    """Whether systemd knows the services."""
    return host.has_systemd and shown(host, unit("hub"), "LoadState").get("LoadState") == "loaded"


def unit(service: str) -> str:
    return f"roomscribe-{service}.service"


def shown(host: Host, name: str, *properties: str) -> dict[str, str]:
    """Properties of a unit as systemd has it loaded; empty where systemd does not answer."""
    answer = host.run(["systemctl", "show", f"--property={','.join(properties)}", name], timeout_s=5)
    pairs = (line.partition("=") for line in answer.out.splitlines())
    return {key: value for key, _, value in pairs} if answer.ok else {}


def look(host: Host) -> Found:
    if not host.has_systemd:
        return _without_systemd(host)
    loaded = {
        service: shown(host, unit(service), "LoadState", "ActiveState", "Result", "StatusText", "NRestarts")
        for service in running(host)
    }
    if all(state.get("LoadState") in (None, "not-found") for state in loaded.values()):
        return skipped("not installed as services; `sudo make install` installs them")
    states = {service: _state(state) for service, state in loaded.items()}
    message = "; ".join(f"{service}: {state}" for service, state in states.items())
    if down := [service for service, state in loaded.items() if state.get("ActiveState") != "active"]:
        if all(state.get("ActiveState") == "inactive" for state in loaded.values()):
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
    if state.get("ActiveState") == "active":
        return state.get("StatusText") or "active"
    reason = state.get("LoadState") if state.get("LoadState") != "loaded" else state.get("Result")
    return f"{state.get('ActiveState', 'unknown')} ({reason})"


def _without_systemd(host: Host) -> Found:
    told = reports(host, live_status(host.state_dir, host.clock))
    if not any(each.details["runs"] for each in told.values()):
        return skipped("there is no systemd here; `roomscribe run` starts the services")
    states = {service: each.message for service, each in told.items()}
    message = "; ".join(f"{service}: {state}" for service, state in states.items())
    if any(each.status == "fail" for each in told.values()):
        return fail(message, "end `roomscribe run` and start it again", **states)
    return ok(message, **states)


def reports(host: Host, recorder: RecorderStatus | None) -> dict[str, Found]:
    """What each service says of itself."""
    worker = worker_status(host.state_dir)
    is_hub = hub_runs(host.state_dir)
    hub = hub_status(host.state_dir) if is_hub else None
    does = {
        "recorder": _DOES[recorder.state] if recorder else "",
        "worker": (worker.stage or "waits for work") if worker else "",
        "hub": "keeps the notes" if is_hub else "",
    }
    wrong = {"recorder": recorder.problem if recorder else None, "hub": hub.problem if hub else None}
    advice = host.advises("see `systemctl status 'roomscribe*'`", "see what `roomscribe run` prints")
    found = {
        service: _report(doing, wrong.get(service) if doing else "not running", advice)
        for service, doing in does.items()
    }
    if worker and worker.damage:
        wrong_models = "; ".join(each.removesuffix(f"; {WAYS_OUT}") for each in worker.damage)
        found["worker"] = fail(wrong_models, WAYS_OUT, runs=True)
    return found


def _report(doing: str, wrong: str | None, advice: str) -> Found:
    return fail(wrong, advice, runs=bool(doing)) if wrong else ok(doing, runs=True)
