"""`make deb`: the package on a fresh Debian, as `apt` installs, upgrades, removes and purges it."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from daemon.base.config import load_config, packaged_config
from daemon.cli.main import COMMANDS
from tests.fakes.appliance import wait_for
from tests.systemd.machine import CHECKOUT
from tests.systemd.packaged import Box, Package, are_active, newer
from tests.systemd.room import drop_file, notes, sources

pytestmark = [
    pytest.mark.slow,
    # Building takes minutes, and 10 more on two cores where llama.cpp's wheel is in no cache.
    pytest.mark.timeout(3600),
]
LARGEST_MB = 480


def test_an_installed_package_is_the_appliance(box: Box) -> None:
    wait_for(lambda: are_active(box.machine), "the services' start")
    assert box.machine.systemctl("is-enabled", "roomscribe") == "enabled"
    checked = box.machine.run("roomscribe", "check", "--only", "page", "--only", "egress", check=False).stdout
    assert [line.split()[0] for line in checked.splitlines()] == ["ok", "ok"], checked
    config = load_config(box.machine.root / "etc/roomscribe/config.toml")
    assert config.recorder.allowed_hours == ("mon-thu 8-18", "sat 9:30-12")
    assert config.recorder.device == "jabra*510"
    assert box.machine.run("roomscribe", "--version").stdout == f"roomscribe {box.package.version}\n"


def test_its_files_are_compressed_in_a_way_that_debian_12_reads(package: Package) -> None:
    archive = package.path.read_bytes()
    members, at = [], len(b"!<arch>\n")
    while at < len(archive):
        name, length = archive[at : at + 16], int(archive[at + 48 : at + 58])
        members.append(name.decode().rstrip())
        at += 60 + length + length % 2
    assert members == ["debian-binary", "control.tar.zst", "data.tar.zst"]


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
    bill = json.loads(box.machine.run("cat", "/usr/share/doc/roomscribe/roomscribe.cdx.json").stdout)
    assert bill["bomFormat"] == "CycloneDX"
    listed = {(each["name"].replace("-", "_").lower(), each["version"]) for each in bill["components"]}
    held = [path.name.removesuffix(".dist-info").split("-") for path in box.program.rglob("*.dist-info")]
    ours = {"roomscribe"}
    assert listed >= {(name.lower(), number) for name, number in held if name not in ours}
    assert len(held) > len(
        tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["dependencies"]
    )


def test_the_manual_has_every_command_and_every_key(box: Box) -> None:
    pages = [
        box.machine.run("zcat", f"/usr/share/man/{page}").stdout
        for page in ("man1/roomscribe.1.gz", "man5/roomscribe.5.gz")
    ]
    for command in (name for names in COMMANDS.values() for name in names):
        assert f'.SS "roomscribe {command} ' in pages[0]
    assert '.SS "roomscribe dev replay ' in pages[0]
    for section, keys in tomllib.loads((CHECKOUT / "config.toml").read_text()).items():
        assert f".SS [{section}]" in pages[1]
        assert all(rf"\fB{key} = " in pages[1] for key in keys)


LINKS = """
import re
from pathlib import Path
documents = Path("/usr/share/doc/roomscribe")
for page in (documents / "CHANGELOG.md", *(documents / "docs").rglob("*.md")):
    for link in re.findall(r"\\]\\((?!https?:)([^)#]+)", page.read_text()):
        print("ok" if (page.parent / link).exists() else f"{page}: {link}")
"""


def test_its_documents_are_there_with_all_that_they_link_to(box: Box) -> None:
    links = box.machine.run("/opt/roomscribe/current/bin/python", "-c", LINKS).stdout.splitlines()
    assert len(links) > 10
    assert set(links) == {"ok"}
    for unit in ("roomscribe", "roomscribe-hub"):
        documentation = box.machine.shown(unit, "Documentation").removeprefix("file:")
        assert "# Running the appliance" in box.machine.run("cat", documentation).stdout


@pytest.mark.models
def test_its_libraries_hear_and_write(box: Box) -> None:
    """Stripped and without their duplicates, on random weights: the words are noise."""
    from tests.fakes.gguf_weights import write_gguf
    from tests.fakes.whisper_weights import write_whisper

    stick = box.machine.root / "srv/stick"
    write_whisper(stick / "faster-whisper-base")
    write_gguf(stick / "gemma-4-E2B-it-Q4_K_M.gguf")
    box.machine.run("roomscribe", "models", "import", "/srv/stick", "--update", timeout_s=240)
    drop_file(box.machine, "talk.opus", (CHECKOUT / "samples/2026-11-16-planning.opus").read_bytes())
    wait_for(lambda: "talk.opus" in sources(box.machine), "the note of talk.opus", timeout_s=240)
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
    assert f"roomscribe {before}.1 runs." in printed
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


@pytest.mark.models
def test_llama_cpp_takes_the_best_code_for_this_processor_and_can_run_the_plainest(
    box: Box, tmp_path: Path
) -> None:
    script = (
        "import llama_cpp; from pipelines.llm.loading import load_cpu_variant; load_cpu_variant(); "
        "print(llama_cpp.llama_print_system_info().decode())"
    )
    said = box.machine.run("/opt/roomscribe/current/bin/python", "-c", script).stdout
    has = Path("/proc/cpuinfo").read_text().split()
    for name, word in (("AVX2", "avx2"), ("AVX512", "avx512f"), ("DOTPROD", "asimddp")):
        assert (f"{name} = 1" in said) == (word in has), said
    from tests.fakes.gguf_weights import write_gguf

    [libraries] = box.program.glob("lib/python3.*/site-packages/llama_cpp/lib")
    weights = write_gguf(tmp_path / "tiny.gguf", context=2048)
    command = [sys.executable, "-m", "bench.llm", "--weights", weights, "--tokens", "600"]
    measured = subprocess.run(
        [*command, "--variants", libraries], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert measured.returncode == 0, measured.stdout + measured.stderr
    assert re.search(r"^(sse42|armv8.0_1) batch 128 flash: 512: \d+", measured.stdout, re.MULTILINE)


def test_a_bad_answer_is_named_and_takes_no_good_one_along(box: Box) -> None:
    box.apt("purge", "roomscribe")
    box.answer(
        "roomscribe roomscribe/allowed-hours string mon-fri 25–26\n"
        'roomscribe roomscribe/device string USB/Audio & \\"Mic*\n'
    )
    printed = box.install(box.package.path)
    assert 'allowed_hours = ["mon-fri 25–26"] can\'t be used, so the default holds' in printed
    last = "\n".join(printed.splitlines()[-5:])
    assert "Other devices are asked for" in last, "the PIN does not scroll away behind other triggers"
    config = load_config(box.machine.root / "etc/roomscribe/config.toml")
    assert config.recorder.device == 'USB/Audio & \\"Mic*'
    assert config.recorder.allowed_hours == load_config(packaged_config()).recorder.allowed_hours


def test_purging_keeps_the_data_unless_somebody_asks(box: Box) -> None:
    # As `systemctl edit` leaves them, for each of our units.
    for unit in ("hub.socket", "hub.service", "upgrade.service"):
        box.machine.drop_in(f"roomscribe-{unit}", "override", "[Unit]\nDescription=Mine\n")
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
    assert sorted(box.paths() - box.before) == []
    assert box.machine.run("find", "/run", "-name", "*roomscribe*").stdout == ""
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
