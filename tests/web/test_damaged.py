"""The page over damaged notes: what can be read is shown, with the way out, and nothing is changed."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from daemon.access import seal
from daemon.base.config import load_config
from daemon.base.systemd import Notifier
from daemon.hub.damaged import DamagedHub
from daemon.notes.store import NoteStore
from tests.fakes.stored import START, meeting
from web.app import create_app

BACKUP = f"roomscribe-{platform.node().lower()}-20261115T020000Z.tar.gz"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    with NoteStore.open_writer(tmp_path) as store:
        for hours, note_id in enumerate(("first", "second", "third")):
            store.save(meeting(note_id, word=note_id, hours=hours))
    (tmp_path / "backups").mkdir()
    for name in (BACKUP.replace("1115", "1114"), BACKUP):
        (tmp_path / "backups" / name).touch()
    return tmp_path


def alter(state: Path, at: int) -> None:
    journal = state / "notes" / "notes.journal"
    data = bytearray(journal.read_bytes())
    for offset in range(6):
        data[at + offset] ^= 0x15
    journal.write_bytes(data)


@pytest.fixture
def hub(state: Path) -> Iterator[DamagedHub]:
    alter(state, -200)
    with DamagedHub.opened(state, load_config(None), load_config, Notifier({})) as hub:
        yield hub


def page(hub: DamagedHub, state: Path) -> FlaskClient:
    app: Flask = create_app(
        lambda: nullcontext(hub.store),
        timezone=UTC,
        state_dir=state,
        config=lambda: hub.config,
        damage=lambda: hub.damage,
    )
    return app.test_client()


def test_readable_notes_are_served_below_a_banner_with_the_latest_backup(
    hub: DamagedHub, state: Path
) -> None:
    client = page(hub, state)
    listed = client.get("/").text
    assert "/meetings/first" in listed
    assert "/meetings/second" in listed
    assert "/meetings/third" not in listed
    command = f"sudo roomscribe restore --force {state}/backups/{BACKUP}"
    assert f"sudo systemctl stop roomscribe &amp;&amp; {command} &amp;&amp; sudo systemctl start" in listed
    shown = client.get("/meetings/first")
    assert shown.status_code == 200
    assert "About the first." in shown.text
    assert command in shown.text


def test_no_way_of_the_page_changes_anything(hub: DamagedHub, state: Path) -> None:
    client = page(hub, state)
    before = {path: path.read_bytes() for path in state.rglob("*") if path.is_file()}
    tried = 0
    for rule in client.application.url_map.iter_rules():
        path = rule.rule.replace("<note:note_id>", "first")
        path = path.replace("<", "").replace(">", "").replace("path:", "").replace("int:", "")
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            if path.startswith(("/pin", "/leave", "/private", "/record/", "/api/v1/room/")):
                continue
            client.get("/")
            answer = client.open(
                path, method=method, headers={"Origin": "http://localhost", "X-CSRF-Token": token(client)}
            )
            assert answer.status_code == 503, (method, path, answer.status_code)
            tried += 1
    assert tried > 20
    assert {path: path.read_bytes() for path in state.rglob("*") if path.is_file()} == before


def token(client: FlaskClient) -> str:
    found = client.get("/api/v1/session").json
    assert found
    return str(found["csrf"])


def test_no_note_is_shown_where_the_lost_record_may_have_made_it_private(state: Path) -> None:
    with NoteStore.open_writer(state) as store:
        store.make_private("second", seal("12345678", START))
    alter(state, (state / "notes" / "notes.journal").read_bytes().rindex(b'{"put":{"private"') + 20)
    with DamagedHub.opened(state, load_config(None), load_config, Notifier({})) as hub:
        client = page(hub, state)
        listed = client.get("/").text
        assert "none can be shown" in listed
        for address in ("/", "/meetings/second", "/search?q=second", "/actions", "/api/v1/notes"):
            assert "About the second" not in client.get(address, follow_redirects=True).text


def test_it_ends_once_the_notes_are_whole_again(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = state / "notes" / "notes.journal"
    whole = journal.read_bytes()
    alter(state, -200)
    with DamagedHub.opened(state, load_config(None), load_config, Notifier({})) as hub:
        waits = 0

        def wait(_: float) -> bool:
            nonlocal waits
            waits += 1
            if waits == 2:
                journal.write_bytes(whole)
            assert waits < 4, "it goes on"
            return False

        monkeypatch.setattr(hub._stops, "wait", wait)
        hub.run()
    assert waits == 2


def test_without_a_backup_nobody_is_sent_to_one(hub: DamagedHub, state: Path) -> None:
    for path in (state / "backups").iterdir():
        path.unlink()
    listed = page(hub, state).get("/").text
    assert "No backup was found" in listed
    assert "restore --force" not in listed
