"""The switch between versions, on links that are real and a systemd that is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from daemon.machine.check.host import Ran
from daemon.machine.upgrade.switch import Switch
from daemon.machine.upgrade.versions import Versions

OLD, NEW = "1.0", "1.1"


@dataclass
class Systemd:
    """Services whose version is that of the link when they were last started."""

    versions: Versions
    fails: dict[tuple[str, str], str] = field(default_factory=dict)
    """What `check` finds wrong, by version and probe."""
    broken: set[str] = field(default_factory=set)
    """Versions whose worker does not start."""
    unreadable: set[str] = field(default_factory=set)
    """Versions that can't read the notes."""
    runs: dict[str, str] = field(default_factory=dict)
    active: str = "active"
    killed_at: str = ""
    """A word of the command at which everything ends."""
    restored: list[str] = field(default_factory=list)

    def __call__(self, command: Sequence[str], *, timeout_s: float) -> Ran:
        line = " ".join(command)
        if self.killed_at and self.killed_at in line:
            self.killed_at = ""
            raise KeyboardInterrupt
        if "check" in command:
            version = next(word for word in command if word.startswith("/")).split("/")[-3]
            found = [
                {"probe": probe, "status": "fail", "message": text}
                for (each, probe), text in self.fails.items()
                if each == version
            ]
            return Ran(0, json.dumps({"findings": found}))
        if "daemon.upgrade.trial" in command:
            return Ran(int(line.split("/")[-3] in self.unreadable))
        if "restore" in command:
            self.restored.append(command[-1])
        if command[:2] == ["systemctl", "show"]:
            return Ran(0, self.active if "roomscribe.service" in command else "")
        if command[:2] == ["systemctl", "restart"]:
            version = self.versions.get("current") or ""
            if version in self.broken and "worker" in line:
                return Ran(1)
            self.runs[command[2].removesuffix(".service").removeprefix("roomscribe-")] = version
        return Ran(0)


@pytest.fixture
def systemd(tmp_path: Path) -> Systemd:
    versions = Versions(tmp_path / "opt")
    for version in (OLD, NEW):
        (versions.folder(version) / "bin").mkdir(parents=True)
        (versions.folder(version) / "bin/roomscribe").touch()
    for link in ("current", "previous"):
        versions.point(link, OLD)
    versions.point("trial", NEW)
    return Systemd(versions)


def settled(systemd: Systemd) -> str:
    """What came of it."""
    switch = Switch(systemd.versions, run=systemd, state_dir=systemd.versions.home.parent / "state")
    switch.settle()
    assert systemd.versions.get("trial") is None
    return switch.outcome.read_text().strip()


def all_run(systemd: Systemd, version: str) -> bool:
    units = ("hub", "recorder", "standby", "worker")
    return systemd.versions.get("current") == version and systemd.runs == dict.fromkeys(units, version)


def test_a_version_that_does_as_well_runs(systemd: Systemd) -> None:
    # What was wrong before is no fault of the new version.
    systemd.fails = {(OLD, "clock"): "wrong", (NEW, "clock"): "wrong"}
    assert settled(systemd) == f"{NEW} runs"
    assert all_run(systemd, NEW)
    assert systemd.versions.get("previous") == OLD


def test_a_version_with_a_new_fault_is_taken_back(systemd: Systemd) -> None:
    systemd.fails = {(NEW, "page"): "does not answer"}
    assert settled(systemd) == f"{NEW} was taken back: page: does not answer; {OLD} runs"
    assert all_run(systemd, OLD)


def test_a_version_that_does_not_start_is_taken_back(systemd: Systemd) -> None:
    systemd.broken = {NEW}
    assert f"{NEW} was taken back: roomscribe-worker does not start" in settled(systemd)
    assert all_run(systemd, OLD)


@pytest.mark.parametrize(
    ("moment", "runs"),
    [
        ("check", NEW),  # before anything has changed, so the trial begins again
        ("activate", OLD),
        ("restart roomscribe-worker", OLD),
        ("restart roomscribe-hub", OLD),
        ("restart roomscribe-recorder", OLD),
    ],
)
def test_an_interrupted_trial_ends_in_one_version(systemd: Systemd, moment: str, runs: str) -> None:
    systemd.killed_at = moment
    with pytest.raises(KeyboardInterrupt):
        settled(systemd)
    outcome = settled(systemd)
    assert all_run(systemd, runs)
    assert ("its trial was interrupted; try again" in outcome) is (runs == OLD)


@pytest.mark.parametrize("moment", ["activate", "restart roomscribe-worker", "restart roomscribe-recorder"])
def test_an_interrupted_way_back_is_gone_to_its_end(systemd: Systemd, moment: str) -> None:
    systemd.versions.point("current", NEW)
    systemd.versions.point("trial", OLD)
    systemd.killed_at = moment
    with pytest.raises(KeyboardInterrupt):
        settled(systemd)
    assert settled(systemd) == f"taken back by hand; {OLD} runs"
    assert all_run(systemd, OLD)


def test_services_that_somebody_stopped_stay_stopped(systemd: Systemd) -> None:
    systemd.active = "inactive"
    assert settled(systemd) == f"{NEW} runs"
    assert systemd.runs == {}


def test_notes_that_the_old_version_cannot_read_are_restored_from_before(systemd: Systemd) -> None:
    backup = systemd.versions.home.parent / "state/before-upgrade/roomscribe-1.tar.gz"
    backup.parent.mkdir(parents=True)
    backup.touch()
    systemd.broken, systemd.unreadable = {NEW}, {OLD}
    settled(systemd)
    assert systemd.restored == [str(backup)]
    assert not backup.exists()
