"""The three services under a real systemd: what `systemctl` does, and what a crash of one does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.fakes.appliance import wait_for
from tests.systemd.conftest import SERVICES
from tests.systemd.machine import Machine

UNITS = tuple(f"roomscribe-{name}" for name in SERVICES)


def pids(machine: Machine) -> dict[str, int]:
    """Main process of each service and of the unit above them, as the machine numbers them."""
    return {unit: int(machine.shown(unit, "MainPID")) for unit in (*UNITS, "roomscribe")}


def is_back(machine: Machine, unit: str, old: int) -> Callable[[], bool]:
    """Whether `unit` runs again, as another process than `old`."""
    return lambda: machine.shown(unit, "ActiveState") == "active" and pids(machine)[unit] not in (0, old)


def test_start_returns_when_all_services_are_ready(appliance: Machine) -> None:
    appliance.systemctl("stop", "roomscribe")
    appliance.systemctl("start", "roomscribe")
    states = [
        appliance.shown(unit, "ActiveState") for unit in (*UNITS, "roomscribe", "roomscribe-hub.socket")
    ]
    assert states == ["active"] * 5


def test_status_tells_how_each_service_is(appliance: Machine) -> None:
    appliance.systemctl("restart", "roomscribe")
    status = appliance.systemctl("status", "roomscribe")
    for name in SERVICES:
        assert f"{name}: " in status
    assert "failed" not in status


def test_stop_returns_when_all_services_have_ended(appliance: Machine) -> None:
    running = pids(appliance)
    appliance.systemctl("stop", "roomscribe")
    assert [appliance.shown(unit, "ActiveState") for unit in UNITS] == ["inactive"] * 3
    assert [appliance.shown(unit, "Result") for unit in UNITS] == ["success"] * 3
    assert appliance.shown("roomscribe-hub.socket", "ActiveState") == "inactive"
    alive = [
        pid for pid in running.values() if appliance.run("kill", "-0", f"{pid}", check=False).returncode == 0
    ]
    assert alive == []


def test_restart_gives_every_service_a_new_process(appliance: Machine) -> None:
    before = pids(appliance)
    appliance.systemctl("restart", "roomscribe")
    after = pids(appliance)
    assert all(after[unit] not in (0, before[unit]) for unit in UNITS)


@pytest.mark.parametrize("victim", [*UNITS, "roomscribe"])
def test_a_killed_process_takes_no_other_with_it(appliance: Machine, victim: str) -> None:
    before = pids(appliance)
    appliance.run("kill", "-KILL", f"{before[victim]}")
    if victim != "roomscribe":
        wait_for(is_back(appliance, victim, before[victim]), f"a new {victim}")
    after = pids(appliance)
    assert {unit: after[unit] for unit in UNITS if unit != victim} == {
        unit: before[unit] for unit in UNITS if unit != victim
    }


def test_hung_services_are_started_again_and_recording_goes_on(appliance: Machine) -> None:
    victims = ("roomscribe-worker", "roomscribe-hub")
    for unit in victims:
        # An idle worker shows that it is alive every 30 s.
        appliance.drop_in(f"{unit}.service", "watchdog", "[Service]\nWatchdogSec=35\nTimeoutAbortSec=2\n")
    try:
        appliance.systemctl("daemon-reload")
        appliance.systemctl("restart", *victims)
        before = pids(appliance)
        for unit in victims:
            appliance.run("kill", "-STOP", f"{before[unit]}")
        for unit in victims:
            wait_for(is_back(appliance, unit, before[unit]), f"a new {unit}", timeout_s=90)
    finally:
        for unit in victims:
            (appliance.root / f"etc/systemd/system/{unit}.service.d/watchdog.conf").unlink()
        appliance.systemctl("daemon-reload")
    assert pids(appliance)["roomscribe-recorder"] == before["roomscribe-recorder"]
    for unit in victims:
        assert any("Watchdog timeout" in line for line in appliance.journal(unit))


def test_a_service_that_cannot_start_is_named_and_leaves_the_others_alone(appliance: Machine) -> None:
    appliance.drop_in(
        "roomscribe-worker.service", "zz-broken", "[Service]\nExecStart=\nExecStart=/usr/bin/false\n"
    )
    try:
        appliance.systemctl("daemon-reload")
        before = pids(appliance)
        appliance.systemctl("restart", "roomscribe-worker", check=False)
        appliance.systemctl("start", "roomscribe")
        assert pids(appliance)["roomscribe-recorder"] == before["roomscribe-recorder"]
        appliance.systemctl("restart", "roomscribe")
        assert "worker: activating (exit-code)" in appliance.systemctl("status", "roomscribe")
        assert appliance.shown("roomscribe-recorder", "ActiveState") == "active"
    finally:
        (appliance.root / "etc/systemd/system/roomscribe-worker.service.d/zz-broken.conf").unlink()
        appliance.systemctl("daemon-reload")
        appliance.systemctl("restart", "roomscribe-worker")


@pytest.mark.parametrize("unit", UNITS)
def test_a_service_runs_without_power_and_without_network(appliance: Machine, unit: str) -> None:
    pid = pids(appliance)[unit]
    status = appliance.run("cat", f"/proc/{pid}/status").stdout
    facts = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    user = appliance.run("id", "-u", "roomscribe").stdout.strip()
    assert facts["Uid"].split() == [user] * 4
    assert (int(facts["CapEff"], 16), facts["NoNewPrivs"], facts["Seccomp"]) == (0, "1", "2")
    devices = appliance.run("cat", f"/proc/{pid}/net/dev").stdout
    assert [line.split(":")[0].strip() for line in devices.splitlines()[2:]] == ["lo"]
    for path in ("/opt/roomscribe/planted", "/etc/planted", "/var/lib/planted"):
        outcome = appliance.run("nsenter", f"--target={pid}", "--mount", "touch", path, check=False)
        assert "Read-only file system" in outcome.stdout


def test_a_good_configuration_is_taken_over_and_recording_goes_on(appliance: Machine) -> None:
    before = pids(appliance)
    appliance.systemctl("reload", "roomscribe")
    # The worker takes it by starting anew; nobody notices, since its work is never lost.
    wait_for(lambda: appliance.shown("roomscribe-worker", "ActiveState") == "active", "the worker")
    after = pids(appliance)
    assert {unit: after[unit] for unit in after if unit != "roomscribe-worker"} == {
        unit: before[unit] for unit in before if unit != "roomscribe-worker"
    }
    said = "configuration read again"
    wait_for(lambda: said in appliance.journal("roomscribe-recorder"), "reading it by the recorder")


def test_who_reloads_twice_in_a_row_is_not_refused(appliance: Machine) -> None:
    for _ in range(2):
        appliance.systemctl("reload", "roomscribe")
    wait_for(lambda: [appliance.shown(unit, "ActiveState") for unit in UNITS] == ["active"] * 3, "all three")


def test_a_bad_configuration_is_refused_with_its_reason(appliance: Machine) -> None:
    before = pids(appliance)
    config = appliance.root / "etc/roomscribe/config.toml"
    good = config.read_text("utf-8")
    config.write_text(good + "\n[wbe]\nport = 1\n", "utf-8")
    try:
        refused = appliance.run("systemctl", "reload", "roomscribe", check=False)
    finally:
        config.write_text(good, "utf-8")
    assert refused.returncode != 0
    assert any('did you mean "web"?' in line for line in appliance.journal("roomscribe-hub"))
    assert pids(appliance) == before
    assert [appliance.shown(unit, "ActiveState") for unit in UNITS] == ["active"] * 3


def test_it_starts_with_the_machine(appliance: Machine) -> None:
    assert appliance.systemctl("is-enabled", "roomscribe") == "enabled"


def test_the_journal_is_readable(appliance: Machine) -> None:
    """One line an event: no tracebacks, no dumps."""
    appliance.systemctl("restart", "roomscribe")
    for unit in UNITS:
        lines = appliance.journal(unit)
        assert lines
        assert [line for line in lines if line.startswith(("Traceback", "  File")) or len(line) > 300] == []
