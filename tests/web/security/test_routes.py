"""What holds for every address of the page, those of tomorrow included: the table of routes is walked."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.routing import BaseConverter
from werkzeug.routing.converters import NumberConverter

from tests.web.security.conftest import HOST, PIN, Device, House
from web.security import public, require
from web.security.roles import READING

OPEN = {"static", "pin", "enter", "choose_language", "health", "authority", "offline", "read_feed"}
"""What anybody in the house may ask for; the last holds nothing without its token."""


def routes(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Endpoint, method and an address that leads there."""
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            values = {name: _value(name, rule._converters[name]) for name in rule.arguments}
            url = app.url_for(rule.endpoint, **values)
            for method in sorted(rule.methods or ()):
                yield rule.endpoint, method, url


def _value(name: str, converter: BaseConverter) -> str | int:
    if isinstance(converter, NumberConverter):
        return 1
    return "page.css" if name == "filename" else "office-move"


def test_nothing_but_the_door_is_open_without_a_pin(house: House, phone: Device) -> None:
    for endpoint, method, url in routes(house.app):
        with phone.open(url, method, headers={"Origin": f"http://{HOST}"}) as answer:
            if endpoint in OPEN:
                assert answer.status_code in (200, 403, 404), url
            elif endpoint.startswith("api_"):
                assert (answer.status_code, answer.content_type) == (401, "application/problem+json"), url
            else:
                assert (answer.status_code, answer.headers["Location"][:4]) == (303, "/pin"), url


@pytest.mark.parametrize("role", ["member", "admin"])
def test_nothing_is_changed_by_a_page_of_somebody_elses(house: House, phone: Device, role: str) -> None:
    phone.enter(PIN[role])
    token = phone.token("/")
    ours, theirs = f"http://{HOST}", "http://evil.example"
    attempts: list[tuple[dict[str, str], str]] = [
        ({"Origin": ours}, ""),
        ({"Origin": ours}, "wrong"),
        ({}, token),
        ({"Origin": "null"}, token),
        ({"Origin": theirs}, token),
        ({"Origin": f"{ours}:8080"}, token),
        ({"Origin": ours, "Sec-Fetch-Site": "cross-site"}, token),
        ({"Origin": ours, "Sec-Fetch-Site": "same-site"}, token),
        ({"Origin": ours, "Sec-Fetch-Site": "none"}, token),
    ]
    changing = [each for each in routes(house.app) if each[1] not in READING]
    assert {endpoint for endpoint, _, _ in changing} >= {"enter", "leave"}
    for _, method, url in changing:
        for headers, given in attempts:
            answer = phone.open(url, method, data={"csrf": given, "pin": PIN["admin"]}, headers=headers)
            assert answer.status_code == 403, (method, url, headers)
            assert "Set-Cookie" not in answer.headers
    assert phone.open("/").status_code == 200, "and nobody was logged out"


def test_another_devices_token_is_no_use(house: House, phone: Device) -> None:
    laptop = house.device("192.168.1.6")
    phone.enter(PIN["member"])
    laptop.enter(PIN["member"])
    assert phone.submit("/leave", csrf=laptop.token("/")).status_code == 403


def test_a_script_may_send_the_token_as_a_header(phone: Device) -> None:
    phone.enter(PIN["member"])
    headers = {"Origin": f"http://{HOST}", "X-CSRF-Token": phone.token("/")}
    assert phone.open("/leave", "POST", headers=headers).status_code == 303


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        ("reader", {"a-read": 200, "a-change": 403, "a-setting": 403, "a-tick": 403}),
        ("member", {"a-read": 200, "a-change": 403, "a-setting": 403, "a-tick": 200}),
        ("admin", {"a-read": 200, "a-change": 200, "a-setting": 200, "a-tick": 200}),
        (None, {"a-read": 303, "a-change": 303, "a-setting": 303, "a-tick": 303}),
    ],
)
def test_a_view_that_says_nothing_is_for_readers_to_read_and_admins_to_change(
    house: House, role: str | None, expected: dict[str, int]
) -> None:
    app = house.app
    app.get("/a-read", endpoint="a-read")(lambda: "read")
    app.post("/a-change", endpoint="a-change")(lambda: "changed")
    app.get("/a-setting", endpoint="a-setting")(require("admin")(lambda: "set"))
    app.post("/a-tick", endpoint="a-tick")(require("member")(lambda: "ticked"))
    app.get("/a-door", endpoint="a-door")(public(lambda: "open"))
    phone = house.device()
    if role is not None:
        phone.enter(PIN[role])
    token = phone.token("/" if role else "/pin")
    methods = {"a-read": "GET", "a-change": "POST", "a-setting": "GET", "a-tick": "POST"}
    headers = {"Origin": f"http://{HOST}", "X-CSRF-Token": token}
    got = {name: phone.open(f"/{name}", way, headers=headers).status_code for name, way in methods.items()}
    assert got == expected
    assert phone.open("/a-door").status_code == 200


@pytest.mark.parametrize(
    ("role", "offered", "refused"),
    [
        ("reader", {"Export"}, {"tag", "undo", "delete"}),
        ("member", {"Add", "Remove", "Export"}, {"delete"}),
        ("admin", {"Add", "Remove", "Export", "Delete"}, set()),
    ],
)
def test_with_several_meetings_each_does_what_the_pin_allows(
    phone: Device, role: str, offered: set[str], refused: set[str]
) -> None:
    phone.enter(PIN[role])
    section = (
        phone.open("/?select=1").text.partition('<section class="several"')[2].partition("</section>")[0]
    )
    assert set(re.findall(r">(\w+)</button>", section)) == offered
    fields = {"csrf": phone.token("/"), "id": "office-move", "tag": "x"}
    headers = {"Origin": f"http://{HOST}"}
    paths = ("tag", "undo", "export", "delete")
    got = {path: phone.open(f"/several/{path}", "POST", data=fields, headers=headers) for path in paths}
    assert {path for path, answer in got.items() if answer.status_code == 403} == refused
    assert got["export"].content_type == "application/zip"


def test_a_member_is_told_that_it_takes_the_administrators_pin(house: House, phone: Device) -> None:
    house.app.get("/a-setting", endpoint="a-setting")(require("admin")(lambda: "set"))
    phone.enter(PIN["member"])
    assert "needs the PIN of the administrator" in phone.open("/a-setting").text


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
@pytest.mark.parametrize("path", ["/", "/meetings/office-move"])
def test_what_can_only_be_read_says_so(house: House, method: str, path: str) -> None:
    answer = house.device("127.0.0.1", "localhost").open(path, method)
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD"}


@pytest.mark.parametrize(
    "path", ["/", "/meetings/office-move", "/meetings/office-move.json", "/nowhere", "/pin"]
)
def test_every_answer_carries_the_rules(phone: Device, path: str) -> None:
    phone.enter(PIN["member"])
    headers = phone.open(path).headers
    policy = headers["Content-Security-Policy"]
    for rule in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"):
        assert rule in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"


def test_pages_need_no_exception_from_the_policy(phone: Device) -> None:
    phone.enter(PIN["member"])
    for path in ("/", "/meetings/office-move", "/nowhere", "/pin"):
        page = phone.open(path).text
        assert "<style" not in page
        assert " style=" not in page
        assert "http://" not in page
        assert "https://" not in page


def test_the_style_sheet_may_be_kept_but_is_asked_for_again(phone: Device) -> None:
    with phone.open("/static/page.css") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "ETag" in answer.headers


def test_head_answers_like_get_without_a_body(house: House) -> None:
    answer = house.device("127.0.0.1", "localhost").open("/meetings/office-move", "HEAD")
    assert (answer.status_code, answer.data) == (200, b"")


def test_too_large_a_form_is_refused(phone: Device) -> None:
    answer = phone.submit("/pin", pin="1" * 70_000, csrf=phone.token())
    assert answer.status_code == 413
