"""Numbers that no form of ours sends: refused in a line, wherever one is taken."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from tests.fakes.room_page import RoomPage
from web.app import create_app

NUMBERS = ("9" * 4000, "9" * 5000, "-" + "9" * 400, "9" * 25, "-1", "", "1e400", "NaN", "0x9")
GONE = f"/uploads/{'0' * 32}"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[RoomPage]:
    each = RoomPage(tmp_path)
    each.app = create_app(reader_of(office_move()), timezone=UTC, state_dir=tmp_path)
    each.client = each.app.test_client()
    with each.hub():
        yield each


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: f"{text[:4]}_{len(text)}")
def test_no_number_ends_in_an_error_of_ours(page: RoomPage, number: str) -> None:
    offer = {"name": "a.mp3", "size_bytes": "9", "modified_ms": "0"}
    assert page.send("POST", "/uploads", offer | {"size_bytes": number}).status_code == 400
    sent: list[tuple[str, str, Any]] = [
        ("POST", "/uploads", offer | {"modified_ms": number}),
        ("PUT", f"{GONE}?offset={number}", b"x"),
        ("POST", GONE, {"crc32": number}),
        ("POST", "/record/forget", {"minutes": number}),
        ("GET", f"/record?message=forget&minutes={number}", None),
        ("GET", f"/live.json?after={number}", None),
        ("GET", f"/?page={number}", None),
        ("GET", f"/meetings/office-move/turns/{number or 0}", None),
        ("GET", f"/api/v1/notes?page={number}", None),
    ]
    for method, path, data in sent:
        answer = page.send(method, path, data)
        assert answer.status_code < 500, (path[:60], answer.status_code)
        assert len(answer.text) < 100_000


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-10:00"])
def test_a_moment_that_no_zone_has_is_refused(page: RoomPage, moment: str) -> None:
    offer = {"name": "a.mp3", "size_bytes": 9, "modified_at": moment}
    assert page.send("POST", "/api/v1/uploads", json=offer).status_code == 400


@pytest.mark.parametrize("name", ["\ud800.mp3", "x" * 10_000 + ".mp3", "a\r\nb\x1b.mp3"])
def test_no_name_of_a_file_ends_in_an_error_of_ours(page: RoomPage, name: str) -> None:
    answer = page.send("POST", "/api/v1/uploads", json={"name": name, "size_bytes": 9})
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        kept = (page.state_dir / "uploads" / f"{answer.json['id']}.json").read_text()
        assert "u001b" not in kept
    file: Any = (io.BytesIO(b"x"), name.encode("utf-8", "replace").decode())
    assert page.send("POST", "/uploads/form", {"files": file}).status_code == 400
