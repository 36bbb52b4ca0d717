"""The process that guardrails run in, inside the worker's sandbox."""

from __future__ import annotations

import json

from daemon.machine.check.sandbox import directives
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


def test_a_configuration_that_root_alone_can_read_is_none(appliance: Machine) -> None:
    config = appliance.root / "etc/roomscribe/config.toml"
    config.chmod(0o600)
    try:
        checked = appliance.run("roomscribe", "check", "--only", "configuration", check=False)
        assert checked.returncode == 1
        assert "Permission denied" in checked.stdout, checked.stdout
    finally:
        config.chmod(0o644)
    assert appliance.run("roomscribe", "check", "--only", "configuration").returncode == 0


def test_command_and_page_tell_the_same_of_the_box(appliance: Machine) -> None:
    """The page does so from inside the hub's sandbox."""
    ask = "import urllib.request; print(urllib.request.urlopen('http://127.0.0.1/api/v1/status').read().decode())"
    by_page = json.loads(appliance.run("/usr/bin/python3", "-c", ask).stdout)
    by_command = json.loads(appliance.run("roomscribe", "status", "--json", check=False).stdout)
    told = [{each["probe"]: each["status"] for each in one["findings"]} for one in (by_page, by_command)]
    assert told[0] == told[1]
    assert {told[0][service] for service in ("recorder", "worker", "hub")} == {"ok"}
