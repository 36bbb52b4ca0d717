"""Are the models there, and unchanged since they were installed?"""

from __future__ import annotations

from daemon.base.addresses import ServerAddress
from daemon.machine.check.finding import Found, fail, ok, warn
from daemon.machine.check.host import Host
from daemon.models.configured import configured
from daemon.models.inventory import inventory
from daemon.models.presence import WAYS_OUT
from daemon.relay.client import read_server_status

_WITHOUT = {
    "speech": "recordings wait until there is a speech model",
    "llm": "the rules engine writes the notes",
    "voices": "voices are told apart without it",
}


_SERVER_ADVICE = (
    "see docs/operations.md, A faster box, When it does not draft; until then this machine drafts by itself"
)


def look(host: Host) -> Found:
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
