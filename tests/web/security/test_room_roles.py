"""Who may do what with the room, uploads and the machine."""

from __future__ import annotations

import pytest

from tests.web.security.conftest import PIN, Device, House
from web.bodies import FORM_BYTES, MAX_BODY_BYTES, bodies_of
from web.security import Door

PIECE = "/uploads/" + "0" * 32


def test_a_member_forgets_minutes_and_not_hours(phone: Device) -> None:
    phone.enter(PIN["member"])
    token = phone.token("/record")
    assert '<option value="15">' in phone.open("/record").text
    assert '<option value="60">' not in phone.open("/record").text
    assert phone.submit("/record/forget", csrf=token, minutes="60").status_code == 400


@pytest.mark.parametrize("path", ["/system/settings", "/system/rooms", "/queue/a/drop"])
def test_what_cannot_be_taken_back_is_the_administrators(phone: Device, path: str) -> None:
    phone.enter(PIN["member"])
    assert phone.open(path).status_code == 403


def test_the_log_is_the_administrators(phone: Device) -> None:
    phone.enter(PIN["member"])
    assert "The log is shown only with the administrator" in phone.open("/system").text
    phone.enter(PIN["admin"])
    assert "The log is shown only with the administrator" not in phone.open("/system").text


@pytest.mark.parametrize(
    ("method", "path", "cookie", "host", "peer", "largest"),
    [
        ("PUT", PIECE, "", "localhost", "127.0.0.1", 4 * 1024 * 1024),
        ("POST", "/uploads/form", "", "localhost", "127.0.0.1", FORM_BYTES),
        ("PUT", PIECE, "", "roomscribe.local", "192.168.1.5", MAX_BODY_BYTES),
        ("PUT", PIECE, "roomscribe=forged", "roomscribe.local", "192.168.1.5", MAX_BODY_BYTES),
        ("PUT", PIECE, "", "localhost", "8.8.8.8", MAX_BODY_BYTES),
        ("PUT", PIECE, "", "localhost", "nonsense", MAX_BODY_BYTES),
        ("POST", PIECE, "", "localhost", "127.0.0.1", MAX_BODY_BYTES),
        ("PUT", "/uploads/form", "", "localhost", "127.0.0.1", MAX_BODY_BYTES),
        ("POST", "/system/settings", "", "localhost", "127.0.0.1", MAX_BODY_BYTES),
    ],
)
def test_a_large_body_is_taken_from_who_is_in_and_where_it_belongs(
    method: str, path: str, cookie: str, host: str, peer: str, largest: int
) -> None:
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "REMOTE_ADDR": peer,
        "HTTP_HOST": host,
        "HTTP_COOKIE": cookie,
        "wsgi.url_scheme": "http",
    }
    assert bodies_of(Door())(environ) == largest


def test_nobody_begins_an_upload_without_a_pin(house: House, phone: Device) -> None:
    assert phone.open("/uploads", "POST", data={"name": "a.mp3"}).status_code == 303
    assert phone.open(PIECE, "PUT", data=b"x").status_code == 303
