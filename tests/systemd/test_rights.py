"""Commands of root, and of people without rights: what they read, and what they say of what they may not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.appliance import wait_for
from tests.systemd.machine import Machine
from tests.systemd.room import STATE, drop, drop_file, sources

HOME = "root/private"


@pytest.fixture
def home(appliance: Machine) -> Path:
    """A folder that is root's alone, as homes and the mounts of a desktop are their user's alone."""
    folder = appliance.inside / HOME
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def test_root_imports_models_from_a_folder_that_is_roots_alone(appliance: Machine, home: Path) -> None:
    pytest.importorskip("gguf")
    from tests.fakes.gguf_weights import write_gguf

    weights = home / "gemma-4-E2B-it-Q4_K_M.gguf"
    write_gguf(weights)
    weights.chmod(0o600)
    try:
        told = appliance.run(
            "roomscribe", "models", "import", f"/{HOME}", "--accept", "--update", check=False
        ).stdout
        assert "installed: unsloth/gemma" in told
        models = appliance.inside / STATE / "models"
        owner = models.stat().st_uid
        assert {path.stat().st_uid for path in models.rglob("*")} == {owner}
    finally:
        shutil.rmtree(appliance.inside / STATE / "models")
        appliance.run("systemd-tmpfiles", "--create", "/usr/local/lib/tmpfiles.d/roomscribe.conf")


def test_root_restores_a_backup_that_is_roots_alone(appliance: Machine, home: Path) -> None:
    drop(appliance, "backed-up.vtt")
    wait_for(lambda: "backed-up.vtt" in sources(appliance), "a note")
    appliance.run("roomscribe", "backup")
    backup = max((appliance.inside / STATE / "backups").iterdir())
    shutil.copy(backup, home / "backup.tar.gz")
    (home / "backup.tar.gz").chmod(0o600)
    appliance.systemctl("stop", "roomscribe")
    appliance.run("roomscribe", "restore", "--force", f"/{HOME}/backup.tar.gz")
    appliance.systemctl("start", "roomscribe")
    assert "backed-up.vtt" in sources(appliance)
    owner = (appliance.inside / STATE).stat().st_uid
    assert (appliance.inside / STATE / "notes/notes.journal").stat().st_uid == owner


def test_a_folder_of_models_that_is_roots_alone_stops_nothing(appliance: Machine) -> None:
    """As it is for an instant where systemd-tmpfiles makes it anew below the running services."""
    models = appliance.inside / STATE / "models"
    hub, owner = appliance.shown("roomscribe-hub", "MainPID"), models.stat()
    shutil.chown(models, 0, 0)
    models.chmod(0o700)
    try:
        drop(appliance, "without-models.vtt")
        wait_for(lambda: "without-models.vtt" in sources(appliance), "a note by rules")
        assert appliance.shown("roomscribe-hub", "MainPID") == hub
    finally:
        models.chmod(owner.st_mode)
        shutil.chown(models, owner.st_uid, owner.st_gid)


def checked(machine: Machine, *before: str) -> dict[str, dict[str, Any]]:
    printed = machine.run(*before, "roomscribe", "check", "--json", check=False).stdout
    report = json.loads(printed.splitlines()[-1])  # behind what is said on stderr
    return {finding["probe"]: finding for finding in report["findings"]}


def test_a_check_without_root_says_what_it_could_not_see(appliance: Machine) -> None:
    found = checked(appliance, "setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
    for probe in ("models", "disk", "permissions", "microphone", "folders", "egress"):
        finding = found[probe]
        if finding["status"] in ("ok", "warn", "fail"):
            assert probe in ("disk", "folders"), finding
        else:
            assert "sudo roomscribe check" in finding["message"], finding
    for finding in found.values():
        assert "chown" not in (finding["advice"] or ""), finding
        assert "pull" not in (finding["advice"] or ""), finding
        assert "Traceback" not in finding["message"]
        assert "the check itself failed" not in finding["message"], finding


def test_a_file_that_somebody_else_brought_is_no_failed_permission(appliance: Machine) -> None:
    drop_file(appliance, "unreadable.m4a", b"no sound")
    waiting = appliance.inside / STATE / "inbox" / "waiting.part"
    waiting.write_bytes(b"half")
    folder = appliance.inside / STATE / "meetings" / "2026-01-01-brought" / "source"
    folder.mkdir(parents=True)
    (folder / "talk.vtt").write_text("WEBVTT\n")
    user = (appliance.inside / STATE).stat()
    for path in (folder, folder.parent):
        shutil.chown(path, user.st_uid, user.st_gid)
    try:
        assert checked(appliance)["permissions"]["status"] == "ok"
    finally:
        shutil.rmtree(folder.parent)
        waiting.unlink()
