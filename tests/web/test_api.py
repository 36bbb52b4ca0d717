"""The API against its own description, and what its refusals look like."""

from __future__ import annotations

import http.client
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from daemon.machine.check.overview import FINDINGS
from daemon.meetings import Job
from daemon.spool.recorder_status import RecorderStatus
from pipelines.note import FromRoom, Note
from tests.fakes.appliance import wait_for
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from tests.fakes.room_page import NOW, RoomPage, recorder_status
from tests.fakes.serving import answering
from web.app import create_app
from web.bodies import MAX_BODY_BYTES
from web.server import Server

BASE = "/api/v1"
EXAMPLES = 12
"""For each operation: what it takes is small, and each change is an order to the hub."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubPage]:
    state = tmp_path_factory.mktemp("state")
    recorder = RoomPage(state).answering("recorder", lambda *_: {})
    with recorder, hub_page(state, open_recorder=recorder_status) as page:
        page.store.save(office_move())
        page.hub.reload()
        wait_for(lambda: get(page.client, "/search?q=lease")["found"], "the index holds it", 30)
        yield page


@pytest.fixture(scope="module")
def api(page: HubPage) -> Any:
    def from_here(environ: Any, start_response: Any) -> Any:
        """Its own client says of nobody where he comes from."""
        return page.app({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)

    return schemathesis.openapi.from_wsgi(f"{BASE}/openapi.json", from_here)


def get(client: FlaskClient, path: str) -> Any:
    answer = client.get(f"{BASE}{path}")
    assert answer.status_code == 200, answer.text
    return answer.json


def allowed(client: FlaskClient) -> dict[str, str]:
    """What a program sends with a change."""
    return {"Origin": "http://localhost", "X-CSRF-Token": get(client, "/session")["csrf"]}


def test_every_answer_is_as_described(page: HubPage, api: Any) -> None:
    headers = allowed(page.client)
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    tried = set()
    for found in api.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
        def as_described(case: schemathesis.Case) -> None:
            case.call_and_validate(headers=headers, checks=checks)

        as_described()
        tried.add(operation.label)
    assert len(tried) == 26


def test_a_note_is_read_changed_and_put_back(page: HubPage) -> None:
    headers = allowed(page.client)
    change = {"do": "change_item", "kind": "action", "item": "a1", "fields": {"status": "done"}}
    made = page.client.post(f"{BASE}/notes/office-move/edits", json={"change": change}, headers=headers)
    assert made.status_code == 201, made.text
    assert made.json is not None
    note = Note.model_validate(get(page.client, "/notes/office-move"))
    assert note.action_items[0].status == "done"
    done = get(page.client, "/actions?status=done")["items"]
    assert {item["item_id"] for item in done} >= {"a1"}
    gone = page.client.delete(f"{BASE}/notes/office-move/edits/{made.json['id']}", headers=headers)
    assert gone.status_code == 200
    assert get(page.client, "/notes/office-move")["action_items"][0]["status"] == "open"


def test_the_room_is_told_as_the_recorder_reports_it(tmp_path: Path) -> None:
    room = RoomPage(tmp_path)
    room.add_job(Job(id="b", source="b.mp3", priority="normal", created_at=NOW))
    room.add_job(Job(id="a", source="a.mp3", priority="live", created_at=NOW))
    room.add_job(Job(id="c", source="c.mp3", priority="normal", created_at=NOW, state="aside"))
    told = room.get(f"{BASE}/room").json["recorder"]
    assert room.status
    assert RecorderStatus.model_validate(told) == room.status
    assert [job["id"] for job in room.get(f"{BASE}/jobs").json["jobs"]] == ["a", "b", "c"]
    session = room.get(f"{BASE}/session").json
    assert (session["role"], len(session["csrf"]) > 30) == ("admin", True)
    room.status = None
    assert room.get(f"{BASE}/room").json == {"recorder": None}
    assert room.get(f"{BASE}/questions").json == {"questions": []}


def test_meetings_and_items_come_page_by_page_with_all_that_a_list_shows(tmp_path: Path) -> None:
    notes = [office_move(f"m{number}", NOW - timedelta(days=number)) for number in range(5)]
    client = create_app(reader_of(*notes), timezone=UTC, state_dir=tmp_path).test_client()
    assert [each["id"] for each in get(client, "/notes")["notes"]] == ["m0", "m1", "m2", "m3", "m4"]
    second = get(client, "/notes?page=2&per_page=2")
    assert ([each["id"] for each in second["notes"]], second["page"], second["total"]) == (["m2", "m3"], 2, 5)
    assert [each["id"] for each in get(client, "/notes?page=3&per_page=2")["notes"]] == ["m4"]
    assert get(client, "/notes?page=4&per_page=2")["notes"] == []
    since = NOW.date() - timedelta(days=1)
    assert [each["id"] for each in get(client, f"/notes?first={since}")["notes"]] == ["m0", "m1"]
    (head,) = get(client, "/notes?per_page=1")["notes"]
    assert head == {
        "id": "m0",
        "title": "Moving to the new office",
        "started_at": "2026-11-20T09:25:00Z",
        "duration_s": 236.5,
        "source": "office-move.vtt",
        "language": "en",
        "sentiment": "mixed",
        "action_items": 5,
        "open_items": 4,
        "decisions": 3,
        "questions": 1,
        "people": ["Maya Lindqvist", "Theo Brandt", "Priya Raman", "Jonas Weber"],
        "continues": None,
        "series": None,
        "tags": [],
        "room": None,
    }
    items = get(client, "/actions?person=Priya+Raman")["items"]
    assert [item["note_id"] for item in items] == ["m0", "m1", "m2", "m3", "m4"]
    assert items[0] == {
        "note_id": "m0",
        "meeting": "Moving to the new office",
        "item_id": "a2",
        "task": "Order the network line",
        "owner": "Priya Raman",
        "due": "2026-11-17",
        "phrase": "this afternoon",
        "status": "open",
        "is_verified": True,
    }
    assert {item["item_id"] for item in get(client, "/actions?status=done")["items"]} == {"a4"}
    assert len(get(client, "/actions")["items"]) == 25
    assert Note.model_validate(get(client, "/notes/m3")) == notes[3]
    assert get(client, "/notes/m3/edits") == {"edits": []}


def test_meetings_of_another_room_are_told_apart(tmp_path: Path) -> None:
    blue = FromRoom(name="Blue", key="bluebox", note="monday", revision=3)
    notes = office_move("own"), office_move("monday-bluebox").model_copy(update={"room": blue})
    client = create_app(reader_of(*notes), timezone=UTC, state_dir=tmp_path).test_client()
    (head,) = get(client, "/notes?room=Blue")["notes"]
    assert (head["id"], head["room"]) == ("monday-bluebox", blue.model_dump())
    assert get(client, "/notes")["total"] == 2
    parameters = get(client, "/openapi.json")["paths"]["/notes"]["get"]["parameters"]
    (room,) = (each["schema"] for each in parameters if each["name"] == "room")
    assert room["description"] == "Name of another room, whose meetings are shown here."


def test_meetings_are_filtered_and_searched(page: HubPage) -> None:
    assert get(page.client, "/notes?mood=mixed&per_page=1")["total"] == 1
    assert get(page.client, "/notes?person=Nobody")["notes"] == []
    (found,) = get(page.client, "/search?q=disaster")["found"]
    assert (found["note_id"], found["passages"][0]["line"]) == ("office-move", 7)
    (passage,) = found["passages"]
    assert (passage["kind"], passage["ref"], passage["start_s"]) == ("said", "s7", 75.0)
    assert passage["text"].startswith(
        "…If it is late we have no internet on the first day, and that would be a"
    )
    whole = get(page.client, "/search?q=disaster+xylophone")
    assert (whole["together"], whole["has_more"], len(whole["found"])) == (False, False, 1)
    assert get(page.client, "/search?q=disaster&mood=positive")["found"] == []


def test_a_question_is_asked_read_and_deleted(page: HubPage) -> None:
    headers = allowed(page.client)
    asked = page.client.post(f"{BASE}/questions", json={"text": "Who sends the lease?"}, headers=headers)
    assert asked.status_code == 201, asked.text
    assert asked.json is not None
    one = f"/questions/{asked.json['question']['id']}"
    assert get(page.client, one) == asked.json
    assert page.client.delete(f"{BASE}{one}", headers=headers).json == {"deleted": True}
    assert page.client.get(f"{BASE}{one}").status_code == 404


def test_a_file_is_sent_in_pieces_and_taken_in_when_it_is_whole(page: HubPage) -> None:
    headers = allowed(page.client)
    talk = b"WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>I will order the ladders by Friday.\n"
    offer = {"name": "ladders.vtt", "size_bytes": len(talk), "modified_at": "2026-11-19T09:00:00Z"}

    def send(method: str, path: str, **content: Any) -> Any:
        return page.client.open(f"{BASE}{path}", method=method, headers=headers, **content)

    one = f"/uploads/{send('POST', '/uploads', json=offer).json['id']}"
    assert send("PUT", f"{one}?offset=0", data=talk[:20]).json["offset"] == 20
    astray = send("PUT", f"{one}?offset=50", data=talk[50:])
    assert (astray.status_code, get(page.client, one)["offset"]) == (409, 20)
    assert send("PUT", f"{one}?offset=20", data=talk[20:]).json["offset"] == len(talk)
    assert send("POST", one, json={"crc32": zlib.crc32(talk)}).json["taken_as"] == "ladders.vtt"
    wait_for(lambda: "ladders.vtt" in str(get(page.client, "/jobs")), "it is in work", 30)


def test_the_room_is_recorded_paused_and_forgotten_by_programs(tmp_path: Path) -> None:
    room = RoomPage(tmp_path)
    asked: list[tuple[str, dict[str, Any]]] = []

    def answer(do: str, arguments: dict[str, Any]) -> Any:
        asked.append((do, arguments))
        return {"forgotten": [{"id": "rec-1", "start_s": 0, "end_s": 60}]} if do == "forget" else {}

    with room.answering("recorder", answer):
        for do in ("start", "pause", "resume", "stop"):
            told = room.send("POST", f"{BASE}/room/{do}")
            assert (told.status_code, told.json["recorder"]["state"]) == (200, "recording")
        gone = room.send("POST", f"{BASE}/room/forget", json={"minutes": 5})
        assert gone.json == {"recordings": ["rec-1"]}
        assert room.send("POST", f"{BASE}/room/forget", json={"minutes": 7}).status_code == 400
    assert asked == [(do, {}) for do in ("start", "pause", "resume", "stop")] + [("forget", {"minutes": 5})]
    room.status = None
    assert room.send("POST", f"{BASE}/room/start").status_code == 503


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/notes/nowhere", 404),
        ("GET", "/nothing/here", 404),
        ("GET", "/notes?page=0", 400),
        ("GET", "/notes?colour=red", 400),
        ("GET", "/search", 400),
        ("GET", "/notes?last=0", 400),
        ("GET", "/notes?last=2.9e-279", 400),
        ("GET", "/notes?first=1969-12-31", 400),
        ("GET", "/notes?person=" + "%16" * 80 + "A", 400),
        ("GET", "/search?q=%16", 400),
        ("DELETE", "/notes", 405),
        ("POST", "/questions", 403),
    ],
)
def test_a_refusal_is_a_problem_in_json(page: HubPage, method: str, path: str, status: int) -> None:
    answer = page.client.open(f"{BASE}{path}", method=method)
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    told = answer.get_json(force=True)
    assert told["status"] == status
    assert (
        told["title"]
        == {
            400: "Bad request",
            403: "Not allowed",
            404: "Not found",
            405: "Method not allowed",
        }[status]
    )
    assert told["detail"]


def test_a_program_learns_the_state_of_the_box(page: HubPage) -> None:
    told = get(page.client, "/status")
    found = {each["probe"]: each for each in told["findings"]}
    assert tuple(found) == FINDINGS
    assert (found["hub"]["message"], found["worker"]["message"]) == ("keeps the notes", "not running")
    assert told["status"] == "fail"
    assert found["nightly"]["details"]["backup"]["next_at"]


def test_the_description_says_which_texts_and_days_are_taken(page: HubPage) -> None:
    """As the validation has it: other programs are made by the description."""
    paths = get(page.client, "/openapi.json")["paths"]
    schemas = {
        each["name"]: each["schema"]
        for path in ("/notes", "/search")
        for each in paths[path]["get"]["parameters"]
    }
    seen, day = re.compile(schemas["q"]["pattern"]), re.compile(schemas["last"]["anyOf"][0]["pattern"])
    for text in ("a", " a ", "\x16a", "ﬁ", "👍"):
        assert seen.search(text), ascii(text)
        assert page.client.get(f"{BASE}/search", query_string={"q": text}).status_code == 200, ascii(text)
    for text in ("\x16", " ", "\u200e\xa0", "\x1c"):
        assert not seen.search(text), ascii(text)
        assert page.client.get(f"{BASE}/search", query_string={"q": text}).status_code == 400, ascii(text)
    assert day.search("2026-02-28")
    assert not day.search("0")
    assert schemas["person"]["maxLength"] == 80


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("DELETE", "/notes/office-move/edits/e-unknown", None),
        ("POST", "/jobs/nowhere/retry", None),
        ("POST", "/questions", {"text": "Who?", "note": "nowhere"}),
        ("POST", "/questions", {"text": "Who?", "after": "0" * 16}),
    ],
)
def test_what_is_changed_or_asked_about_and_is_not_there_is_not_found(
    page: HubPage, method: str, path: str, body: Any
) -> None:
    answer = page.client.open(f"{BASE}{path}", method=method, json=body, headers=allowed(page.client))
    assert answer.status_code == 404, answer.text


def test_too_large_a_body_is_a_problem_in_json_with_our_own_words(page: HubPage) -> None:
    with answering(Server(page.app, "127.0.0.1", 0)) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        with closing(connection):
            headers = allowed(page.client) | {"Origin": server.url, "Content-Length": str(MAX_BODY_BYTES + 1)}
            connection.request("POST", f"{BASE}/questions", headers=headers)
            with connection.getresponse() as answer:
                assert (answer.status, answer.headers["Content-Type"]) == (413, "application/problem+json")
                told = json.loads(answer.read())
    assert told == {
        "title": "Too large",
        "status": 413,
        "detail": "The body is larger than this address takes",
    }
