"""Two rooms by docs/operations.md word by word: two booted machines at one bridge, with real Syncthings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from daemon.machine.check.services import SERVICES
from tests.fakes.appliance import wait_for
from tests.fakes.lan import Lan, why_not
from tests.manual import blocks, chapter
from tests.systemd.conftest import install
from tests.systemd.machine import CannotBootError, Machine
from tests.systemd.room import drop, notes, sources
from tests.systemd.test_operations import follow
from tests.systemd.test_server import checked, ports

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[dict[Machine, str]]:
    """With their addresses."""
    if reason := why_not():
        pytest.skip(f"NO TWO ROOMS WERE TESTED: {reason}")
    with ExitStack() as stack:
        found = {}
        lan = stack.enter_context(Lan())
        for name in ("house", "blue"):
            try:
                machine = stack.enter_context(Machine(tmp_path / name))
            except CannotBootError as error:
                pytest.skip(f"NO TWO ROOMS WERE TESTED: {error}")
            machine.run("hostname", name)
            found[machine] = lan.plug(name, machine.pid)
            install(machine).systemctl("start", "roomscribe")
        yield found


def listed(machine: Machine) -> str:
    return machine.run("roomscribe", "rooms").stdout


def test_two_rooms_show_meetings_as_the_page_says(two: dict[Machine, str]) -> None:
    house, blue = two
    turn_on, pair = blocks(chapter("Two rooms"))
    packages, *turn_on = turn_on.splitlines()
    assert packages == "sudo apt install syncthing"  # it is this host's
    codes = {}
    for machine in two:
        enable, check, show = turn_on
        follow(machine, enable)
        wait_for(lambda: "this room: " in listed(machine), "the unit")  # noqa: B023  # asked here and now
        assert "egress" in follow(machine, check, check=False)
        egress = checked(machine, "egress")
        if egress["status"] == "ok":
            assert set(egress["details"]) == {*SERVICES, "rooms"}
            listens = egress["details"]["rooms"]["listens"]
            assert f"tcp {two[machine]}:22000" in listens
        else:  # This kernel or container has no address filters: it says so, and of nothing else.
            assert re.findall(r"(\w+) \(", egress["message"]) == ["rooms"]
            listens = re.findall(r"listens at (\w+ \S+?)[,)]", egress["message"])
        assert "udp 0.0.0.0:21027" in listens
        # Besides, the socket that sends broadcasts.
        assert all(each.startswith("udp 0.0.0.0:") or two[machine] in each for each in listens)
        assert ports(machine, "--tcp") == {"*:80", f"{two[machine]}:22000"}
        [codes[machine]] = re.findall(r"^this room: (\S+)$", follow(machine, show), re.MULTILINE)

    wait_for(lambda: f"{codes[blue]}  {'':<20}  is near" in listed(house), "the other room")
    follow(house, pair.replace("CODE", codes[blue]))
    wait_for(lambda: re.search(f"{codes[house]} +house +asks to be paired", listed(blue)), "the question")
    follow(blue, pair.replace("CODE", codes[house]).replace("--show-here", "--show-there"))
    wait_for(lambda: "shown here; connected" in listed(house), "the connection")

    drop(blue, "monday.vtt")
    wait_for(lambda: sources(house) == ["monday.vtt"], "the note in the house")
    wait_for(lambda: re.search(f"{codes[blue]} +blue ", listed(house)), "the name that the note brings")
    [note] = notes(house)
    assert note["room"]["name"] == "blue"
