"""No QR code and no calendar's address is offered to devices that cannot open it."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC
from pathlib import Path

import pytest

from daemon.access import Pins
from daemon.base.config import load_config
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.reader import reader_of
from tests.fakes.serving import answering
from web.app import create_app
from web.security import Door
from web.server import Server

ONLY_HERE = "Only this machine can open the page"


@contextmanager
def served(page: HubPage, host: str) -> Iterator[Server]:
    with answering(Server(page.app, host, 0)) as server:
        yield server


def asked(server: Server, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
    from urllib.parse import urlencode

    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)) as connection:
        here = f"http://127.0.0.1:{server.port}"
        headers = {"Origin": here, "Content-Type": "application/x-www-form-urlencoded"} if form else {}
        connection.request("POST" if form else "GET", path, urlencode(form) if form else None, headers)
        with connection.getresponse() as answer:
            return answer.status, answer.read().decode()


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path) as page:
        yield page


def made_address(server: Server) -> tuple[str, str]:
    """The page that tells it, and the address."""
    token = re.search(r'name="csrf" value="([^"]+)"', asked(server, "/feed")[1])
    assert token
    told = asked(server, "/feed", {"csrf": token[1], "name": "Ann"})[1]
    found = re.search(r'href="([^"]*/calendar/[^"]+\.ics)"', told)
    assert found
    return told, found[1]


def test_a_page_for_this_machine_alone_offers_no_qr_code_and_says_why(page: HubPage) -> None:
    with served(page, "127.0.0.1") as server:
        text = asked(server, "/system")[1]
        assert ONLY_HERE in text
        assert "<code>host = &#34;0.0.0.0&#34;</code>" in text
        assert "QR code" not in text
        assert asked(server, "/system/address.svg")[0] == 404


def test_a_calendars_address_of_such_a_page_works_here_and_says_so(page: HubPage) -> None:
    with served(page, "127.0.0.1") as server:
        told, address = made_address(server)
        here = f"http://127.0.0.1:{server.port}"
        assert ONLY_HERE in told
        assert address.startswith(f"{here}/calendar/")
        assert asked(server, address.removeprefix(here))[0] == 200


def test_a_page_for_all_addresses_is_offered_by_its_name(page: HubPage) -> None:
    with served(page, "0.0.0.0") as server:
        text = asked(server, "/system")[1]
        assert ONLY_HERE not in text
        assert "QR code" in text
        assert f".local:{server.port}/calendar/" in made_address(server)[1]


def test_where_no_network_is_let_in_the_page_says_so() -> None:
    config = load_config()
    closed = config.model_copy(update={"web": config.web.model_copy(update={"networks": ()})})
    client = create_app(reader_of(), timezone=UTC, config=lambda: closed).test_client()
    text = client.get("/system").text
    assert ONLY_HERE in text
    assert "<code>networks</code>" in text
    assert client.get("/system/address.svg").status_code == 404


def test_without_a_pin_no_qr_code_leads_to_a_closed_door(tmp_path: Path) -> None:
    door = Door(Pins(tmp_path))
    client = create_app(reader_of(), timezone=UTC, door=door).test_client()
    text = client.get("/system").text
    assert "there is no PIN" in text
    assert client.get("/system/address.svg").status_code == 404
