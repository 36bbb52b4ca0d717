"""What the units promise on paper: how exposed each service is, and that nothing in them goes unexplained."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from daemon.hub.rooms.syncthing import NETWORKS

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
SERVICES = sorted(SYSTEMD.glob("*.service"))
LOCAL_NETWORKS = {"localhost", "link-local", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"}


def values(unit: str, key: str) -> list[str]:
    """All words that `unit` gives to `key`."""
    found = re.findall(rf"^{key}=(.*)$", (SYSTEMD / unit).read_text("utf-8"), re.MULTILINE)
    return " ".join(found).split()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize(
    ("unit", "tenths"),
    # The unit of other rooms has a network; it is never on by itself.
    [("recorder", 10), ("worker", 10), ("hub", 15), ("relay", 15), ("rooms", 25)],
)
def test_a_service_is_hardly_exposed(unit: str, tenths: int) -> None:
    command = ["systemd-analyze", "security", "--offline=yes", f"--threshold={tenths}"]
    rated = subprocess.run(
        [*command, SYSTEMD / f"roomscribe-{unit}.service"], capture_output=True, text=True, timeout=60
    )
    assert rated.returncode == 0, rated.stdout + rated.stderr


@pytest.mark.parametrize("unit", SERVICES, ids=lambda path: path.stem)
def test_a_line_of_the_log_says_which_service_it_is_of(unit: Path) -> None:
    assert values(unit.name, "SyslogIdentifier") == [unit.stem]


ON_ITS_OWN = [
    path.name for path in SERVICES if path.stem not in ("roomscribe", "roomscribe-relay", "roomscribe-rooms")
]


@pytest.mark.parametrize("unit", ON_ITS_OWN)
def test_a_service_has_no_network_of_its_own(unit: str) -> None:
    assert values(unit, "PrivateNetwork") == ["yes"]
    assert values(unit, "RestrictAddressFamilies") == ["AF_UNIX"]
    assert values(unit, "IPAddressDeny") == ["any"]


def test_the_relay_reaches_nobody_until_a_server_is_named() -> None:
    assert values("roomscribe-relay.service", "IPAddressDeny") == ["any"]
    assert values("roomscribe-relay.service", "IPAddressAllow") == []
    for unit in ("roomscribe-relay.service", "roomscribe-relay.socket"):
        assert values(unit, "ConditionPathExists") == [
            "/etc/systemd/system/roomscribe-relay.service.d/50-server.conf"
        ]


def test_the_rooms_unit_speaks_to_private_addresses_and_sees_only_what_it_carries() -> None:
    unit = "roomscribe-rooms.service"
    assert set(values(unit, "RestrictAddressFamilies")) == {"AF_UNIX", "AF_INET", "AF_NETLINK"}
    assert values(unit, "IPAddressDeny") == ["any"]
    assert tuple(values(unit, "IPAddressAllow")) == NETWORKS
    assert values(unit, "TemporaryFileSystem") == ["/var/lib/roomscribe:ro"]
    assert values(unit, "BindPaths") == ["/var/lib/roomscribe/rooms/unit"]
    assert values(unit, "BindReadOnlyPaths") == ["/var/lib/roomscribe/rooms"]
    assert values(unit, "User") == ["roomscribe-rooms"]


def test_nothing_starts_the_rooms_unit_but_an_admin() -> None:
    asked_for = re.compile(r"^(Wants|Requires|Upholds|BindsTo|Also)=.*roomscribe-rooms", re.MULTILINE)
    for path in (*SYSTEMD.glob("*.service"), *SYSTEMD.glob("*.socket")):
        assert not asked_for.search(path.read_text("utf-8")), path.name
    assert not re.search(r"enable.*roomscribe-rooms", (SYSTEMD / "activate").read_text("utf-8"))


def test_a_box_without_other_rooms_gets_no_syncthing() -> None:
    lines = (SYSTEMD.parent / "packaging/debian/control").read_text("utf-8").splitlines()
    fields = dict(line.split(": ", 1) for line in lines if ": " in line and not line.startswith(" "))
    assert {key for key, value in fields.items() if "syncthing" in value} == {"Suggests"}


@pytest.mark.parametrize("unit", [path.name for path in SERVICES])
def test_a_service_has_no_ring_to_open_sockets_by(unit: str) -> None:
    """io_uring opens sockets past RestrictAddressFamilies=, which sees system calls alone."""
    refused = {"~io_uring_setup", "io_uring_enter", "io_uring_register"}
    assert refused <= set(values(unit, "SystemCallFilter"))


@pytest.mark.parametrize("unit", ["roomscribe-hub.socket", "roomscribe-tls.socket", "roomscribe-hub.service"])
def test_the_page_is_for_local_networks(unit: str) -> None:
    assert set(values(unit, "IPAddressAllow")) == LOCAL_NETWORKS
    assert values(unit, "IPAddressDeny") == ["any"]


@pytest.mark.parametrize(
    "unit",
    [path.name for path in (*SERVICES, *SYSTEMD.glob("*.socket"))]
    + ["../packaging/roomscribe-upgrade.service"],
)
def test_every_group_of_directives_says_why(unit: str) -> None:
    """A directive stands below a comment, or in a row of directives that does."""
    plain = {"Description", "Documentation", "Type", "User", "Group", "WantedBy", "ExecStart"}
    explained, silent = False, []
    for line in (SYSTEMD / unit).read_text("utf-8").splitlines():
        if line.startswith("#"):
            explained = True
        elif not line or line.startswith("["):
            explained = False
        elif not explained and line.split("=")[0] not in plain:
            silent.append(line)
    assert silent == []


def test_a_hub_is_not_ended_by_a_systemd_that_gives_no_answer(tmp_path: Path) -> None:
    """Twice around the loop that hands sockets over."""
    asked = tmp_path / "asked"
    systemctl = f'echo "$*" >> {asked}; case "$*" in *"show --property=Exec"*) echo 100 ;; esac'
    rounds = f'[ "$1" != 15 ] || {{ echo >> {tmp_path}/rounds; [ $(wc -l < {tmp_path}/rounds) -lt 3 ]; }}'
    for name, does in {
        "systemctl": systemctl,
        "sleep": rounds,
        "systemd-notify": "",
        "grep": "false",
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    subprocess.run(
        ["sh", SYSTEMD / "umbrella", "watch"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        timeout=60,
        check=False,
        capture_output=True,
    )
    questions = asked.read_text().splitlines()
    assert sum("ActiveEnterTimestamp" in each and "hub" in each for each in questions) == 2
    assert not any("restart" in each for each in questions)
