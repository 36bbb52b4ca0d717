"""`make install` and `make uninstall`: repeated, upgraded, taken back, and from nothing on a fresh Debian."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from daemon.base.config import load_config
from tests.conftest import SOAK
from tests.systemd.debian import copy, fresh_debian, inside
from tests.systemd.machine import CHECKOUT, CannotBootError, Machine, why_not

STATE, CONFIG = "var/lib/roomscribe", "etc/roomscribe/config.toml"


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Machine]:
    """A machine of its own, without Roomscribe's services."""
    if reason := why_not():
        pytest.skip(f"NO INSTALLATION WAS TESTED: {reason}")
    machine = Machine(tmp_path)
    try:
        machine.__enter__()
    except CannotBootError as error:
        pytest.skip(f"NO INSTALLATION WAS TESTED: {error}")
    try:
        yield machine
    finally:
        machine.__exit__()


def install(machine: Machine) -> str:
    return machine.run("/src/scripts/install.sh", "services").stdout


def test_a_new_configuration_changes_nothing_until_somebody_edits_it(fresh: Machine) -> None:
    assert "systemctl start roomscribe" in install(fresh)
    installed = load_config(fresh.root / CONFIG)
    assert installed == load_config(CHECKOUT / "config.toml")
    assert [line for line in (fresh.root / CONFIG).read_text().splitlines() if " = " in line[:20]] != []


def test_an_upgrade_keeps_data_and_configuration(fresh: Machine) -> None:
    install(fresh)
    (fresh.root / CONFIG).write_text("[recorder]\nchime = true\n")
    (fresh.root / STATE / "notes/mine").write_text("mine")
    install(fresh)
    assert (fresh.root / CONFIG).read_text() == "[recorder]\nchime = true\n"
    assert (fresh.root / STATE / "notes/mine").read_text() == "mine"


def test_removal_keeps_the_data_unless_purged(fresh: Machine) -> None:
    install(fresh)
    (fresh.root / STATE / "notes/mine").write_text("mine")
    assert "/var/lib/roomscribe" in fresh.run("/src/scripts/uninstall.sh").stdout
    assert (fresh.root / STATE / "notes/mine").read_text() == "mine"
    assert fresh.systemctl("list-unit-files", "--no-legend", "roomscribe*", check=False) == ""
    # Taken back again, then for good.
    fresh.put_program()
    install(fresh)
    fresh.run("env", "PURGE=1", "/src/scripts/uninstall.sh")
    found = fresh.run("find", "/etc", "/var/lib", "/usr/local", "/run", "-name", "*roomscribe*", check=False)
    assert [line for line in found.stdout.splitlines() if "/proc" not in line] == []
    assert "roomscribe" not in fresh.run("cat", "/etc/passwd", "/etc/group").stdout


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="a fresh Debian takes minutes and the network: make soak")
@pytest.mark.timeout(3600)
def test_a_fresh_debian_becomes_the_appliance(tmp_path: Path, figure: Callable[[str], None]) -> None:
    """`make install` on a fresh Debian 12, then a boot: all services active, the page answers."""
    if reason := why_not() or (None if shutil.which("debootstrap") else "debootstrap is not installed"):
        pytest.skip(f"NO FRESH DEBIAN WAS TESTED: {reason}")
    root = tmp_path / "debian"
    copy(fresh_debian(), root)
    ours = shutil.ignore_patterns(".*", "__pycache__")
    shutil.copytree(CHECKOUT, root / "srv/roomscribe", ignore=ours)
    subprocess.run([*inside(root), "sh", "-c", "cd /srv/roomscribe && scripts/install.sh"], check=True)
    with Machine(tmp_path / "machine", existing=root) as machine:
        machine.systemctl("start", "roomscribe")
        for unit in ("hub", "recorder", "worker"):
            assert machine.shown(f"roomscribe-{unit}", "ActiveState") == "active"
        machine.run("roomscribe", "pin", "reset")
        checked = machine.run("roomscribe", "check", "--only", "page", "--only", "egress", check=False)
        assert [line.split()[0] for line in checked.stdout.splitlines()] == ["ok", "ok"], checked.stdout
    figure("all active; the page answers; nothing gets out")
