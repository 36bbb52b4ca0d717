"""`roomscribe upgrade BUNDLE` and `rollback` on a Debian box without network: forward, and back in two ways.

Versions to upgrade to are the package's own program under other numbers, some of them broken on purpose. They
share its libraries by links, so that a hundred switches take minutes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event

import pytest

from daemon.machine.check.services import SERVICES
from tests.fakes.appliance import wait_for
from tests.manual import section
from tests.systemd.debian import copy, debian_with
from tests.systemd.machine import CHECKOUT, Machine
from tests.systemd.packaged import Box, Package, architecture, are_active, depends_of, newer, renumber
from tests.systemd.room import STATE, drop, sources

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]
OURS = ("daemon", "guardrails", "pipelines", "web")
OLDER = os.environ.get("ROOMSCRIBE_TEST_OLDER", "")
"""A package of an older commit, to upgrade from."""


class Bundles:
    """Makes bundles of versions that differ in a few lines."""

    def __init__(self, box: Box, folder: Path) -> None:
        self._box = box
        self._folder = folder
        self._made = 0

    def make(
        self,
        *changes: tuple[str, str, str],
        key: Path | None = None,
        weights: Path | None = None,
        whole: bool = False,
    ) -> str:
        """A bundle in /srv of the box, newer than all before; each change is a file, a pattern and its
        replacement. Returns the version.

        `whole`: with libraries of its own, which need not stay where they are."""
        self._made += 1
        package = self._box.package
        base, version = package.version, f"{package.version}.{self._made}"
        root = self._folder / version
        root.mkdir()
        subprocess.run(["dpkg-deb", "--control", package.path, root / "DEBIAN"], check=True)
        (root / "DEBIAN/conffiles").unlink()  # of a file that is not copied
        home = root / "opt/roomscribe" / version
        there = self._box.machine.root / "opt/roomscribe" / base
        if whole:
            shutil.copytree(there, home, symlinks=True)
        else:
            _copy_thinly(there, home, f"/opt/roomscribe/{base}")
        renumber(root, base, version)
        for name, pattern, replacement in changes:
            [path] = home.glob(name)
            before = path.read_text()
            path.write_text(re.sub(pattern, replacement, before, count=1, flags=re.MULTILINE))
            assert path.read_text() != before, f"{pattern} is not in {name}"
            for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
                compiled.unlink()  # Python would believe it without a look at the source
        deb = self._folder / f"roomscribe_{version}_{architecture()}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", root, deb], check=True)
        shutil.rmtree(root)
        command = [CHECKOUT / "packaging/bundle.sh", key or package.key, self._box.machine.root / "srv"]
        made = subprocess.run(
            command,
            env=os.environ | {"PACKAGE": str(deb), "DEBIAN": str(root.parent), "WEIGHTS": str(weights or "")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stdout + made.stderr
        deb.unlink()
        return version


def _copy_thinly(source: Path, target: Path, as_installed: str) -> None:
    """Our own code copied, and links to the libraries where they are installed."""
    shutil.copytree(source / "bin", target / "bin", symlinks=True)
    shutil.copytree(source / "system", target / "system")
    shutil.copy(source / "pyvenv.cfg", target)
    [site] = source.glob("lib/python3.*/site-packages")
    inside = target / site.relative_to(source)
    inside.mkdir(parents=True)
    for path in site.iterdir():
        if path.name in OURS or path.name.startswith("roomscribe-"):
            shutil.copytree(path, inside / path.name)
        else:
            (inside / path.name).symlink_to(f"{as_installed}/{path.relative_to(source)}")


@pytest.fixture(scope="module")
def bundles(debian: Box, tmp_path_factory: pytest.TempPathFactory) -> Bundles:
    return Bundles(debian, tmp_path_factory.mktemp("bundles"))


@pytest.fixture
def running(box: Box) -> Iterator[Box]:
    """The package's own version runs, whatever the test before left."""
    yield box
    back_to(box, box.package.version)


def back_to(box: Box, version: str) -> None:
    if box.program.name != version:
        box.machine.run("ln", "-sfn", version, "/opt/roomscribe/current")
        box.machine.systemctl("daemon-reload")
        box.machine.systemctl("restart", "roomscribe")


def upgrade(box: Box, version: str) -> str:
    """What it says, failed or not."""
    bundle = f"/srv/roomscribe_{version}_{architecture()}.bundle"
    return box.machine.run("roomscribe", "upgrade", bundle, check=False, timeout_s=600).stdout


def runs_wholly(box: Box, version: str) -> bool:
    """Whether every service is active, in the code of this version."""
    return are_active(box.machine) and all(_version_of(box, service) == version for service in SERVICES)


def _version_of(box: Box, service: str) -> str | None:
    pid = box.machine.shown(f"roomscribe-{service}", "MainPID")
    line = box.machine.run("cat", f"/proc/{pid}/cmdline", check=False).stdout
    found = re.match(r"/opt/roomscribe/([^/]+)/bin/python", line)
    return found[1] if found else None


def test_a_bundle_takes_the_box_to_the_next_version_and_rollback_takes_it_back(
    running: Box, bundles: Bundles
) -> None:
    drop(running.machine, "before.vtt")
    wait_for(lambda: "before.vtt" in sources(running.machine), "a note")
    old, new = running.program.name, bundles.make()
    said = upgrade(running, new)
    assert f"{new} runs; the way back: sudo roomscribe rollback" in said, said
    assert runs_wholly(running, new)
    assert running.machine.run("roomscribe", "--version").stdout == f"roomscribe {new}\n"
    running.machine.run("roomscribe", "support", "/srv/report.md")
    assert f"Roomscribe {new}, Python" in (running.machine.root / "srv/report.md").read_text()
    assert running.machine.systemctl("is-enabled", "roomscribe") == "enabled"
    held = running.machine.run("find", "/etc/systemd", "-lname", "/opt/roomscribe/[0-9]*").stdout
    assert held == "", "what boots is not this version alone"
    assert "before.vtt" in sources(running.machine)
    assert "runs already" in upgrade(running, new)
    assert f"{old} runs" in running.machine.run("roomscribe", "rollback", timeout_s=300).stdout
    assert runs_wholly(running, old)
    assert "before.vtt" in sources(running.machine)
    refused = running.machine.run("roomscribe", "rollback", check=False, timeout_s=300).stdout
    assert "there is no version here to return to" in refused
    # Forward again, from what lies there.
    assert f"{new} runs" in upgrade(running, new)


def test_the_newer_version_runs_however_it_came(running: Box, bundles: Bundles, tmp_path: Path) -> None:
    """A package after a bundle: a newer one takes over, `rollback` leads back, an older one does not."""
    machine, first = running.machine, running.package.version
    by_bundle = bundles.make(whole=True)
    assert f"{by_bundle} runs" in upgrade(running, by_bundle)
    package = newer(running.package, tmp_path, 900)
    by_apt = package.name.removeprefix("roomscribe_").removesuffix(".deb")
    shutil.copy(package, machine.root / "srv")
    install = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qy", "install", "--allow-downgrades")

    # Not while a switch is under way.
    machine.run("ln", "-s", by_bundle, "/opt/roomscribe/trial")
    refused = machine.run(*install, f"/srv/{package.name}", check=False, timeout_s=900)
    assert "an upgrade or rollback is under way" in refused.stdout
    assert runs_wholly(running, by_bundle)
    assert machine.run("readlink", "/opt/roomscribe/previous").stdout.strip() == first
    machine.run("rm", "/opt/roomscribe/trial")

    said = machine.run(*install, f"/srv/{package.name}", timeout_s=900).stdout
    assert f"roomscribe {by_apt} runs." in said, said
    assert runs_wholly(running, by_apt)
    assert f"{by_bundle} runs" in machine.run("roomscribe", "rollback", timeout_s=300).stdout
    assert runs_wholly(running, by_bundle)
    # Forward again, and then an older package below what runs.
    machine.run("dpkg", "--install", f"/srv/{package.name}", timeout_s=900)
    assert runs_wholly(running, by_apt)
    machine.run("roomscribe", "rollback", timeout_s=300)
    said = machine.run(*install, f"/srv/{running.package.path.name}", timeout_s=900).stdout
    assert f"{by_bundle} stays the current version, which is newer" in said, said
    assert f"roomscribe {by_bundle} runs." in said, said
    assert runs_wholly(running, by_bundle)
    assert machine.run("dpkg-query", "--show", "--showformat=${Version}", "roomscribe").stdout == first


@pytest.mark.models
def test_weights_in_a_bundle_are_installed_once_the_new_version_runs(
    running: Box, bundles: Bundles, tmp_path: Path
) -> None:
    from tests.fakes.gguf_weights import write_gguf
    from tests.fakes.whisper_weights import write_whisper

    write_whisper(tmp_path / "whisper-noise")
    write_gguf(tmp_path / "noise-Q4_K_M.gguf")
    # Under the names of the defaults, only the bytes that were published are taken.
    config = running.machine.root / "etc/roomscribe/config.toml"
    before = config.read_text()
    named = re.sub("^#llm = .*$", 'llm = "acme/noise-GGUF:noise-Q4_K_M.gguf"', before, flags=re.MULTILINE)
    config.write_text(
        re.sub('^#speech = "auto"$', 'speech = "acme/whisper-noise"', named, flags=re.MULTILINE)
    )
    # As somebody clears the disk while the services run.
    running.machine.run("rm", "-rf", "/var/lib/roomscribe/models")
    new = bundles.make(weights=tmp_path)
    try:
        said = upgrade(running, new)
        assert f"{new} runs" in said, said
        assert said.count("installed: ") == 2, said
        checked = running.machine.run("roomscribe", "check", "--only", "models", check=False).stdout
        assert re.match(r"ok +models ", checked), checked
        assert are_active(running.machine)
    finally:
        config.write_text(before)


def test_a_service_that_fails_only_as_a_service_is_taken_back(running: Box, bundles: Bundles) -> None:
    """What a trial beside the running version can't show. The way back is what it was before."""
    oldest, old = running.program.name, bundles.make()
    assert f"{old} runs" in upgrade(running, old)
    new = bundles.make(("system/roomscribe-worker.service", r"^ExecStart=.*$", "ExecStart=/bin/false"))
    said = upgrade(running, new)
    assert f"{new} was taken back: roomscribe-worker does not start" in said, said
    assert f"{old} runs" in said
    assert runs_wholly(running, old)
    assert "/bin/false" not in running.machine.shown("roomscribe-worker", "ExecStart")
    assert not (running.machine.root / "opt/roomscribe" / new).exists()
    assert f"{oldest} runs" in running.machine.run("roomscribe", "rollback", timeout_s=300).stdout
    assert runs_wholly(running, oldest)


def test_a_version_that_could_send_something_out_is_taken_back(running: Box, bundles: Bundles) -> None:
    """Its services run; `check` finds what is wrong."""
    old = running.program.name
    new = bundles.make(
        (
            "system/roomscribe-worker.service",
            r"(PrivateNetwork=yes|RestrictAddressFamilies=AF_UNIX|IPAddressDeny=any)",
            "",
        ),
        ("system/roomscribe-worker.service", r"^RestrictAddressFamilies=AF_UNIX$", ""),
        ("system/roomscribe-worker.service", r"^IPAddressDeny=any$", ""),
    )
    said = upgrade(running, new)
    assert f"{new} was taken back: egress: THE KERNEL LETS SERVICES SEND: worker" in said, said
    assert runs_wholly(running, old)


@pytest.mark.parametrize(
    ("name", "pattern", "replacement", "says"),
    [
        ("daemon/base/config.py", r"\Z", "\nraise ImportError('lost a file')\n", "lost a file"),
        ("daemon/cli/trial.py", r'"z3",', '"z3", "not_there",', "not_there can't be loaded"),
        ("pipelines/llm/loading.py", r"Path\(.*_name\)\.parent", "'/srv'", "not built for this processor"),
    ],
)
def test_a_version_that_fails_its_trial_never_runs(
    running: Box, bundles: Bundles, name: str, pattern: str, replacement: str, says: str
) -> None:
    old = running.program.name
    before = running.machine.shown("roomscribe-hub", "MainPID")
    said = upgrade(running, bundles.make((f"lib/python3.*/site-packages/{name}", pattern, replacement)))
    assert says in said
    assert "nothing was changed" in said
    assert running.program.name == old
    assert running.machine.shown("roomscribe-hub", "MainPID") == before


def test_a_bundle_by_somebody_else_or_altered_on_the_way_changes_nothing(
    running: Box, bundles: Bundles, tmp_path: Path
) -> None:
    old = running.program.name
    pair = ["-p", tmp_path / "other.pub", "-s", tmp_path / "other.key"]
    subprocess.run(["minisign", "-G", "-W", *pair], check=True, capture_output=True)
    assert "it was signed by the key" in upgrade(running, bundles.make(key=tmp_path / "other.key"))
    altered = bundles.make()
    [path] = (running.machine.root / "srv").glob(f"roomscribe_{altered}_*.bundle")
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 1]))
    assert "is not what was signed" in upgrade(running, altered)
    assert not (running.machine.root / "opt/roomscribe" / altered).exists()
    assert running.program.name == old


def test_notes_that_only_the_newer_version_can_read_are_taken_back_with_it(
    running: Box, bundles: Bundles
) -> None:
    drop(running.machine, "kept.vtt")
    wait_for(lambda: "kept.vtt" in sources(running.machine), "a note")
    old = running.program.name
    site = "lib/python3.*/site-packages"
    new = bundles.make(
        (f"{site}/daemon/notes/store/journal.py", "^VERSION = 1$", "VERSION = 2"),
        (
            f"{site}/daemon/notes/store/notes.py",
            r"^( +)undo.pop_all\(\)$",
            r"\1undo.pop_all()\n\1store.compact()",
        ),
        ("system/roomscribe-recorder.service", r"^ExecStart=.*$", "ExecStart=/bin/false"),
    )
    said = upgrade(running, new)
    assert f"{new} was taken back: roomscribe-recorder does not start" in said, said
    assert runs_wholly(running, old)
    assert "kept.vtt" in sources(running.machine)
    assert list((running.machine.root / STATE).glob("set-aside-*"))
    assert not (running.machine.root / STATE / "before-upgrade").exists()


def test_rollback_is_refused_where_the_older_version_cannot_read_the_notes(
    running: Box, bundles: Bundles
) -> None:
    old = running.program.name
    site = "lib/python3.*/site-packages"
    new = bundles.make(
        (f"{site}/daemon/notes/store/journal.py", "^VERSION = 1$", "VERSION = 2"),
        (
            f"{site}/daemon/notes/store/notes.py",
            r"^( +)undo.pop_all\(\)$",
            r"\1undo.pop_all()\n\1store.compact()",
        ),
    )
    made = json.loads(running.machine.run("roomscribe", "backup", "--json").stdout)["path"]
    assert f"{new} runs" in upgrade(running, new)
    refused = running.machine.run("roomscribe", "rollback", check=False, timeout_s=300)
    assert refused.returncode == 1
    assert "was written by a newer Roomscribe" in refused.stdout
    assert "nothing was changed" in refused.stdout
    assert runs_wholly(running, new)
    # What that line says helps.
    [as_the_page_says] = section("Roll back a bundle")
    commands = as_the_page_says.replace(f"/{STATE}/backups/BACKUP.tar.gz", made).replace("sudo ", "")
    running.machine.run("sh", "-euc", commands, timeout_s=300)
    assert runs_wholly(running, old)
    assert "kept.vtt" in sources(running.machine)


@pytest.fixture
def microphone(running: Box) -> Iterator[None]:
    """The recorder's own code on a sound card that is simulated."""
    machine = running.machine
    shutil.copytree(CHECKOUT / "tests/fakes", machine.root / "srv/tests/fakes")
    # As the program's first line has it: by the version's own name.
    python = "$$(readlink -f /opt/roomscribe/current/bin)/python"
    start = f"/bin/sh -c 'exec {python} -m tests.fakes.recorder_child /var/lib/roomscribe'"
    unit = f"[Service]\nEnvironment=PYTHONPATH=/srv\nExecStart=\nExecStart={start}\n"
    machine.drop_in("roomscribe-recorder.service", "card", unit)
    machine.systemctl("daemon-reload")
    machine.systemctl("restart", "roomscribe-recorder")
    yield
    (machine.root / "etc/systemd/system/roomscribe-recorder.service.d/card.conf").unlink()
    shutil.rmtree(machine.root / "srv/tests")
    machine.systemctl("daemon-reload")
    machine.systemctl("restart", "roomscribe-recorder")


def start_recording(box: Box) -> str:
    """Let a recording begin; the process that makes it."""
    box.machine.run("roomscribe", "record", "start")
    return box.machine.shown("roomscribe-recorder", "MainPID")


def is_recorded_by(box: Box, recorder: str) -> bool:
    """Whether this process lives and records."""
    status = json.loads(box.machine.run("roomscribe", "record", "status", "--json").stdout)
    return (box.machine.shown("roomscribe-recorder", "MainPID"), status["state"]) == (recorder, "recording")


@pytest.mark.usefixtures("microphone")
def test_a_recording_that_goes_on_is_not_touched(running: Box, bundles: Bundles) -> None:
    machine, old, new = running.machine, running.program.name, bundles.make()
    recorder = start_recording(running)

    def upgrade_until_it_waits(number: int) -> None:
        begin(running, "upgrade", f"/srv/roomscribe_{new}_{architecture()}.bundle")
        waits = "a meeting is recorded; the recorder follows when it has ended"
        wait_for(
            lambda: machine.journal("roomscribe-upgrade").count(waits) == number,
            "the wait for the recorder",
            120,
        )
        assert [_version_of(running, name) for name in ("hub", "worker")] == [new, new]
        assert is_recorded_by(running, recorder)

    upgrade_until_it_waits(1)
    machine.systemctl("kill", "--signal=KILL", "roomscribe-upgrade")
    wait_for(lambda: has_ended(running), "the way back", 180)
    assert [_version_of(running, name) for name in SERVICES] == [old] * len(SERVICES)
    assert is_recorded_by(running, recorder)

    upgrade_until_it_waits(2)
    machine.run("roomscribe", "record", "stop")
    wait_for(lambda: has_ended(running), "the end of the upgrade", 180)
    assert machine.shown("roomscribe-recorder", "MainPID") != recorder
    assert runs_wholly(running, new)


def begin(box: Box, *command: str) -> None:
    """Let a command of roomscribe run on the box, to be interrupted."""
    unit = ("systemd-run", "--quiet", "--collect", "--unit=by-hand", "--setenv=LANG=C.UTF-8")
    box.machine.run(*unit, "roomscribe", *command)


def has_ended(box: Box) -> bool:
    """Whether neither a command nor the switch is under way, and nothing is left to do."""
    units = ("by-hand", "roomscribe-upgrade")
    if any(box.machine.shown(unit, "ActiveState") not in ("inactive", "failed") for unit in units):
        return False
    return not (box.machine.root / "opt/roomscribe/trial").is_symlink()


@pytest.mark.soak
@pytest.mark.usefixtures("microphone")
def test_whenever_an_upgrade_is_interrupted_the_old_or_the_new_version_runs(
    running: Box,
    bundles: Bundles,
    count: Callable[[int, int], int],
    chance: Random,
    figure: Callable[[str], None],
) -> None:
    """Under systemd: `roomscribe upgrade` and `rollback` interrupted at random moments, by kill -9 of the
    command, of the switch or of both, or of the whole machine, which then boots; every other kill beside a
    recording."""
    kills, machine = count(5, 100), running.machine
    old, new = running.program.name, bundles.make()
    commands = {old: ("upgrade", f"/srv/roomscribe_{new}_{architecture()}.bundle"), new: ("rollback",)}
    lasts_s = {}
    for version, command in commands.items():
        before_s = time.monotonic()
        machine.run("roomscribe", *command, timeout_s=600)
        lasts_s[version] = time.monotonic() - before_s
        assert running.program.name != version
    ended, under_way, recordings = {old: 0, new: 0}, 0, 0
    for number in range(kills):
        before, what = running.program.name, number % 5
        if before == old:
            shutil.rmtree(machine.root / "opt/roomscribe" / new, ignore_errors=True)
        recorder = start_recording(running) if number % 2 and what != 4 else None
        begin(running, *commands[before])
        Event().wait(chance.uniform(0, lasts_s[before]))
        under_way += not has_ended(running)
        if what in (0, 2, 3):
            machine.run("systemctl", "kill", "--signal=KILL", "by-hand", check=False)
        if what in (1, 2, 3):
            machine.run("systemctl", "kill", "--signal=KILL", "roomscribe-upgrade", check=False)
        if what == 4:
            machine.cut_power()
        if recorder:
            wait_for(lambda: _answer(running), f"hub and worker after interruption {number}", 300)
            assert is_recorded_by(running, recorder)
            machine.run("roomscribe", "record", "stop")
            recordings += 1
        # As the next boot does, in case the command was killed between asking for the switch and starting it.
        wait_for(lambda: _settled(running), f"the end of interruption {number}", 300)
        runs = running.program.name
        wait_for(lambda: runs_wholly(running, runs), f"all services in {runs}", 120)  # noqa: B023  # asked at once
        ended[runs] += 1
    figure(
        f"{kills} interruptions, {under_way} of them before the end: then {ended[old]} times the old version "
        f"ran, {ended[new]} times the new; {recordings} recordings went on, none was touched"
    )
    if running.program.name == old:
        assert f"{new} runs" in upgrade(running, new)
    assert runs_wholly(running, new)


def _answer(box: Box) -> bool:
    """Whether hub and worker run in one version, that which is to run."""
    return all(_version_of(box, name) == box.program.name for name in ("hub", "worker"))


def _settled(box: Box) -> bool:
    box.machine.systemctl("start", "--no-block", "roomscribe-upgrade")
    return has_ended(box)


@pytest.mark.soak
@pytest.mark.skipif(not OLDER, reason="ROOMSCRIBE_TEST_OLDER names no package of an older commit")
def test_an_older_package_becomes_this_one_by_a_whole_bundle(
    package: Package, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    """Under systemd: an older package installed on a fresh Debian without network, upgraded by a bundle with
    all that Debian gives; a bundle that is broken on purpose, `rollback` by hand, forward again, purge."""
    older = Package(Path(OLDER), depends_of(Path(OLDER)), package.key)
    copy(debian_with(package.depends), tmp_path / "debian")
    with Machine(tmp_path / "machine", existing=tmp_path / "debian") as machine:
        box = Box(machine, older)
        box.install(older.path)
        machine.systemctl("start", "roomscribe")
        drop(machine, "older.vtt")
        wait_for(lambda: "older.vtt" in sources(machine), "a note")
        shutil.copy(package.key.with_suffix(".pub"), machine.root / "etc/roomscribe/bundle.pub")
        command = [CHECKOUT / "packaging/bundle.sh", package.key, machine.root / "srv"]
        environment = os.environ | {"PACKAGE": str(package.path)}
        subprocess.run(command, env=environment, capture_output=True, check=True)

        said = upgrade(box, package.version)
        assert f"{package.version} runs" in said, said
        assert runs_wholly(box, package.version)
        drop(machine, "newer.vtt")
        wait_for(lambda: {"older.vtt", "newer.vtt"} <= set(sources(machine)), "notes of both")
        (tmp_path / "bundles").mkdir()
        bundles = Bundles(Box(machine, package), tmp_path / "bundles")
        broken = bundles.make(("system/roomscribe-worker.service", r"^ExecStart=.*$", "ExecStart=/bin/false"))
        assert f"{broken} was taken back" in upgrade(box, broken)
        assert runs_wholly(box, package.version)
        machine.run("roomscribe", "rollback", timeout_s=300)
        assert runs_wholly(box, older.version)
        assert f"{package.version} runs" in upgrade(box, package.version)
        assert {"older.vtt", "newer.vtt"} <= set(sources(machine))

        box.apt("purge", "roomscribe")
        assert not (machine.root / "opt/roomscribe").exists()
        assert machine.systemctl("list-unit-files", "--no-legend", "roomscribe*", check=False) == ""
        assert (machine.root / STATE / "notes").is_dir()
    figure(
        f"{older.version} to {package.version}: after four switches both notes were there, one made before "
        "and one after the first"
    )
