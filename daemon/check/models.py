"""Are the models there, and unchanged since they were installed?"""

from __future__ import annotations

from daemon.check.finding import Found, fail, ok, warn
from daemon.check.host import Host
from daemon.models.configured import configured
from daemon.models.inventory import inventory
from daemon.models.presence import WAYS_OUT

_WITHOUT = {
    "speech": "recordings wait until there is a speech model",
    "llm": "the rules engine writes the notes",
    "voices": "voices are told apart without it",
}


def look(host: Host) -> Found:
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
