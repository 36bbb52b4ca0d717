"""A faster machine that drafts, by docs/operations.md word by word, under a real systemd: both machines are
one here."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from daemon.machine.check.sandbox import directives
from tests.fakes.appliance import wait_for
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.llama_server import WEIGHTS
from tests.fakes.real_llama_server import require_program
from tests.manual import blocks, chapter
from tests.systemd.machine import Machine
from tests.systemd.room import STATE, drop_file, notes
from tests.systemd.test_operations import follow

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
ADDRESS = "192.168.1.20"
RELAY, DROP_IN = "roomscribe-relay.service", "etc/systemd/system/roomscribe-relay.service.d/50-server.conf"
TALK = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAnn: I'll send the report to legal by Friday.\n"
CONNECT = "import socket, sys; socket.socket(socket.AF_UNIX).connect('/run/roomscribe-relay/socket')"


@pytest.fixture
def lan(appliance: Machine) -> Iterator[Machine]:
    """With the faster machine's address, a stick, and the weights of the configured name."""
    appliance.run("ip", "address", "add", f"{ADDRESS}/32", "dev", "lo")
    stick = appliance.root / "mnt/usb"
    stick.mkdir(parents=True, exist_ok=True)
    write_gguf(stick / WEIGHTS)
    assert (
        "installed: "
        in appliance.run("roomscribe", "models", "import", "/mnt/usb", "--update", check=False).stdout
    )
    config = appliance.root / "etc/roomscribe/config.toml"
    before = config.read_text()
    yield appliance
    config.write_text(before)
    # Else the tests behind this one would have their meetings drafted by weights of chance, for minutes each.
    shutil.rmtree(appliance.inside / STATE / "models")
    appliance.systemctl("reload", "roomscribe")
    appliance.run("systemctl", "disable", "--now", "llama-server", check=False)
    appliance.run("ip", "address", "del", f"{ADDRESS}/32", "dev", "lo")


def engine(machine: Machine, source: str) -> str:
    """Which drafted it, once there is a note."""
    wait_for(lambda: any(each["source"] == source for each in notes(machine)), f"the note of {source}", 240)
    [listed] = [each for each in notes(machine) if each["source"] == source]
    note: dict[str, Any] = json.loads(
        machine.run("roomscribe", "notes", "show", listed["id"], "--json").stdout
    )
    return note["engines"]["llm"]["name"] if note["engines"]["llm"] else "rules"


def checked(machine: Machine, name: str) -> dict[str, Any]:
    [finding] = json.loads(machine.run("roomscribe", "check", "--only", name, "--json", check=False).stdout)[
        "findings"
    ]
    assert isinstance(finding, dict)
    return finding


def ports(machine: Machine, *kinds: str) -> set[str]:
    """What is listened on, on any address."""
    found = machine.run("ss", "--listening", "--numeric", "--no-header", *kinds).stdout
    # With more than one kind, a column says which.
    return {line.split()[4 if len(kinds) > 1 else 3] for line in found.splitlines()}


def test_a_box_without_server_and_other_rooms_has_no_unit_more_and_no_port_more(appliance: Machine) -> None:
    for unit in (RELAY, "roomscribe-relay.socket", "roomscribe-rooms.service"):
        assert appliance.shown(unit, "ActiveState") == "inactive"
    assert appliance.shown("roomscribe-rooms.service", "UnitFileState") == "disabled"
    assert appliance.shown(RELAY, "ConditionResult") == "no"
    active = appliance.systemctl(
        "list-units", "--all", "--plain", "--no-legend", "--state=active", "roomscribe*"
    )
    # The one that answers while no hub does may still be there.
    assert {line.split()[0] for line in active.splitlines()} - {"roomscribe-standby.service"} == {
        "roomscribe.service", "roomscribe-hub.service", "roomscribe-hub.socket",
        "roomscribe-recorder.service", "roomscribe-worker.service",
    }  # fmt: skip
    assert list((appliance.inside / "run/roomscribe-relay").iterdir()) == []
    assert ports(appliance, "--tcp", "--udp") == {"*:80"}


def test_a_faster_box_is_set_up_and_drafts_as_the_page_says(lan: Machine) -> None:
    page, _, _ = chapter("A faster box").replace("NAME.gguf", WEIGHTS).partition("\n### ")
    box, packages, faster, setting, reload, carry, take = blocks(page)
    assert packages.startswith("sudo apt install ")
    follow(lan, box)
    # Threads that wait for each other stand still where a machine has other work.
    lan.drop_in("llama-server.service", "test", "[Service]\nEnvironment=LLAMA_ARG_THREADS=1\n")
    # Built before, as it is where the script has run already; the rest of the block is typed in a checkout.
    shutil.copytree(require_program().parent, lan.root / "opt/llama-server", dirs_exist_ok=True)
    follow(lan, f"cd /src\n{faster}")
    wait_for(lambda: "listening on" in "\n".join(lan.journal("llama-server")), "llama-server")
    follow(lan, setting)
    printed = follow(lan, reload, check=False)
    assert re.search(rf"^\w+ +models .*llama-server at {ADDRESS}:8081 drafts", printed, re.MULTILINE)
    wait_for(lambda: lan.shown(RELAY, "ActiveState") == "active", "the relay")
    assert lan.shown(RELAY, "StatusText") == f"for {ADDRESS}:8081"

    # As a further room gets them: this one stands in for it.
    follow(lan, carry)
    lan.run("rm", "/var/lib/roomscribe/server/api.key", "/var/lib/roomscribe/server/authority.crt")
    follow(lan, take)
    lan.systemctl("restart", RELAY)

    drop_file(lan, "served.vtt", TALK.encode())
    assert engine(lan, "served.vtt").endswith(f"{WEIGHTS} on {ADDRESS}:8081")
    assert "last answered at" in checked(lan, "models")["message"]

    # The way to it is the worker's alone.
    for service, may in (("worker", True), ("hub", False), ("recorder", False)):
        asked = in_sandbox(lan, f"roomscribe-{service}", "/usr/bin/python3", "-c", CONNECT)
        assert (asked.returncode == 0) == may, (service, asked.stdout)
    key = (lan.root / "var/lib/roomscribe/server/api.key").read_text().strip()
    read = in_sandbox(lan, "roomscribe-worker", "cat", "/var/lib/roomscribe/server/api.key")
    assert key not in read.stdout
    assert key not in "\n".join(lan.journal("roomscribe-relay") + lan.journal("roomscribe-worker"))

    egress = checked(lan, "egress")
    if egress["status"] == "ok":
        assert set(egress["details"]) == {"recorder", "worker", "hub", "relay"}
    else:  # It says so where this kernel or container has no address filters, and of nothing else.
        assert "file to" not in egress["message"]
        assert re.findall(r"(\w+) \(", egress["message"]) == ["relay"]

    # A private meeting stays, though the server is there.
    [served] = [each for each in notes(lan) if each["source"] == "served.vtt"]
    asked_before = "\n".join(lan.journal("llama-server")).count("launch_slot_")
    _make_private(lan, served["id"])
    lan.run("roomscribe", "notes", "remake", served["id"])
    wait_for(lambda: _queue(lan) == [], "the note again", 240)
    assert engine(lan, "served.vtt").endswith(WEIGHTS)
    assert "\n".join(lan.journal("llama-server")).count("launch_slot_") == asked_before

    # It dies, and nobody notices but the record.
    lan.systemctl("stop", "llama-server")
    drop_file(lan, "alone.vtt", TALK.replace("report", "lease").encode())
    assert engine(lan, "alone.vtt").endswith(WEIGHTS)
    assert "does not answer" in checked(lan, "models")["message"]

    # Off again: nothing of it is left running.
    config = lan.root / "etc/roomscribe/config.toml"
    config.write_text(config.read_text().replace(f'server = "https://{ADDRESS}:8081"', 'server = ""'))
    lan.systemctl("reload", "roomscribe")
    wait_for(lambda: lan.shown(RELAY, "ActiveState") == "inactive", "the end of the relay")
    assert not (lan.root / DROP_IN).exists()
    assert lan.shown("roomscribe-relay.socket", "ActiveState") == "inactive"


def in_sandbox(machine: Machine, unit: str, *command: str) -> Any:
    text = machine.run("systemctl", "cat", unit).stdout
    sandbox = [f"--property={line}" for line in directives(text)]
    return machine.run(
        "systemd-run", "--quiet", "--wait", "--pipe", "--collect", *sandbox, "--", *command, check=False
    )


def _make_private(machine: Machine, note_id: str) -> None:
    """By the order that the page gives."""
    code = (
        "import sys; from datetime import UTC, datetime; from pathlib import Path; "
        "from daemon.access.pins import seal; from daemon.hub.client import ask_hub; "
        "pin = seal('123456', datetime.now(UTC)).model_dump(mode='json'); "
        "print(ask_hub(Path('/var/lib/roomscribe'), 'notes close', id=sys.argv[1], pin=pin))"
    )
    rights = ("setpriv", "--reuid=roomscribe", "--regid=roomscribe", "--clear-groups")
    machine.run(*rights, "/opt/roomscribe/bin/python", "-c", code, note_id)


def _queue(machine: Machine) -> list[Any]:
    listed: list[Any] = json.loads(machine.run("roomscribe", "jobs", "list", "--json").stdout)
    return listed
