"""docs/operations.md, followed word by word on a clean Debian: what an administrator types, typed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import SOAK
from tests.fakes.appliance import wait_for
from tests.manual import blocks, chapter
from tests.systemd.debian import copy, fresh_debian
from tests.systemd.machine import CHECKOUT, Machine
from tests.systemd.packaged import Box, Package, are_active
from tests.systemd.room import STATE, drop, sources

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]


def follow(machine: Machine, block: str, *, check: bool = True) -> str:
    """Type a block of the page, or add it to the configuration; what was printed."""
    if block.startswith("["):
        # Each key stands below its section already, as a comment.
        section, setting = block.splitlines()
        config = machine.root / "etc/roomscribe/config.toml"
        above, below = config.read_text().split(f"\n{section}\n")
        key = setting.split(" = ")[0]
        below = re.sub(rf"^#{key} = .*$", setting, below, count=1, flags=re.MULTILINE)
        config.write_text(f"{above}\n{section}\n{below}")
        return ""
    # Debian's smallest has no sudo, and here everybody is root.
    return machine.run("sh", "-euc", f'sudo() {{ "$@"; }}\n{block}', check=check, timeout_s=600).stdout


@pytest.fixture
def stick(box: Box) -> Iterator[None]:
    """A disk at /mnt/usb, for as long as the configuration names it."""
    config = box.machine.root / "etc/roomscribe/config.toml"
    before = config.read_text()
    box.machine.run("mkdir", "-p", "/mnt/usb")
    box.machine.run("mount", "-t", "tmpfs", "stick", "/mnt/usb")
    yield
    config.write_text(before)
    box.machine.systemctl("reload", "roomscribe")
    box.machine.run("umount", "--lazy", "/mnt/usb")
    box.machine.run("rmdir", "/mnt/usb")


@pytest.mark.usefixtures("stick")
def test_a_box_is_backed_up_and_restored_as_the_page_says(box: Box) -> None:
    machine = box.machine
    drop(machine, "first.vtt")
    wait_for(lambda: "first.vtt" in sources(machine), "a note")
    before, room, restore, *_ = re.split(
        r"^### .*$", chapter("Back up, restore, roll back"), flags=re.MULTILINE
    )
    to_the_stick, setting, rest = blocks(before)
    assert "/mnt/usb/roomscribe/roomscribe-" in follow(machine, to_the_stick)
    follow(machine, setting)
    assert "/mnt/usb/roomscribe can be written" in follow(machine, rest)
    [prune] = blocks(room)
    follow(machine, prune)
    drop(machine, "second.vtt")
    wait_for(lambda: "second.vtt" in sources(machine), "another note")
    [again] = blocks(restore)
    follow(machine, again)
    # What came after the backup is set aside.
    found = sources(machine)
    assert "first.vtt" in found
    assert "second.vtt" not in found
    assert list((machine.root / STATE).glob("set-aside-*"))
    assert are_active(machine)


def test_a_box_without_a_microphone_is_told_so_as_the_page_says(box: Box) -> None:
    """No sound card is here, so the page's first command, `arecord`, is left out."""
    [block] = blocks(chapter("Microphone"))
    _, check, status = block.splitlines()
    assert re.search(r"^(warn|fail) +microphone ", follow(box.machine, check, check=False), re.MULTILINE)
    assert "microphone" in follow(box.machine, status)


def test_a_report_for_a_bug_holds_no_word_of_a_meeting_and_what_helps(box: Box) -> None:
    machine = box.machine
    drop(machine, "xylophone.vtt")
    wait_for(lambda: "xylophone.vtt" in sources(machine), "a note")
    [command] = re.findall(r"`(sudo roomscribe support)`", chapter("Report a bug"))
    report = machine.root / "root/roomscribe-support.md"
    report.unlink(missing_ok=True)
    follow(machine, f"cd /root\n{command}")
    text = report.read_text()
    for planted in ("xylophone", "priya", "pre-orders"):
        assert planted not in text.lower()
    for helps in (r"^ *Roomscribe \d", r"^ *\d+ notes, ", r"^ *ok +page$"):
        assert re.search(helps, text, re.MULTILINE), text


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="another Debian takes minutes: make soak")
def test_a_fresh_debian_without_internet_becomes_the_appliance_as_the_page_says(
    package: Package, tmp_path: Path
) -> None:
    stick = tmp_path / "usb"
    environment = os.environ | {"PACKAGE": str(package.path)}
    made = subprocess.run(
        [CHECKOUT / "packaging/bundle.sh", package.key, stick],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    [bundle] = stick.glob("*.bundle")
    [block, *_] = [block for block in blocks(_dedented(chapter("No internet"))) if "./packages/" in block]
    block = block.replace("roomscribe_VERSION_ARCHITECTURE.bundle", bundle.name)
    take_out, verify, install = block.splitlines()
    # minisign is where the bundle was built, as the page says.
    shutil.copy(package.key.with_suffix(".pub"), stick / "roomscribe.pub")
    here = "\n".join((take_out, verify)).replace("/mnt/usb", str(stick))
    subprocess.run(["sh", "-euc", here], cwd=tmp_path, check=True, capture_output=True)
    root = tmp_path / "debian"
    copy(fresh_debian(), root)
    shutil.copytree(tmp_path / "packages", root / "root/packages")
    with Machine(tmp_path / "machine", existing=root) as machine:
        printed = follow(
            machine,
            f"cd /root\nexport DEBIAN_FRONTEND=noninteractive\n{install.replace('apt ', 'apt-get --yes ')}",
        )
        assert "The page, on this network:" in printed
        machine.systemctl("start", "roomscribe")
        assert are_active(machine)
        key = machine.root / "etc/roomscribe/bundle.pub"
        assert key.read_text() == package.key.with_suffix(".pub").read_text()
    shutil.rmtree(root)


def _dedented(text: str) -> str:
    return re.sub(r"^  ", "", text, flags=re.MULTILINE)
