"""A page as other devices meet it: with PINs, and with clocks that only the test moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daemon.access import ROLES, Pins, seal
from daemon.base.config import load_config, packaged_config
from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from web.app import create_app
from web.security import Door
from web.security.door import DIALLED

PIN = {"reader": "11112222", "member": "12345678", "admin": "87654321"}
HOST = "roomscribe.local"
PHONE = "192.168.1.5"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


class Device:
    """A browser on some device: it keeps its cookie and sends what browsers send."""

    def __init__(self, client: FlaskClient, peer: str, host: str) -> None:
        self.client = client
        self.peer = peer
        self.host = host
        self.scheme = "http"

    def open(self, path: str, method: str = "GET", **options: Any) -> TestResponse:
        headers = {"Host": self.host, "Accept": "text/html"} | options.pop("headers", {})
        environ = {"REMOTE_ADDR": self.peer, DIALLED: "192.168.1.1"}
        # The test client keeps cookies by this, not by the header.
        base = f"{self.scheme}://{self.host or 'none'}"
        return self.client.open(
            path, method=method, headers=headers, environ_overrides=environ, base_url=base, **options
        )

    def token(self, path: str = "/pin") -> str:
        """From the form on a page."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.open(path).text)
        assert found, f"there is no form at {path}"
        return found[1]

    def submit(self, path: str, **fields: str) -> TestResponse:
        """Send a form as its page would."""
        return self.open(path, "POST", data=fields, headers={"Origin": f"{self.scheme}://{self.host}"})

    def enter(self, pin: str, **fields: str) -> TestResponse:
        return self.submit("/pin", pin=pin, csrf=self.token(), **fields)


@dataclass
class House:
    """One Roomscribe and what is around it."""

    state: Path
    now: datetime = NOW
    authority: Path | None = None

    def __post_init__(self) -> None:
        self.pins = Pins(self.state)
        self.web = load_config(packaged_config()).web
        self.app = self.started()

    def started(self) -> Flask:
        """As after a start of the hub: what is not on the disk is gone."""
        self.door = Door(
            self.pins,
            lambda: self.web,
            keep_sessions_in=self.state,
            now=lambda: self.now,
            monotonic=lambda: self.now.timestamp(),
            hostname="roomscribe",
            authority=self.authority,
            keep_guesses_in=self.state / "run",
        )
        return create_app(reader_of(office_move()), timezone=UTC, door=self.door)

    def restart(self, *devices: Device) -> None:
        self.app = self.started()
        for device in devices:
            cookie = device.client.get_cookie("roomscribe", domain=device.host)
            device.client = self.app.test_client()
            if cookie is not None:
                device.client.set_cookie("roomscribe", cookie.value, domain=device.host)

    def device(self, peer: str = PHONE, host: str = HOST) -> Device:
        return Device(self.app.test_client(), peer, host)

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr("daemon.access.pins._COST", 2**10)  # these tests guess often
    house = House(tmp_path)
    house.pins.put({role: seal(PIN[role], NOW) for role in ROLES})
    return house


@pytest.fixture
def phone(house: House) -> Device:
    return house.device()
