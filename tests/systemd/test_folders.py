"""Backups on a stick, a watch folder and an export folder on other disks, below the hub's sandbox."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.appliance import wait_for
from tests.systemd.machine import Machine
from tests.systemd.room import SAMPLE, sources

STICK, SHARE, NOTES = "/mnt/my stick", "/srv/share", "/srv/notes"


@pytest.fixture
def mounted(appliance: Machine) -> Iterator[Machine]:
    """Three disks that were there before the hub started, named by the configuration."""
    config = appliance.root / "etc/roomscribe/config.toml"
    before = config.read_text("utf-8")
    for folder in (STICK, SHARE, NOTES):
        appliance.run("mkdir", "-p", folder)
        appliance.run("mount", "-t", "tmpfs", "-o", "size=8M", "disk", folder)
        appliance.run("chown", "roomscribe:", folder)
    named = {"backup": STICK, "inbox": SHARE, "export": NOTES}
    config.write_text("".join(f'[{key}]\nfolder = "{folder}"\n' for key, folder in named.items()), "utf-8")
    try:
        yield appliance
    finally:
        config.write_text(before, "utf-8")
        appliance.systemctl("reload", "roomscribe", check=False)
        for folder in (STICK, SHARE, NOTES):
            appliance.run("umount", "--lazy", folder, check=False)


def archives(machine: Machine, folder: str) -> list[str]:
    """The backups in a folder, as the machine sees it; none where it is not there."""
    found = machine.run("find", folder, "-name", "roomscribe-*.tar.gz", check=False)
    return found.stdout.splitlines() if found.returncode == 0 else []


def test_a_stick_that_was_changed_gets_the_next_backup_and_the_old_one_is_let_go(mounted: Machine) -> None:
    folder = f"{STICK}/roomscribe"
    config = mounted.root / "etc/roomscribe/config.toml"
    config.write_text(f'[backup]\nfolder = "{folder}"\n', "utf-8")
    mounted.run("install", "-d", "-o", "roomscribe", "-g", "roomscribe", folder)
    mounted.systemctl("reload", "roomscribe")
    assert backed_up(mounted)[0] == 0
    assert len(archives(mounted, folder)) == 1
    # A second stick in the first one's place: reload has nothing new to say.
    hub = mounted.shown("roomscribe-hub", "MainPID")
    mounted.run("umount", STICK)
    mounted.run("mount", "-t", "tmpfs", "-o", "size=8M", "other", STICK)
    mounted.run("install", "-d", "-o", "roomscribe", "-g", "roomscribe", folder)
    mounted.systemctl("reload", "roomscribe")
    wait_for(lambda: mounted.shown("roomscribe-hub", "MainPID") not in (hub, "0"), "a hub with that stick")
    assert backed_up(mounted)[0] == 0
    assert len(archives(mounted, folder)) == 1
    # No stick at all, and nobody says so: refused, and nothing fills the system's disk in its place.
    # The hub has just looked, and does not look again before the backup.
    read = journal_count(mounted)
    mounted.systemctl("reload", "roomscribe")
    wait_for(lambda: journal_count(mounted) > read, "a look of the hub")
    hub = mounted.shown("roomscribe-hub", "MainPID")
    mounted.run("umount", STICK)
    code, printed = backed_up(mounted)
    assert code == 1
    assert "another disk" in printed
    wait_for(lambda: mounted.shown("roomscribe-hub", "MainPID") not in (hub, "0"), "a hub without a stick")
    code, printed = backed_up(mounted)
    assert code == 1
    assert "plug its disk in" in printed
    assert not archives(mounted, folder)


def journal_count(machine: Machine) -> int:
    """How often the hub has read its configuration, and looked at the disks with that."""
    return sum("the configuration was read again" in line for line in machine.journal("roomscribe-hub"))


def backed_up(machine: Machine) -> tuple[int, str]:
    """Exit code and words of a nightly backup that the hub makes now, since its sandbox is what matters."""
    wait_for(lambda: machine.shown("roomscribe-hub", "ActiveState") == "active", "the hub")
    done = machine.run("roomscribe", "nightly", "run", "backup", check=False)
    return done.returncode, done.stdout


def checked(machine: Machine) -> dict[str, Any]:
    printed = machine.run("roomscribe", "check", "--only", "folders", "--json", check=False).stdout
    [finding] = json.loads(printed)["findings"]
    assert isinstance(finding, dict)
    return finding


def test_named_folders_can_be_written_after_a_reload_and_every_restart(mounted: Machine) -> None:
    mounted.systemctl("restart", "roomscribe-hub")
    finding = checked(mounted)
    assert finding["status"] == "fail"
    assert "read-only file system" in finding["message"]
    recorder = mounted.shown("roomscribe-recorder", "MainPID")
    mounted.systemctl("reload", "roomscribe")
    wait_for(lambda: mounted.shown("roomscribe-hub", "ActiveState") == "active", "the hub")
    assert checked(mounted)["status"] == "ok"
    assert mounted.shown("roomscribe-recorder", "MainPID") == recorder
    mounted.systemctl("restart", "roomscribe")
    assert checked(mounted)["status"] == "ok"
    # The hub itself takes a file away from the share, which is a write there.
    share = mounted.inside / SHARE.lstrip("/")
    end = b"\n\n99:00:00.000 --> 99:00:02.000\nAnn: This was on the share.\n"
    Path(share / ".shared.vtt.part").write_bytes(SAMPLE.read_bytes() + end)
    mounted.run("chown", "roomscribe:", f"{SHARE}/.shared.vtt.part")
    mounted.run("mv", f"{SHARE}/.shared.vtt.part", f"{SHARE}/shared.vtt")
    wait_for(lambda: "shared.vtt" in sources(mounted), "the note")
    assert not (share / "shared.vtt").exists()
    notes = mounted.inside / NOTES.lstrip("/")
    wait_for(lambda: any("From `shared.vtt`" in path.read_text() for path in notes.glob("*.md")), "its copy")
