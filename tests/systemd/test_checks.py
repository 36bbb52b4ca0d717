"""The process that guardrails run in, inside the worker's sandbox."""

from __future__ import annotations

import json

from daemon.check.sandbox import directives
from tests.fakes.guardrails import DEADLINE_S
from tests.systemd.machine import Machine


def test_the_workers_sandbox_lets_checks_run_and_die_in_a_process_of_their_own(appliance: Machine) -> None:
    """Were it refused one, a guardrail would misbehave in the worker itself, which would not live to tell."""
    text = appliance.run("systemctl", "cat", "roomscribe-worker").stdout
    sandbox = [f"--property={line}" for line in directives(text)]
    path = ":".join(["/src", *appliance.library_path.get("PYTHONPATH", "").split(":")])
    command = ("/opt/roomscribe/bin/python", "-m", "tests.fakes.sandboxed_checks")
    ran = appliance.run(
        "systemd-run", "--quiet", "--wait", "--pipe", "--collect", f"--setenv=PYTHONPATH={path}", *sandbox,
        "--", *command,
    )  # fmt: skip
    found = {line["name"]: line for line in map(json.loads, ran.stdout.splitlines())}
    assert "not done in time" in found["hanging"]["reason"]
    assert "MemoryError" in found["eating"]["reason"]
    assert "its process ended" in found["dying"]["reason"]
    assert all(line["seconds"] < DEADLINE_S for line in found.values())
