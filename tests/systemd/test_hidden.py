"""What a service that was taken over may not reach, and what the reader of files may do in the hub."""

from __future__ import annotations

import json

import pytest

from daemon.machine.check.sandbox import directives
from tests.systemd.machine import CHECKOUT, Machine

STATE = "/var/lib/roomscribe"
TRIES = """
import json, os, sys
through = []
def replace(folder):
    # A folder of one's own where the hub looks, by moving the one above.
    above = os.path.dirname(folder)
    os.rename(above, f"{above}-away")
    os.makedirs(folder)
for folder in sys.argv[1:]:
    secret, forged = f"{folder}/secret.json", f"{folder}/forged.json"
    for what, attempt in {
        "list": lambda: os.listdir(folder),
        "read": lambda: open(secret).read(),
        "write": lambda: open(forged, "w").close(),
        "change": lambda: open(secret, "a").close(),
        "delete": lambda: os.unlink(secret),
        "move": lambda: os.rename(folder, f"{folder}-away"),
        "replace": lambda: replace(folder),
        "open": lambda: os.chmod(folder, 0o777),
    }.items():
        try:
            attempt()
        except OSError:
            continue
        through.append(f"{what} {folder}")
print(json.dumps(through))
"""


def in_sandbox(machine: Machine, unit: str, *command: str) -> str:
    sandbox = [f"--property={line}" for line in directives(machine.run("systemctl", "cat", unit).stdout)]
    return machine.run(
        "systemd-run", "--quiet", "--wait", "--pipe", "--collect", *sandbox, "--", *command
    ).stdout


@pytest.mark.parametrize("service", ["recorder", "worker"])
def test_pins_and_the_hubs_orders_are_hidden_from_it(appliance: Machine, service: str) -> None:
    folders = [f"{STATE}/access", f"{STATE}/control/hub"]
    for folder in folders:
        assert (appliance.root / folder[1:]).is_dir(), "it has to be there before the services start"
        (appliance.root / folder[1:] / "secret.json").write_text("sealed")
        appliance.run("chown", "roomscribe:roomscribe", f"{folder}/secret.json")
    unit = f"roomscribe-{service}"
    try:
        assert json.loads(in_sandbox(appliance, unit, "/usr/bin/python3", "-c", TRIES, *folders)) == []
        for folder in folders:
            assert (appliance.root / folder[1:] / "secret.json").read_text() == "sealed"
        # The running service has the same view, not only one that is started now.
        pid = appliance.shown(unit, "MainPID")
        seen = appliance.run("ls", f"/proc/{pid}/root{folders[0]}", check=False)
        assert "secret.json" not in seen.stdout
    finally:
        for folder in folders:
            (appliance.root / folder[1:] / "secret.json").unlink(missing_ok=True)


def test_the_rooms_unit_sees_and_writes_what_it_carries_and_nothing_else(appliance: Machine) -> None:
    hidden = [f"{STATE}/{name}" for name in ("notes", "access", "inbox", "server")]
    outgoing, incoming = f"{STATE}/rooms/to", f"{STATE}/rooms/unit"
    appliance.run("install", "-d", "-o", "roomscribe", "-g", "roomscribe-rooms", "-m", "2750", outgoing)
    folders = [*hidden, outgoing]
    for folder in folders:
        (appliance.root / folder[1:] / "secret.json").write_text("lease")
        appliance.run("chown", "roomscribe:roomscribe-rooms", f"{folder}/secret.json")
    command = ("roomscribe-rooms", "/usr/bin/python3", "-c")
    try:
        tried = in_sandbox(appliance, *command, TRIES, *folders)
        assert json.loads(tried) == [f"list {outgoing}", f"read {outgoing}"]
        writes = f"open('{incoming}/came', 'w').close(); import os; print(os.listdir('{STATE}'))"
        assert in_sandbox(appliance, *command, writes).strip() == "['rooms']"
    finally:
        for folder in folders:
            (appliance.root / folder[1:] / "secret.json").unlink(missing_ok=True)
        (appliance.root / incoming[1:] / "came").unlink(missing_ok=True)
        appliance.run("rmdir", outgoing)


def test_a_file_is_looked_into_and_its_reader_confined_in_the_hubs_sandbox(appliance: Machine) -> None:
    (appliance.root / "srv/talk.opus").write_bytes(
        (CHECKOUT / "samples/2026-11-16-planning.opus").read_bytes()
    )
    look = "exec /opt/roomscribe/bin/python -P -m daemon.base.foreign.child .opus < /srv/talk.opus"
    told = in_sandbox(appliance, "roomscribe-hub", "/bin/sh", "-c", look)
    assert json.loads(told)["length_s"] == pytest.approx(263, abs=1)
    confined = (
        "import resource, os; from daemon.base.foreign.confinement import confine; confine(2**28, 60)\n"
        "try: os.open('/etc/passwd', os.O_RDONLY)\n"
        "except PermissionError: pass\n"
        "else: raise SystemExit('it was opened')\n"
        "try: bytearray(2**29)\n"
        "except MemoryError: os.write(1, b'confined')"
    )
    assert (
        in_sandbox(appliance, "roomscribe-hub", "/opt/roomscribe/bin/python", "-P", "-c", confined)
        == "confined"
    )
