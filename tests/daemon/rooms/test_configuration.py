"""What Syncthing is told, and what it then does: nothing that leaves the building."""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from click.testing import CliRunner

from daemon.cli.main import roomscribe
from daemon.hub.rooms.layout import Layout, Pair, Pairs, code, key_of
from daemon.hub.rooms.status import Asking, Room, UnitStatus, is_news, write_status
from daemon.hub.rooms.syncthing import configuration, shared
from tests.fakes.building import device

OWN, BLUE, HOUSE, REFUSED = map(device, ("own", "blue", "house", "refused"))
PAIRS = Pairs(
    pairs=(
        Pair(device=BLUE, name="Blue", key=key_of(BLUE), takes=True, gives=False),
        Pair(device=HOUSE, name='The "house" & more', key=key_of(HOUSE), takes=False, gives=True),
    ),
    refused=(REFUSED,),
)
TOLD = {
    "globalAnnounceEnabled": "false",
    "globalAnnounceServer": "",
    "relaysEnabled": "false",
    "natEnabled": "false",
    "stunKeepaliveStartS": "0",
    "stunServer": "",
    "urAccepted": "-1",
    "urURL": "",
    "crashReportingEnabled": "false",
    "crashReportingURL": "",
    "autoUpgradeIntervalH": "0",
    "releasesURL": "",
    "startBrowser": "false",
    "localAnnounceEnabled": "true",
    "localAnnouncePort": "21027",
    "localAnnounceMCAddr": "",
    "reconnectionIntervalS": "10",
    "databaseTuning": "small",
    "setLowPriority": "false",
    "progressUpdateIntervalS": "-1",
    "maxFolderConcurrency": "1",
}
"""All of it, so that nothing that was off is left out unnoticed."""
PRIVATE = {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"}


def written(state: Path, addresses: tuple[str, ...] = ("192.168.1.20", "10.0.0.7")) -> str:
    api = state / "api.sock"
    return configuration(Layout(state), OWN, "This room", PAIRS, addresses, "secret", api)


def check(root: Element, api: Path) -> None:
    options = {each.tag: each.text or "" for each in root.find("options") or ()}
    assert {key: options.get(key) for key in TOLD} == TOLD
    listens = [each.text for each in root.iterfind("options/listenAddress")]
    assert listens == ["tcp4://10.0.0.7:22000", "tcp4://192.168.1.20:22000"]
    assert [each.text for each in root.iterfind("gui/address")] == [str(api)], "a socket, and no port"
    devices = root.findall("device")
    assert {each.get("id") for each in devices} == {OWN, BLUE, HOUSE}
    for each in devices:
        assert {network.text for network in each.iterfind("allowedNetwork")} == PRIVATE
        assert each.findtext("autoAcceptFolders") == "false"
        assert each.get("introducer") == "false"
    folders = {each.get("id"): each for each in root.findall("folder")}
    assert {each.get("type") for each in folders.values()} == {"sendonly", "receiveonly"}
    assert [each.get("id") for each in root.findall("remoteIgnoredDevice")] == [REFUSED]


def test_all_that_reaches_out_of_the_building_is_off(tmp_path: Path) -> None:
    root = fromstring(written(tmp_path))
    check(root, tmp_path / "api.sock")
    assert {each.tag for each in root.find("options") or ()} == {*TOLD, "listenAddress"}


def test_without_a_private_address_it_listens_to_itself_alone(tmp_path: Path) -> None:
    root = fromstring(written(tmp_path, ()))
    assert [each.text for each in root.iterfind("options/listenAddress")] == ["tcp4://127.0.0.1:22000"]


def test_a_folder_has_one_direction_and_only_those_it_concerns(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    found = {each.id: (each.path, each.is_ours, each.devices) for each in shared(layout, OWN, PAIRS)}
    assert found == {
        f"notes-{code(OWN)}": (layout.out, True, (HOUSE,)),
        f"notes-{code(BLUE)}": (layout.came(BLUE), False, (BLUE,)),
        f"orders-{code(OWN)}-{code(BLUE)}": (layout.to(BLUE), True, (BLUE,)),
        f"orders-{code(HOUSE)}-{code(OWN)}": (layout.asked(HOUSE), False, (HOUSE,)),
    }


@pytest.mark.skipif(shutil.which("syncthing") is None, reason="syncthing is not installed")
def test_syncthing_itself_reads_it_so(tmp_path: Path) -> None:
    """It drops options that it does not know, and fills in defaults for those that are missing."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.xml").write_text(written(tmp_path))
    environment = {"HOME": str(home), "PATH": "/usr/bin", "STNODEFAULTFOLDER": "1"}
    command = ["syncthing", "generate", f"--home={home}", "--skip-port-probing", "--gui-user=nobody"]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=60)
    root = fromstring((home / "config.xml").read_text())
    assert root.findtext("gui/user") == "nobody", "it has written the file"
    # Keys of its own were made: that is another device.
    for each in root.findall("device"):
        if each.get("id") not in (OWN, BLUE, HOUSE):
            root.remove(each)
    check(root, tmp_path / "api.sock")


def test_what_was_seen_is_written_when_it_changes_and_before_it_is_stale() -> None:
    at = datetime(2026, 11, 16, 9, tzinfo=UTC)
    before = UnitStatus(at=at, device=OWN)
    assert is_news(before, None)
    soon = before.model_copy(update={"at": at + timedelta(seconds=3)})
    assert not is_news(soon, before)
    assert is_news(soon.model_copy(update={"near": (HOUSE,)}), before)
    late = before.model_copy(update={"at": at + timedelta(seconds=30)})
    assert is_news(late, before)
    assert not before.is_stale(late.at)
    assert is_news(before.model_copy(update={"at": at - timedelta(days=1)}), before), "the clock was set back"


def test_the_command_pairs_by_the_code(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        return CliRunner().invoke(roomscribe, ["--state", str(tmp_path), "rooms", *arguments]).output

    assert "sudo systemctl enable --now roomscribe-rooms" in run()
    (tmp_path / "rooms/unit").mkdir(parents=True)
    from daemon.base.clock import SystemClock

    now = SystemClock().now()
    asks = (Asking(device=BLUE, name="Blue\x1b[31m"),)
    status = UnitStatus(at=now, device=OWN, asks=asks, near=(HOUSE,))
    write_status(tmp_path, status)
    listed = run()
    assert f"this room: {code(OWN)}" in listed
    assert f"{code(BLUE)}  Blue" in listed
    assert "\x1b" not in listed
    assert f"({code(BLUE)}); it has to say yes, too" in run("pair", code(BLUE).lower(), "--show-here")
    assert f"paired with Attic ({code(HOUSE)})" in run("pair", code(HOUSE), "--show-there", "--name", "Attic")
    write_status(
        tmp_path, UnitStatus(at=now, device=OWN, rooms=(Room(device=BLUE, connected=False, last=now),))
    )
    assert "shown here; off, last seen" in run()
    assert "waits for the yes there" in run()
    assert "parted from Attic" in run("remove", "Attic")
    assert "Attic" not in run()
