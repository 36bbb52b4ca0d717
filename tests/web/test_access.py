"""Who gets an answer, and which rules travel with it."""

from __future__ import annotations

from datetime import UTC

import pytest
from flask.testing import FlaskClient

from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from web.access import is_loopback
from web.app import create_app


@pytest.fixture
def client() -> FlaskClient:
    return create_app(reader_of(office_move()), timezone=UTC).test_client()


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8080", "LOCALHOST:1", "127.0.0.1:8080", "127.1.2.3", "[::1]", "[::1]:8080"],
)
def test_names_of_this_machine_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.1.5",
        "0.0.0.0",
        "[fe80::1]",
        "localhost@evil.example",
        "localhost:8080:80",
        "2130706433",
        "127.1",
    ],
)
@pytest.mark.parametrize("address", ["/", "/meetings/office-move", "/health", "/static/page.css", "/nowhere"])
def test_a_foreign_host_name_is_refused(client: FlaskClient, host: str, address: str) -> None:
    answer = client.get(address, headers={"Host": host})
    assert answer.status_code == 400
    assert "Moving" not in answer.text


@pytest.mark.parametrize(
    "peer", ["192.168.1.5", "8.8.8.8", "::ffff:192.168.1.5", "fe80::1", "", "not an address"]
)
def test_only_this_machine_is_answered(client: FlaskClient, peer: str) -> None:
    answer = client.get(
        "/", environ_overrides={"REMOTE_ADDR": peer}, headers={"X-Forwarded-For": "127.0.0.1"}
    )
    assert answer.status_code == 403
    assert "Moving" not in answer.text


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_every_loopback_peer_is_answered(client: FlaskClient, peer: str) -> None:
    assert client.get("/", environ_overrides={"REMOTE_ADDR": peer}).status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
@pytest.mark.parametrize("address", ["/", "/meetings/office-move", "/static/page.css", "/nowhere"])
def test_nothing_but_reading_is_allowed(client: FlaskClient, method: str, address: str) -> None:
    answer = client.open(address, method=method)
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET, HEAD"


def test_head_answers_like_get_without_a_body(client: FlaskClient) -> None:
    answer = client.head("/meetings/office-move")
    assert answer.status_code == 200
    assert answer.data == b""


@pytest.mark.parametrize(
    "address", ["/", "/meetings/office-move", "/meetings/office-move.json", "/nowhere", "/health"]
)
def test_every_answer_carries_the_rules(client: FlaskClient, address: str) -> None:
    headers = client.get(address).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in headers


def test_pages_need_no_exception_from_the_policy(client: FlaskClient) -> None:
    for address in ("/", "/meetings/office-move", "/nowhere"):
        page = client.get(address).text
        assert "<script" not in page
        assert "<style" not in page
        assert " style=" not in page
        assert "http://" not in page
        assert "https://" not in page


def test_a_refusal_carries_the_rules_too(client: FlaskClient) -> None:
    assert "Content-Security-Policy" in client.get("/", headers={"Host": "evil.example"}).headers


def test_the_style_sheet_may_be_kept_but_is_asked_for_again(client: FlaskClient) -> None:
    with client.get("/static/page.css") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "ETag" in answer.headers


@pytest.mark.parametrize("host", ["localhost", "localhost.", "127.0.0.1", "127.9.9.9", "::1"])
def test_loopback_is_recognised(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["", "0.0.0.0", "::", "10.0.0.1", "example.org", "localhost.example.org", "127.1"]
)
def test_anything_else_is_not_loopback(host: str) -> None:
    assert not is_loopback(host)
