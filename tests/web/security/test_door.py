"""Who gets in: this machine at once, other devices of the house with a PIN, strangers never."""

from __future__ import annotations

import ipaddress
import json
import threading

import pytest

from daemon.access import Pins, seal
from daemon.access.guesses import FREE_IN_ALL, FREE_PER_PEER
from daemon.access.sessions import _MOST
from tests.web.security.conftest import HOST, NOW, PHONE, PIN, Device, House


@pytest.mark.parametrize("peer", ["8.8.8.8", "::ffff:8.8.8.8", "172.32.0.1", "2001:db8::1", "", "nonsense"])
@pytest.mark.parametrize("path", ["/", "/pin", "/health", "/static/page.css", "/meetings/office-move"])
def test_a_stranger_gets_nothing_whatever_the_headers_say(house: House, peer: str, path: str) -> None:
    headers = {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "192.168.1.5", "Forwarded": "for=127.0.0.1"}
    answer = house.device(peer).open(path, headers=headers)
    assert answer.status_code == 403
    assert answer.data == b""


@pytest.mark.parametrize("path", ["/", "/pin", "/health", "/static/page.css", "/nowhere"])
@pytest.mark.parametrize("host", ["evil.example", "roomscribe.evil.example", "192.168.1.9", ""])
def test_another_name_is_told_where_to_go(house: House, host: str, path: str) -> None:
    answer = house.device(host=host).open(path)
    assert answer.status_code == 421
    assert "http://roomscribe.local or http://192.168.1.1" in answer.text
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize("path", ["/", "/meetings/office-move", "/meetings/office-move.json", "/nowhere"])
def test_another_device_is_asked_for_the_pin_and_learns_nothing(phone: Device, path: str) -> None:
    answer = phone.open(path)
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/pin")
    assert answer.data == b""


def test_a_program_without_the_pin_is_told_so_in_plain_words(phone: Device) -> None:
    answer = phone.open("/meetings/office-move.json", headers={"Accept": "*/*"})
    assert answer.status_code == 401
    assert answer.content_type == "text/plain; charset=utf-8"


def test_the_authority_can_be_fetched_without_a_pin_where_there_is_one(house: House, phone: Device) -> None:
    assert phone.open("/authority.crt").status_code == 404
    house.authority = house.state / "authority.crt"
    house.restart(phone)
    assert phone.open("/authority.crt").status_code == 404
    house.authority.write_bytes(b"a certificate")
    answer = phone.open("/authority.crt")
    assert (answer.status_code, answer.data) == (200, b"a certificate")
    assert answer.content_type == "application/x-x509-ca-cert"


@pytest.mark.parametrize("pin", ["12345678", "1234 5678", " 1234-5678 "])
def test_the_pin_opens_what_was_asked_for(phone: Device, pin: str) -> None:
    asked = phone.open("/meetings/office-move?x=1")
    assert asked.headers["Location"] == "/pin?next=%2Fmeetings%2Foffice-move%3Fx%3D1"
    answer = phone.enter(pin, next="/meetings/office-move?x=1")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/meetings/office-move?x=1")
    assert "Moving to the new office" in phone.open("/meetings/office-move").text


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(phone: Device) -> None:
    cookie = phone.enter(PIN["member"]).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie
    assert PIN["member"] not in cookie


@pytest.mark.parametrize("pin", ["", "0", "12345679", "1234567", "x" * 60_000, "１２３４５６７９"])
def test_a_wrong_pin_does_not(phone: Device, pin: str) -> None:
    answer = phone.enter(pin)
    assert answer.status_code == 403
    assert "That is not the PIN." in answer.text
    assert "Set-Cookie" not in answer.headers
    assert phone.open("/").status_code == 303


@pytest.mark.parametrize(
    "elsewhere",
    [
        "//evil.example/",
        "https://evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "evil",
        "",
        "/\t/evil.example",
        "/\n",
        "http:///x",
        "///evil.example",
    ],
)
def test_no_link_leads_from_here_to_another_site(phone: Device, elsewhere: str) -> None:
    assert phone.enter(PIN["member"], next=elsewhere).headers["Location"] == "/"


def test_a_path_of_ours_is_where_the_pin_leads(phone: Device) -> None:
    for wanted in ("/", "/actions?person=Ann&group=week", "/meetings/a%20b#s4", "/?q=//x"):
        assert phone.enter(PIN["member"], next=wanted).headers["Location"] == wanted


def test_guessing_gets_slow_and_even_the_right_pin_has_to_wait(house: House, phone: Device) -> None:
    for _ in range(FREE_PER_PEER):
        assert phone.enter("00000000").status_code == 403
    answer = phone.enter(PIN["member"])
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "4"
    assert "Wait 4 seconds" in answer.text
    assert house.device("192.168.1.6").enter(PIN["member"]).status_code == 303, "others need not"
    house.wait(seconds=4)
    assert phone.enter(PIN["member"]).status_code == 303


def test_a_siege_keeps_out_nobody_who_has_the_pin(house: House) -> None:
    for number in range(20):
        house.device(f"192.168.1.{100 + number % 5}").enter("00000000")
    assert house.device("192.168.1.100").enter(PIN["member"]).status_code == 429
    assert house.device("192.168.1.6").enter(PIN["member"]).status_code == 303
    assert house.device("fd00::6").enter(PIN["admin"]).status_code == 303


def test_a_crash_of_the_hub_gives_no_guesses_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.access.guesses.NEWCOMERS", 20)
    looked_at = 0
    for number in range(120):
        answer = house.device(f"192.168.{number // 100}.{number % 100}").enter("00000000")
        looked_at += answer.status_code != 429
        house.restart()
    assert looked_at <= 20 + FREE_IN_ALL
    house.wait(minutes=1)
    assert house.device("192.168.9.9").enter(PIN["member"]).status_code == 303, "a minute is all it costs"


def test_guesses_that_come_together_are_counted_one_by_one(house: House) -> None:
    door = house.door
    found: list[object] = []
    peer = ipaddress.ip_address(PHONE)
    guessers = [threading.Thread(target=lambda: found.append(door.guess("0", peer))) for _ in range(20)]
    for guesser in guessers:
        guesser.start()
    for guesser in guessers:
        guesser.join()
    assert found.count(None) == FREE_PER_PEER, "so many were looked at, the others have to wait"
    assert len(found) == 20


def test_a_new_configuration_holds_for_the_next_request(house: House, phone: Device) -> None:
    assert phone.open("/pin").status_code == 200
    house.web = house.web.model_copy(update={"networks": ("10.0.0.0/8",)})
    assert phone.open("/pin").status_code == 403
    house.web = house.web.model_copy(
        update={"networks": ("192.168.0.0/16",), "names": ("notes.example.org",)}
    )
    assert house.device(host="Notes.example.org:80").open("/pin").status_code == 200


def test_logging_out_ends_the_session_on_the_machine(phone: Device) -> None:
    phone.enter(PIN["member"])
    cookie = phone.client.get_cookie("roomscribe", domain=HOST)
    assert cookie is not None
    assert phone.submit("/leave", csrf=phone.token("/")).headers["Location"] == "/pin"
    phone.client.set_cookie("roomscribe", cookie.value, domain=HOST)
    assert phone.open("/").status_code == 303, "a copy of the cookie is worth nothing"


def test_a_session_outlives_a_restart_but_not_its_time(house: House, phone: Device) -> None:
    phone.enter(PIN["member"])
    house.restart(phone)
    assert phone.open("/").status_code == 200
    for _ in range(6):
        house.wait(days=13)
        assert phone.open("/").status_code == 200, "used now and then"
    house.wait(days=13)
    assert phone.open("/").status_code == 303, "but not for ever"


def test_an_unused_session_ends(house: House, phone: Device) -> None:
    phone.enter(PIN["member"])
    house.wait(days=14)
    assert phone.open("/").status_code == 303


def test_an_administrator_is_asked_again_after_an_hour(house: House, phone: Device) -> None:
    phone.enter(PIN["admin"])
    house.wait(minutes=59)
    assert phone.open("/").status_code == 200
    house.wait(minutes=61)
    assert phone.open("/").status_code == 303


def test_many_logins_from_one_device_end_no_session_of_another(
    house: House, phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_MOST, "reader", 3)
    tablet = house.device("192.168.1.6")
    for device, role in ((phone, "member"), (tablet, "reader")):
        device.enter(PIN[role])
    for _ in range(5):
        assert house.device("192.168.1.7").enter(PIN["reader"]).status_code == 303
        house.wait(seconds=1)
    assert [device.open("/").status_code for device in (phone, tablet)] == [200, 200]


def test_a_new_pin_ends_the_sessions_of_the_old_one_and_no_others(house: House, phone: Device) -> None:
    tablet = house.device("192.168.1.6")
    phone.enter(PIN["member"])
    tablet.enter(PIN["admin"])
    Pins(house.state).put({"member": seal("11112222", NOW)})
    assert phone.open("/").status_code == 303
    assert tablet.open("/").status_code == 200
    assert phone.enter(PIN["member"]).status_code == 403
    assert phone.enter("11112222").status_code == 303


def test_the_disk_holds_neither_pin_nor_cookie(house: House, phone: Device) -> None:
    phone.enter(PIN["member"])
    cookie = phone.client.get_cookie("roomscribe", domain=HOST)
    assert cookie is not None
    files = [path for path in house.state.rglob("*") if path.is_file()]
    assert {path.name for path in files} == {"pins.json", "sessions.json"}
    for path in files:
        assert path.stat().st_mode & 0o777 == 0o600
        assert cookie.value not in path.read_text()
        assert PIN["member"] not in path.read_text()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"member": {"salt": "x"}}', '{"other": null}'])
def test_damaged_pins_keep_others_out_and_this_machine_in(house: House, phone: Device, damage: str) -> None:
    (house.state / "access/pins.json").write_text(damage)
    assert phone.open("/").status_code == 503
    assert house.device("127.0.0.1", "localhost").open("/").status_code == 200


def test_damaged_sessions_cost_no_more_than_the_pin(house: House, phone: Device) -> None:
    phone.enter(PIN["member"])
    (house.state / "access/sessions.json").write_text(json.dumps({"sessions": [1]}))
    house.restart(phone)
    assert phone.open("/").status_code == 303
    assert phone.enter(PIN["member"]).status_code == 303


def test_without_a_pin_other_devices_are_told_what_is_missing(house: House, phone: Device) -> None:
    (house.state / "access/pins.json").unlink()
    answer = phone.open("/")
    assert answer.status_code == 503
    assert "roomscribe pin reset" in answer.text


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8080", "[::1]"])
def test_this_machine_needs_no_pin(house: House, peer: str, host: str) -> None:
    answer = house.device(peer, host).open("/")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers


def test_behind_a_proxy_everybody_needs_one(house: House) -> None:
    """A proxy connects from this machine, but says for whom, or passes the name that was asked for."""
    forwarded = house.device("127.0.0.1", "localhost")
    assert forwarded.open("/", headers={"X-Forwarded-For": PHONE}).status_code == 303
    assert house.device("127.0.0.1", HOST).open("/").status_code == 303


def test_a_proxy_may_take_the_tls_off(house: House) -> None:
    laptop = house.device("127.0.0.1", HOST)
    form = {"pin": PIN["member"], "csrf": laptop.token()}
    answer = laptop.open("/pin", "POST", data=form, headers={"Origin": f"https://{HOST}"})
    assert answer.status_code == 303


def test_connections_are_kept_for_addresses_from_which_somebody_was_in(house: House, phone: Device) -> None:
    peer = ipaddress.ip_address(PHONE)
    phone.open("/")
    assert phone.enter("00000000").status_code == 403
    assert not house.door.knows(peer), "anybody may ask"
    phone.enter(PIN["member"])
    phone.open("/")
    assert house.door.knows(peer)
    assert not house.door.knows(ipaddress.ip_address("192.168.1.6"))
    house.restart(phone)
    phone.open("/")
    assert house.door.knows(peer), "a session of before is enough"
