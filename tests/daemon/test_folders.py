"""The drop-in that lets the hub write where the configuration says, and the check that tries it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from daemon.base.config import Config, load_config
from daemon.base.disk import changed_disks
from daemon.base.drop_ins import of_hub
from daemon.machine.check.host import Ran
from daemon.machine.check.probes import check
from tests.fakes.check_host import host


def config(path: Path, text: str) -> Config:
    path.write_text(text)
    return load_config(path)


def test_the_drop_in_names_what_the_configuration_names(tmp_path: Path) -> None:
    text = '[backup]\nfolder = "/mnt/50% \\"full\\""\n[inbox]\nfolder = "/srv/in ExecStart=/bin/sh"\n'
    text += '[export]\nfolder = "/srv/notes"\n'
    made = of_hub(config(tmp_path / "config.toml", text)).splitlines()
    assert made[1:] == [
        "[Service]",
        'ReadWritePaths=-"/mnt/50%% \\"full\\""',
        'ReadWritePaths=-"/srv/in ExecStart=/bin/sh"',
        'ReadWritePaths=-"/srv/notes"',
    ]
    assert of_hub(load_config(None, system=tmp_path / "none")).splitlines()[1:] == ["[Service]"]


MACHINE = """21 1 254:0 / / rw - ext4 /dev/mmcblk0p2 rw
22 21 0:21 / /proc rw - proc proc rw
30 21 8:17 / /mnt/my\\040stick rw - vfat /dev/sdb1 rw
"""


@pytest.mark.parametrize(
    ("own", "is_changed"),
    [
        pytest.param(MACHINE, False, id="the stick of the start"),
        pytest.param(
            MACHINE.replace("8:17 /", "8:1 /backups").replace("stick", "stick/backups"), True, id="another"
        ),
        pytest.param(MACHINE.rpartition("30 ")[0], True, id="none at the start"),
        # What is mounted later slides beneath what a sandbox has there already.
        pytest.param(MACHINE + "31 30 8:1 / /mnt/my\\040stick rw - vfat /dev/sda1 rw\n", True, id="on top"),
        pytest.param(MACHINE + "31 21 0:40 / /mnt rw - tmpfs tmpfs rw\n", True, id="hidden"),
        pytest.param(MACHINE + "31 21 0:40 / /mnt/my rw - tmpfs tmpfs rw\n", False, id="a neighbour"),
    ],
)
def test_another_disk_behind_a_folder_is_noticed(tmp_path: Path, own: str, is_changed: bool) -> None:
    folder = Path("/mnt/my stick/backups")
    machine, mine = tmp_path / "machine", tmp_path / "own"
    machine.write_text(MACHINE)
    mine.write_text(own)
    assert changed_disks([folder], machine, mine) == ({folder} if is_changed else frozenset())


def test_a_link_to_the_folder_is_followed_but_none_on_a_mounted_disk(tmp_path: Path) -> None:
    """A server that is away would keep whoever looks at its disk waiting."""
    share = tmp_path / "share"
    share.mkdir()
    (share / "backups").symlink_to("/mnt/my stick")
    (tmp_path / "link").symlink_to("share/backups")
    machine, mine = tmp_path / "machine", tmp_path / "own"
    mine.write_text(MACHINE.replace("8:17", "8:1") + f"31 21 0:40 / {share} rw - nfs nas:/share rw\n")
    machine.write_text(MACHINE + f"31 21 0:41 / {share} rw - nfs nas:/share rw\n")
    assert changed_disks([tmp_path / "link"], machine, mine) == {tmp_path / "link"}
    machine.write_text(MACHINE + f"31 21 0:40 / {share} rw - nfs nas:/share rw\n")
    assert not changed_disks([tmp_path / "link"], machine, mine)
    mine.write_text(MACHINE.replace("8:17", "8:1"))
    machine.write_text(MACHINE)
    assert changed_disks([tmp_path / "link"], machine, mine) == {tmp_path / "link"}


def test_an_automount_that_is_idle_is_no_other_disk(tmp_path: Path) -> None:
    folder = Path("/srv/share/backups")
    trigger = "40 21 0:45 / /srv/share rw - autofs systemd-1 rw,timeout=60\n"
    machine, mine = tmp_path / "machine", tmp_path / "own"
    mine.write_text(MACHINE + trigger + "41 40 0:46 / /srv/share rw - nfs nas:/share rw\n")
    machine.write_text(MACHINE + trigger)
    assert not changed_disks([folder], machine, mine)
    machine.write_text(MACHINE + trigger + "42 40 0:46 / /srv/share rw shared:1 - nfs nas:/share rw\n")
    assert not changed_disks([folder], machine, mine)
    machine.write_text(MACHINE + trigger + "42 40 8:1 / /srv/share rw shared:1 - ext4 /dev/sda1 rw\n")
    assert changed_disks([folder], machine, mine) == {folder}


def test_without_a_sandbox_there_is_nothing_to_notice(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for machine in (tmp_path / "absent", tmp_path / "empty"):
        assert changed_disks([Path("/mnt/usb")], machine) == frozenset()


def test_the_check_tries_a_write_as_whoever_runs_the_hub(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'[backup]\nfolder = "{tmp_path}"\n[inbox]\nfolder = "/no/share"\n')
    (tmp_path / "machine").mkdir()
    machine = replace(host(tmp_path / "machine", uid=os.getuid()), config_file=tmp_path / "config.toml")
    [finding] = check(machine, ["folders"]).findings
    assert (finding.status, finding.message) == ("fail", "/no/share ([inbox] folder): does not exist")
    assert {path.name for path in tmp_path.iterdir()} == {"config.toml", "machine"}


def test_the_check_tries_it_in_the_hubs_sandbox(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[backup]\nfolder = "/mnt/stick"\n')
    answers: dict[str, Ran | str] = {
        "systemctl show --property=LoadState roomscribe-hub.service": "LoadState=loaded\n",
        "systemctl cat": "[Service]\nProtectSystem=strict\n",
        "systemd-run": json.dumps({"/mnt/stick": "read-only file system"}),
    }
    machine = host(tmp_path / "machine", answers=answers, systemd=True, uid=0)
    machine = replace(machine, config_file=tmp_path / "config.toml")
    [finding] = check(machine, ["folders"]).findings
    assert finding.status == "fail"
    assert "reload roomscribe" in (finding.advice or "")
