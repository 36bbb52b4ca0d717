"""The appliance, installed and running, on a machine that the tests of this folder share."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.appliance import wait_for
from tests.systemd.debian import copy, debian_with
from tests.systemd.machine import CHECKOUT, CannotBootError, Machine, why_not
from tests.systemd.packaged import ANSWERS, Box, Package, architecture, depends_of

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
    return install(booted)


def install(booted: Machine) -> Machine:
    """With `make install` done."""
    path = "".join(f"Environment={name}={value}\n" for name, value in booted.library_path.items())
    booted.drop_in("roomscribe-.service", "python", f"[Service]\n{path}")
    booted.run("/src/scripts/install.sh", "services")
    return booted


@pytest.fixture
def appliance(installed: Machine) -> Machine:
    """All three services active, whatever the test before did to them."""
    installed.systemctl("reset-failed", "roomscribe*")
    installed.systemctl("start", "roomscribe")
    for name in SERVICES:
        unit = f"roomscribe-{name}"
        wait_for(lambda: installed.shown(unit, "ActiveState") == "active", f"start of {unit}")  # noqa: B023  # it is asked here and now
    return installed


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """Built of this checkout, once for all tests; ROOMSCRIBE_TEST_PACKAGES names a folder to keep it in."""
    lacks = [name for name in ("debootstrap", "apt-get", "minisign") if shutil.which(name) is None]
    if reason := why_not() or (f"{lacks[0]} is missing" if lacks else None):
        pytest.skip(f"NO PACKAGE WAS TESTED: {reason}")
    folder = Path(os.environ.get("ROOMSCRIBE_TEST_PACKAGES") or tmp_path_factory.mktemp("dist"))
    key = folder / "bundles.key"
    ours = f"roomscribe_*_{architecture()}.deb"
    if not list(folder.glob(ours)):
        pair = ["-p", key.with_suffix(".pub"), "-s", key]
        subprocess.run(["minisign", "-G", "-f", "-W", *pair], check=True, capture_output=True)
        changed = {"PUBLIC_KEY": str(key.with_suffix(".pub"))}
        command = [CHECKOUT / "packaging/deb.sh", folder]
        built = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | changed)
        assert built.returncode == 0, built.stdout + built.stderr
    [path] = folder.glob(ours)
    return Package(path, depends_of(path), key)


@pytest.fixture(scope="session")
def debian(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    folder = tmp_path_factory.mktemp("package")
    # Its triggers print their lines after an installation.
    copy(debian_with([*package.depends, "man-db"]), folder / "debian")
    machine = Machine(folder / "machine", existing=folder / "debian")
    try:
        machine.__enter__()
    except CannotBootError as error:
        pytest.skip(f"NO PACKAGE WAS TESTED: {error}")
    try:
        box = Box(machine, package)
        yield replace(box, before=box.paths())
    finally:
        machine.__exit__()
        shutil.rmtree(folder)


@pytest.fixture
def box(debian: Box) -> Box:
    """With the package installed, its questions answered, and its services running."""
    if not (debian.machine.root / "usr/bin/roomscribe").is_symlink():
        debian.answer(ANSWERS)
        printed = debian.install(debian.package.path)
        assert "The page, on this network:" in printed
        assert re.search(r"^ *member +\d{4} \d{4} ", printed, re.MULTILINE), printed
        assert (
            printed.rindex("man-db (")
            < printed.rindex("is installed, and starts with")
            < printed.rindex("member")
        )
    debian.machine.systemctl("start", "roomscribe")
    return debian
