"""The appliance on a disk that is full or has turned read-only: nothing is lost, and it goes on by itself."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator

import pytest

from tests.fakes.appliance import wait_for
from tests.systemd.conftest import SERVICES
from tests.systemd.machine import Machine
from tests.systemd.room import STATE, drop, sources

SIZE = "24M"


@pytest.fixture
def small_disk(appliance: Machine) -> Iterator[Machine]:
    """The state on a small disk of its own, empty at first."""
    appliance.systemctl("stop", "roomscribe")
    appliance.run("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "small", f"/{STATE}")
    appliance.run("systemd-tmpfiles", "--create", "/usr/local/lib/tmpfiles.d/roomscribe.conf")
    appliance.systemctl("start", "roomscribe")
    try:
        yield appliance
    finally:
        appliance.systemctl("stop", "roomscribe")
        appliance.run("umount", f"/{STATE}")


def fill(machine: Machine, left: int) -> None:
    """Write until only `left` bytes are free."""
    state = machine.inside / STATE
    room = os.statvfs(state)
    (state / "ballast").write_bytes(bytes(room.f_bavail * room.f_frsize - left))


@pytest.mark.soak
@pytest.mark.slow
def test_a_full_disk_delays_a_note_and_loses_none(small_disk: Machine, figure: Callable[[str], None]) -> None:
    """Under systemd: the disk of the state full while a meeting comes in, then room again."""
    drop(small_disk, "before.vtt")
    wait_for(lambda: "before.vtt" in sources(small_disk), "the first note")
    fill(small_disk, left=16384)
    drop(small_disk, "full.vtt")
    wait_for(lambda: "No space left" in log(small_disk), "a word of the full disk")
    # What was stored can be read, and the check tells.
    assert sources(small_disk) == ["before.vtt"]
    checked = small_disk.run("roomscribe", "check", "--json", "--only", "disk", check=False)
    assert json.loads(checked.stdout)["findings"][0]["status"] == "fail"
    (small_disk.inside / STATE / "ballast").unlink()
    wait_for(lambda: "full.vtt" in sources(small_disk), "the second note", timeout_s=180)
    assert sorted(sources(small_disk)) == ["before.vtt", "full.vtt"]
    figure("2 meetings, 2 notes; the second once there was room")


@pytest.mark.soak
@pytest.mark.slow
def test_services_wait_for_a_read_only_disk_and_say_so(
    small_disk: Machine, figure: Callable[[str], None]
) -> None:
    """Under systemd: started on a read-only disk, which is made writable later."""
    drop(small_disk, "before.vtt")
    wait_for(lambda: "before.vtt" in sources(small_disk), "the first note")
    drop(small_disk, "during.vtt")
    small_disk.systemctl("stop", "roomscribe")
    small_disk.run("mount", "-o", "remount,ro", f"/{STATE}")
    small_disk.systemctl("start", "roomscribe")
    wait_for(lambda: "make its disk writable again" in log(small_disk), "advice")
    assert "before.vtt" in sources(small_disk)
    small_disk.run("mount", "-o", "remount,rw", f"/{STATE}")
    wait_for(lambda: "during.vtt" in sources(small_disk), "the second note", timeout_s=120)
    assert sorted(sources(small_disk)) == ["before.vtt", "during.vtt"]
    figure("2 meetings, 2 notes; services came up by themselves once it was writable")


def log(machine: Machine) -> str:
    return "\n".join(line for name in SERVICES for line in machine.journal(f"roomscribe-{name}"))
