"""A Debian machine that the package is installed on, for the tests of packages and upgrades."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from daemon.machine.check.services import SERVICES
from tests.systemd.machine import Machine

ANSWERS = """roomscribe roomscribe/allowed-hours string mon-thu 8-18, sat 9:30-12
roomscribe roomscribe/device string jabra*510
"""


@dataclass(frozen=True)
class Package:
    path: Path
    depends: list[str]
    key: Path
    """The secret key of its bundles; the package holds the public one."""

    @property
    def version(self) -> str:
        return self.path.name.split("_")[1]


@dataclass(frozen=True)
class Box:
    """A Debian machine that has what the package depends on, and no network."""

    machine: Machine
    package: Package
    before: frozenset[str] = frozenset()
    """What was there when nothing of ours was installed."""

    def paths(self) -> frozenset[str]:
        """All files and folders, but those of the kernel, of apt and dpkg, of logs and of the tests."""
        besides = (
            "proc sys dev run srv tmp root var/log var/cache var/tmp var/lib/apt var/lib/dpkg var/lib/systemd"
        )
        prune = " -o ".join(f"-path /{path}" for path in besides.split())
        found = self.machine.run("find", "/", "(", *prune.split(), ")", "-prune", "-o", "-print")
        return frozenset(found.stdout.splitlines())

    def apt(self, *arguments: str) -> str:
        command = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--yes", "--quiet", *arguments)
        return self.machine.run(*command, timeout_s=900).stdout

    def answer(self, answers: str) -> None:
        (self.machine.root / "srv/answers").write_text(answers)
        self.machine.run("debconf-set-selections", "/srv/answers")

    def install(self, package: Path) -> str:
        shutil.copy(package, self.machine.root / "srv")
        return self.apt("install", f"/srv/{package.name}")

    @property
    def program(self) -> Path:
        """The version that runs."""
        return (
            self.machine.root / "opt/roomscribe" / (self.machine.root / "opt/roomscribe/current").readlink()
        )


def renumber(root: Path, base: str, version: str) -> None:
    """Make an unpacked package another version: for dpkg, where its program starts, and in what that says."""
    home = root / "opt/roomscribe" / version
    [metadata] = home.glob("lib/python3.*/site-packages/roomscribe-*.dist-info/METADATA")
    for path in (*(root / "DEBIAN").iterdir(), home / "bin/roomscribe", metadata):
        path.write_text(path.read_text().replace(base, version))


def newer(package: Package, folder: Path, number: int = 1) -> Path:
    """The same program as a version of its own."""
    root, version = folder / "newer", f"{package.version}.{number}"
    subprocess.run(["dpkg-deb", "--raw-extract", package.path, root], check=True)
    (root / "opt/roomscribe" / package.version).rename(root / "opt/roomscribe" / version)
    renumber(root, package.version, version)
    built = folder / f"roomscribe_{version}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", root, built], check=True)
    shutil.rmtree(root)
    return built


def architecture() -> str:
    """Of this machine, in Debian's words."""
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True).stdout.strip()


def depends_of(package: Path) -> list[str]:
    """Names of Debian packages, the first of each choice."""
    command = ["dpkg-deb", "--field", package, "Depends"]
    depends = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sorted({re.split(r"[ |(]", part.strip())[0] for part in depends.split(",")})


def are_active(machine: Machine) -> bool:
    return all(machine.shown(f"roomscribe-{name}", "ActiveState") == "active" for name in SERVICES)
