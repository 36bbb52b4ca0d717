"""Addresses in templates: the same that Flask makes, and static files that a browser may keep."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pytest
from flask import Flask, url_for

from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from web.addresses import Addresses
from web.app import create_app

AWKWARD = "a b/c?d=é&#%'\"<"


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(reader_of(office_move()), timezone=UTC)


def test_every_address_is_the_one_that_flask_makes(app: Flask) -> None:
    ours = Addresses(app)
    with app.test_request_context("/"):
        for rule in app.url_map.iter_rules():
            if rule.endpoint == "static":
                continue
            numbers = {name for name, each in rule._converters.items() if "Integer" in type(each).__name__}
            values: dict[str, Any] = {name: 7 if name in numbers else AWKWARD for name in rule.arguments}
            assert ours(rule.endpoint, **values) == url_for(rule.endpoint, **values)
            more: dict[str, Any] = {**values, "page": None, "person": AWKWARD, "of": 3}
            assert ours(rule.endpoint, _anchor=AWKWARD, **more) == url_for(
                rule.endpoint, _anchor=AWKWARD, **more
            )


def test_a_static_file_may_be_kept_for_good_under_the_address_of_its_content(app: Flask) -> None:
    client = app.test_client()
    (style,) = {
        part.split('"')[0]
        for part in client.get("/meetings/office-move").text.split('href="')
        if part.startswith("/static/page.css")
    }
    with client.get(style) as kept:
        assert kept.status_code == 200
        assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for other in ("/static/page.css", "/static/page.css?v=old"):
        with client.get(other) as asked_again:
            assert asked_again.headers["Cache-Control"] == "no-cache"
    assert client.get(style.replace("page.css", "nothing.css")).status_code == 404
