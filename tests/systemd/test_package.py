"""`make deb`: the package on a fresh Debian, as `apt` installs, upgrades, removes and purges it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from daemon.config import load_config
from tests.systemd.conftest import SERVICES
from tests.systemd.debian import copy, debian_with
from tests.systemd.machine import CHECKOUT, CannotBootError, Machine, until, why_not
from tests.systemd.room import drop_file, notes, sources

pytestmark = [
    pytest.mark.slow,
    # Building takes minutes, and 10 more on two cores where llama.cpp's wheel is in no cache.
    pytest.mark.timeout(3600),
]
LARGEST_MB = 480
ANSWERS = """roomscribe roomscribe/allowed-hours string mon-thu 8-18, sat 9:30-12
roomscribe roomscribe/device string jabra*510
"""


@dataclass(frozen=True)
class Package:
    path: Path
    depends: list[str]
    """Names of Debian packages, the first of each choice."""

    @property
    def version(self) -> str:
        return self.path.name.split("_")[1]


@dataclass(frozen=True)
class Box:
    """A Debian machine that has what the package depends on, and no network."""

    machine: Machine
    package: Package

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


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Package:
    lacks = [name for name in ("debootstrap", "apt-get") if shutil.which(name) is None]
    if reason := why_not() or (f"{lacks[0]} is missing" if lacks else None):
        pytest.skip(f"NO PACKAGE WAS TESTED: {reason}")
    folder = tmp_path_factory.mktemp("dist")
    # Compressing well is half of the work, and changes nothing in the package.
    environment = os.environ | {"DPKG_DEB_COMPRESSOR_LEVEL": "0"}
    command = [CHECKOUT / "packaging/deb.sh", folder]
    built = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert built.returncode == 0, built.stdout + built.stderr
    [path] = folder.glob("roomscribe_*.deb")
    depends = subprocess.run(
        ["dpkg-deb", "--field", path, "Depends"], capture_output=True, text=True, check=True
    ).stdout
    return Package(path, sorted({re.split(r"[ |(]", part.strip())[0] for part in depends.split(",")}))


@pytest.fixture(scope="module")
def debian(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    folder = tmp_path_factory.mktemp("package")
    copy(debian_with(package.depends), folder / "debian")
    machine = Machine(folder / "machine", existing=folder / "debian")
    try:
        machine.__enter__()
    except CannotBootError as error:
        pytest.skip(f"NO PACKAGE WAS TESTED: {error}")
    try:
        yield Box(machine, package)
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
    debian.machine.systemctl("start", "roomscribe")
    return debian


def are_active(machine: Machine) -> bool:
    return all(machine.shown(f"roomscribe-{name}", "ActiveState") == "active" for name in SERVICES)


def test_an_installed_package_is_the_appliance(box: Box) -> None:
    assert are_active(box.machine)
    assert box.machine.systemctl("is-enabled", "roomscribe") == "enabled"
    checked = box.machine.run("roomscribe", "check", "--only", "page", "--only", "egress", check=False).stdout
    assert [line.split()[0] for line in checked.splitlines()] == ["ok", "ok"], checked
    config = load_config(box.machine.root / "etc/roomscribe/config.toml")
    assert config.recorder.allowed_hours == ("mon-thu 8-18", "sat 9:30-12")
    assert config.recorder.device == "jabra*510"


def test_it_holds_what_run_time_needs_once_and_nothing_else(box: Box) -> None:
    [site] = box.program.glob("lib/python3.*/site-packages")
    there = {path.name for path in site.iterdir()}
    assert not there & {"pip", "setuptools", "pkg_resources", "hf_xet", "lib", "include", "bin"}
    libraries = [path for path in site.rglob("*.so*") if path.is_file() and not path.is_symlink()]
    assert len({hashlib.sha256(path.read_bytes()).digest() for path in libraries}) == len(libraries) > 50
    used = subprocess.run(["du", "-sm", box.program], capture_output=True, text=True, check=True).stdout
    assert int(used.split()[0]) <= LARGEST_MB
    assert box.machine.run("sh", "-c", "command -v g++ pip3", check=False).stdout == ""


def test_its_bill_of_materials_names_every_library_that_it_holds(box: Box) -> None:
    bill = json.loads((box.machine.root / "usr/share/doc/roomscribe/roomscribe.cdx.json").read_text())
    assert bill["bomFormat"] == "CycloneDX"
    listed = {(each["name"].replace("-", "_").lower(), each["version"]) for each in bill["components"]}
    held = [path.name.removesuffix(".dist-info").split("-") for path in box.program.rglob("*.dist-info")]
    ours = {"roomscribe"}
    assert listed >= {(name.lower(), number) for name, number in held if name not in ours}
    assert len(held) > len(
        tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["dependencies"]
    )


def test_the_manual_has_every_command_and_every_key(box: Box) -> None:
    manual = box.machine.root / "usr/share/man"
    pages = [
        subprocess.run(["zcat", manual / page], capture_output=True, text=True, check=True).stdout
        for page in ("man1/roomscribe.1.gz", "man5/roomscribe.5.gz")
    ]
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    for command in project["entry-points"]["roomscribe.commands"]:
        assert f'.SS "roomscribe {command} ' in pages[0]
    for section, keys in tomllib.loads((CHECKOUT / "config.toml").read_text()).items():
        assert f".SS [{section}]" in pages[1]
        assert all(rf"\fB{key} = " in pages[1] for key in keys)


@pytest.mark.models
def test_its_libraries_hear_and_write(box: Box) -> None:
    """Stripped and without their duplicates, on random weights: the words are noise."""
    from tests.fakes.gguf_weights import write_gguf
    from tests.fakes.whisper_weights import write_whisper

    stick = box.machine.root / "srv/stick"
    write_whisper(stick / "faster-whisper-base")
    write_gguf(stick / "gemma-4-E2B-it-Q4_K_M.gguf")
    box.machine.run("roomscribe", "models", "import", "/srv/stick", timeout_s=240)
    drop_file(box.machine, "talk.opus", (CHECKOUT / "samples/2026-11-16-planning.opus").read_bytes())
    until(lambda: "talk.opus" in sources(box.machine), "the note of talk.opus", timeout_s=240)
    [listed] = [note for note in notes(box.machine) if note["source"] == "talk.opus"]
    note = json.loads(box.machine.run("roomscribe", "notes", "show", listed["id"], "--json").stdout)
    assert note["engines"]["asr"]["name"] == "Systran/faster-whisper-base"
    assert note["engines"]["llm"]["output_tokens"] > 0


def test_a_newer_package_takes_the_place_of_the_running_one_and_an_older_one_its_place(
    box: Box, tmp_path: Path
) -> None:
    before = box.program.name
    config = box.machine.root / "etc/roomscribe/config.toml"
    config.write_text("[recorder]\nchime = true\n")
    # As `pip` might leave it: a folder that dpkg does not know, and so does not remove.
    (box.program / "lib/mine").mkdir()
    printed = box.install(newer(box.package, tmp_path))
    assert "upgraded and running again" in printed
    assert box.program.name == f"{before}.1"
    assert not (box.machine.root / "opt/roomscribe" / before).exists()
    assert are_active(box.machine)
    running = box.machine.shown("roomscribe-hub", "MainPID")
    assert f"/opt/roomscribe/{before}.1/" in box.machine.run("cat", f"/proc/{running}/maps").stdout
    assert config.read_text() == "[recorder]\nchime = true\n"
    # And the way back.
    box.apt("install", "--allow-downgrades", f"/srv/{box.package.path.name}")
    assert box.program.name == before
    assert are_active(box.machine)


def newer(package: Package, folder: Path) -> Path:
    """The same program as a version of its own."""
    root, version = folder / "newer", f"{package.version}.1"
    subprocess.run(["dpkg-deb", "--raw-extract", package.path, root], check=True)
    (root / "opt/roomscribe" / package.version).rename(root / "opt/roomscribe" / version)
    for path in (*(root / "DEBIAN").iterdir(), root / "opt/roomscribe" / version / "bin/roomscribe"):
        path.write_text(path.read_text().replace(package.version, version))
    built = folder / f"roomscribe_{version}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", root, built], check=True)
    shutil.rmtree(root)
    return built


def test_a_processor_that_lacks_something_is_refused_before_anything_changes(
    package: Package, tmp_path: Path
) -> None:
    subprocess.run(["dpkg-deb", "--control", package.path, tmp_path / "other"], check=True)
    preinst = tmp_path / "other/preinst"
    preinst.write_text(re.sub(r"for word in .*;", "for word in quantum;", preinst.read_text()))
    refused = subprocess.run(["sh", preinst, "install"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "a processor with quantum" in refused.stderr


def test_purging_keeps_the_data_unless_somebody_asks(box: Box) -> None:
    (box.machine.root / "var/lib/roomscribe/notes/mine").write_text("mine")
    printed = box.apt("purge", "roomscribe")
    assert "/var/lib/roomscribe" in printed
    assert (box.machine.root / "var/lib/roomscribe/notes/mine").read_text() == "mine"
    for folder in ("opt/roomscribe", "etc/roomscribe", "usr/lib/roomscribe"):
        assert not (box.machine.root / folder).exists()
    assert box.machine.systemctl("list-unit-files", "--no-legend", "roomscribe*", check=False) == ""
    # Back again, then for good.
    box.install(box.package.path)
    assert (box.machine.root / "var/lib/roomscribe/notes/mine").read_text() == "mine"
    box.answer("roomscribe roomscribe/purge-data boolean true\n")
    box.apt("purge", "roomscribe")
    found = box.machine.run("find", "/etc", "/run", "/usr", "/var/lib", "-name", "*roomscribe*", check=False)
    assert [line for line in found.stdout.splitlines() if "/proc" not in line] == []
    assert not (box.machine.root / "opt/roomscribe").exists()
    assert "roomscribe" not in box.machine.run("cat", "/etc/passwd", "/etc/group").stdout


def test_lintian_finds_no_error_that_is_not_named_with_its_reason(package: Package) -> None:
    if shutil.which("lintian") is None:
        pytest.skip("lintian is not installed; scripts/setup.sh test, as root, installs it")
    found = subprocess.run(
        ["lintian", "--fail-on", "error", "--allow-root", package.path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    overrides = (CHECKOUT / "packaging/debian/lintian-overrides").read_text().splitlines()
    for before, line in zip(["", *overrides], overrides, strict=False):
        assert line.startswith("#") or before.startswith("#"), f"{line} has no reason above it"
