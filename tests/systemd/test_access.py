"""The page of the installed appliance as a phone on its network meets it, through a real cable's two ends."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.phone import MACHINE, MACHINE_6, MACHINE_ELSEWHERE, STRANGER, Phone
from tests.systemd.machine import Machine
from tests.systemd.test_install import fresh, install

__all__ = ["fresh"]

PINS = re.compile(r"^ *(member|admin) +(\d{4} \d{4})  ", re.MULTILINE)


@pytest.fixture
def phone(appliance: Machine) -> Iterator[Phone]:
    name = appliance.run("uname", "-n").stdout.strip()
    with Phone(appliance.network, f"{name}.local") as phone:
        yield phone


def new_pins(machine: Machine) -> dict[str, str]:
    return dict(PINS.findall(machine.run("roomscribe", "pin", "reset").stdout))


@pytest.mark.parametrize("to", [MACHINE, MACHINE_6])
def test_a_phone_gets_in_with_the_pin_and_stays_in(appliance: Machine, phone: Phone, to: str) -> None:
    pins = new_pins(appliance)
    asked = phone.open("/", to=to)
    assert (asked.status, asked.headers["Location"], asked.text) == (303, "/pin", "")
    assert phone.enter("00000000", to=to).status == 403
    assert phone.enter(pins["member"], to=to).status == 303
    assert "Meetings" in phone.open("/", to=to).text
    appliance.systemctl("restart", "roomscribe-hub")
    assert phone.open("/", to=to).status == 200
    new_pins(appliance)
    assert phone.open("/", to=to).status == 303, "a new PIN is asked of everybody"


def test_the_address_itself_and_no_foreign_name_is_answered(phone: Phone) -> None:
    assert phone.open("/pin", host="192.168.77.1").status == 200
    assert phone.open("/pin", to=MACHINE_6, host=f"[{MACHINE_6}]").status == 200
    refused = phone.open("/pin", host="evil.example")
    assert refused.status == 421
    assert f"Open http://{phone.host} or http://192.168.77.1" in refused.text


def test_a_stranger_gets_nothing(phone: Phone) -> None:
    """From the kernel's filter silence, or where that is missing an empty refusal from the hub."""
    try:
        answer = phone.open("/pin", to=MACHINE_ELSEWHERE, source=STRANGER)
    except TimeoutError:
        return
    assert (answer.status, answer.text) == (403, "")


def test_guessing_gets_slow(appliance: Machine, phone: Phone) -> None:
    pins = new_pins(appliance)
    wrong = "00000000"
    assert [phone.enter(wrong).status for _ in range(5)] == [403, 403, 403, 429, 429]
    assert phone.enter(pins["member"]).status == 429
    appliance.systemctl("restart", "roomscribe-hub")


def test_without_a_pin_only_the_machine_itself_is_answered(appliance: Machine, phone: Phone) -> None:
    new_pins(appliance)
    kept = appliance.inside / "var/lib/roomscribe/access/pins.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.unlink()
    appliance.systemctl("restart", "roomscribe-hub")
    assert "roomscribe pin reset" in phone.open("/").text
    assert any("roomscribe pin reset" in line for line in appliance.journal("roomscribe-hub"))
    assert "there is no PIN" in appliance.run("roomscribe", "check", "--only", "page", check=False).stdout
    new_pins(appliance)
    assert appliance.run("roomscribe", "check", "--only", "page", check=False).stdout.startswith("ok")
    assert phone.open("/").status == 303


def test_a_first_installation_shows_pins_and_an_upgrade_keeps_them(fresh: Machine) -> None:
    printed = install(fresh)
    assert set(dict(PINS.findall(printed))) == {"member", "admin"}
    kept = Path("var/lib/roomscribe/access/pins.json")
    before = (fresh.inside / kept).read_text()
    again = install(fresh)
    assert not PINS.search(again)
    assert (fresh.inside / kept).read_text() == before
    owner = fresh.run("stat", "--format=%U %a", f"/{kept}").stdout.split()
    assert owner == ["roomscribe", "600"]
    assert (fresh.inside / "etc/avahi/services/roomscribe.service").exists()


def test_tls_can_be_turned_on_and_off(appliance: Machine, phone: Phone) -> None:
    assert "systemctl enable" in appliance.run("roomscribe", "tls").stdout
    appliance.systemctl("enable", "roomscribe-tls.socket")
    try:
        appliance.systemctl("restart", "roomscribe")
        asked = phone.open("/meetings/x")
        assert (asked.status, asked.headers["Location"]) == (307, f"https://{phone.host}/meetings/x")
        trusted = ssl.create_default_context(cadata=phone.open("/authority.crt").text)
        secured = phone.open("/pin", port=443, tls=trusted)
        assert "Enter the PIN" in secured.text
        finding = appliance.run("roomscribe", "check", "--only", "page", check=False).stdout
        assert finding.startswith("ok"), "the machine itself is served as before"
    finally:
        appliance.systemctl("disable", "--now", "roomscribe-tls.socket")
        appliance.systemctl("restart", "roomscribe")
    assert phone.open("/meetings/x").status == 303
