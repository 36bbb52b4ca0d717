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
            appliance.run("umount", "--lazy", folder)


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
