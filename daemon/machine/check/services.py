"""Do all three services run, are the models there, and do the nightly jobs do their work?

systemd knows on the appliance; elsewhere, and from inside a sandbox, what each service says of itself has
to do. Nobody is there to see a nightly job fail. What only `check` asks for is imported late: `status` is
called every minute.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from daemon.hub.client import hub_runs
from daemon.hub.nightly.report import JobState, jobs_of_the_night
from daemon.hub.status import read_status as hub_status
from daemon.machine.check.host import Found, Host, fail, ok, skipped, warn
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


def check_services(host: Host) -> Found:
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


_WITHOUT = {
    "speech": "recordings wait until there is a speech model",
    "llm": "the rules engine writes the notes",
    "voices": "voices are told apart without it",
}


_SERVER_ADVICE = (
    "see docs/operations.md, A faster box, When it does not draft; until then this machine drafts by itself"
)


def check_models(host: Host) -> Found:
    here = _here(host)
    if not host.config.llm.server:
        return here
    server, is_used, details = _server(host)
    message = f"{here.message}; {server}"
    details = {**here.details, **details}
    if here.status == "fail" or (here.status == "warn" and not is_used):
        return here.model_copy(update={"message": message, "details": details})
    return ok(message, **details) if is_used else warn(message, _SERVER_ADVICE, **details)


def _server(host: Host) -> tuple[str, bool, dict[str, str]]:
    """What is known of the llama-server, whether it is used, and the details."""
    from daemon.base.addresses import ServerAddress
    from daemon.relay.client import read_server_status

    address = str(ServerAddress.parse(host.config.llm.server))
    status = read_server_status(host.state_dir, address)
    last = "has not answered yet"
    if status.answered_at is not None:
        last = f"last answered at {status.answered_at.astimezone(host.config.timezone):%H:%M on %Y-%m-%d}"
    message = f"the llama-server at {address} drafts, and {last}"
    if status.problem:
        message = f"the llama-server at {address} is not used now ({status.problem}), and {last}"
    return message, status.problem is None, {"server": address, "problem": status.problem or ""}


def _here(host: Host) -> Found:
    from daemon.models.configured import configured
    from daemon.models.inventory import inventory

    folder = host.state_dir / "models"
    wanted = configured(host.config.models, folder)
    listed = [entry for entry in inventory(folder, wanted) if entry.configured]
    details = {entry.name: entry.state for entry in listed}
    if damaged := [entry for entry in listed if entry.state == "damaged"]:
        message = "; ".join(f"{entry.name}: {entry.problem}" for entry in damaged)
        return fail(message, WAYS_OUT, **details)
    if missing := [entry for entry in listed if entry.state == "missing"]:
        message = "; ".join(f"{entry.name} is missing: {_WITHOUT[entry.kind or 'llm']}" for entry in missing)
        return warn(message, WAYS_OUT, **details)
    message = ", ".join(entry.name for entry in listed if entry.state == "installed")
    if any(entry.state == "left out" for entry in listed):
        message += "; the rules write the notes: there is too little memory for a language model"
    return ok(message, **details)


_SERIOUS = ("backup", "integrity")
"""No backup, or damage in what is stored: whoever learns of it late has lost something."""


def check_nightly(host: Host) -> Found:
    config, now = host.config, host.clock.now()
    jobs = jobs_of_the_night(host.state_dir, config.nightly, now, config.timezone)
    details = {each.job: _details(host, each, now) for each in jobs}
    wrong = [each for each in jobs if each.unsolved or each.is_overdue]
    wrong.sort(key=lambda each: each.job not in _SERIOUS)
    [backup] = (each for each in jobs if each.job == "backup")
    if not wrong and backup.next_at and backup.last_good_at:
        return ok(f"all went well, the last backup on {_moment(host, backup.last_good_at)}", **details)
    off = () if backup.next_at else ("backups are turned off",)
    message = _with_last(host, backup, "; ".join((*off, *(_problem(host, each) for each in wrong))))
    if not wrong:
        return ok(message, **details)
    judge = fail if wrong[0].job in _SERIOUS else warn
    return judge(message, f"once that is put right: `sudo roomscribe nightly run {wrong[0].job}`", **details)


def _details(host: Host, each: JobState, now: datetime) -> dict[str, Any]:
    told = each.model_dump(mode="json", exclude={"job", "about"})
    if not host.for_admin:
        told["problem_count"] = len(told.pop("problems"))
    return told | {"age_s": round((now - each.last_at).total_seconds()) if each.last_at else None}


def _problem(host: Host, each: JobState) -> str:
    if not each.problems or each.last_at is None:
        return f"{each.job} has not run when it was due"
    told = "; ".join(each.problems) if host.for_admin else f"problems found: {len(each.problems)}"
    return f"{each.job}, {_moment(host, each.last_at)}: {told}"


def _with_last(host: Host, backup: JobState, told: str) -> str:
    if backup.last_good_at:
        return f"{told}; last backup {_moment(host, backup.last_good_at)}"
    if not backup.next_at:
        return told
    if backup.last_at:
        return f"{told}; no good backup is recorded"
    return f"{told}; no backup yet" if told else "no backup yet"


def _moment(host: Host, at: datetime) -> str:
    return f"{at.astimezone(host.config.timezone):%Y-%m-%d %H:%M}"
