"""The appliance, installed and running, on a machine that the tests of this folder share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.systemd.machine import CannotBootError, Machine, until, why_not

SERVICES = ("recorder", "worker", "hub")


@pytest.fixture(scope="session")
def booted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    if reason := why_not():
        pytest.skip(f"NO REAL SYSTEMD WAS TESTED: {reason}")
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        machine.__enter__()
    except CannotBootError as error:
        pytest.skip(f"NO REAL SYSTEMD WAS TESTED: {error}")
    try:
        yield machine
    finally:
        machine.__exit__()


@pytest.fixture(scope="session")
def installed(booted: Machine) -> Machine:
    """With `make install` done; commands that do not exist yet are stood in for."""
    shutil.copy(Path(__file__).with_name("stub.py"), booted.root / "opt/stub.py")
    path = "".join(f"Environment={name}={value}\n" for name, value in booted.library_path.items())
    booted.drop_in("roomscribe-.service", "python", f"[Service]\n{path}")
    for name in SERVICES:
        if name not in booted.commands:
            start = f"ExecStart=\nExecStart=/opt/roomscribe/bin/python /opt/stub.py {name}"
            booted.drop_in(f"roomscribe-{name}.service", "stub", f"[Service]\n{start}\n")
    booted.run("/src/scripts/install.sh", "services")
    return booted


@pytest.fixture
def appliance(installed: Machine) -> Machine:
    """All three services active, whatever the test before did to them."""
    installed.systemctl("reset-failed", "roomscribe*")
    installed.systemctl("start", "roomscribe")
    for name in SERVICES:
        unit = f"roomscribe-{name}"
        until(lambda: installed.shown(unit, "ActiveState") == "active", f"start of {unit}")  # noqa: B023  # it is asked here and now
    return installed
