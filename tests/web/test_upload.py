"""Uploads as the page takes them: from a script piece by piece, and from a plain form."""

from __future__ import annotations

import http.client
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.access import seal
from daemon.access.pins import Pins
from daemon.base.config import load_config, packaged_config
from pipelines.accepted import RECORDINGS, TRANSCRIPTS, listed
from tests.fakes.appliance import wait_for
from tests.fakes.hub_page import HubPage, hub_page, rules_worker
from tests.fakes.reading import words
from tests.fakes.room_page import RoomPage
from tests.fakes.serving import answering
from tests.fakes.sound import loud, write_audio
from web.bodies import FORM_BYTES, MAX_BODY_BYTES, bodies_of
from web.reception import MB
from web.security import Door
from web.security.door import DIALLED
from web.server import Server

TALK = b"WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>I will send the lease by Friday.\n"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[RoomPage]:
    each = RoomPage(tmp_path)
    with each.hub():
        yield each


_WAITING = re.compile(r'name="id" value="(\w+)"')


def waiting(page: RoomPage) -> list[str]:
    """Ids of the uploads that are to be looked through."""
    return _WAITING.findall(page.get("/upload").text)


def begin(page: RoomPage, content: bytes, name: str = "talk.vtt") -> Any:
    fields = {"name": name, "size_bytes": str(len(content)), "modified_ms": "1763600000000"}
    return page.send("POST", "/uploads", fields)


def test_a_file_comes_in_pieces_and_goes_into_the_inbox(page: RoomPage) -> None:
    begun = begin(page, TALK).json
    upload_id = begun["id"]
    assert begun == {"id": upload_id, "offset": 0, "taken_as": None, "known": None}
    for start in range(0, len(TALK), 30):
        told = page.send("PUT", f"/uploads/{upload_id}?offset={start}", TALK[start : start + 30])
        assert told.json["offset"] == min(start + 30, len(TALK))
    end = page.send("POST", f"/uploads/{upload_id}", {"crc32": str(zlib.crc32(TALK))})
    assert end.json == {"id": upload_id, "offset": len(TALK), "taken_as": None, "known": None}
    page.send("POST", "/uploads/keep", {"id": upload_id})
    assert (page.state_dir / "inbox" / "talk.vtt").stat().st_mtime == 1763600000
    assert (page.state_dir / "inbox" / "talk.vtt").read_bytes() == TALK


@pytest.mark.parametrize(
    ("method", "path", "data", "status", "problem"),
    [
        ("POST", "/uploads", {"name": "x.exe", "size_bytes": "9"}, 400, "neither a recording"),
        ("POST", "/uploads", {}, 400, "neither a recording"),
        (
            "POST",
            "/uploads",
            {"name": "a.mp3", "size_bytes": "9", "modified_ms": "9" * 30},
            400,
            "invalid data",
        ),
        ("PUT", "/uploads/" + "0" * 32 + "?offset=0", b"x", 404, "begin it anew"),
        ("PUT", "/uploads/..%2f..%2fetc?offset=0", b"x", 404, ""),
        ("POST", "/uploads/unknown", {"crc32": "1"}, 404, "begin it anew"),
    ],
)
def test_a_script_is_told_what_is_wrong(
    page: RoomPage, method: str, path: str, data: Any, status: int, problem: str
) -> None:
    answer = page.send(method, path, data)
    assert answer.status_code == status
    assert problem in answer.text


def test_a_script_that_is_in_the_wrong_place_is_told_the_right_one(page: RoomPage) -> None:
    upload_id = begin(page, TALK).json["id"]
    page.send("PUT", f"/uploads/{upload_id}?offset=0", TALK[:30])
    answer = page.send("PUT", f"/uploads/{upload_id}?offset=0", TALK[:30])
    assert (answer.status_code, answer.json["offset"]) == (409, 30)


def test_a_plain_form_brings_several_files(page: RoomPage) -> None:
    files = [(io.BytesIO(TALK), "a.vtt"), (io.BytesIO(TALK + b"\n"), "b.vtt")]
    answer = page.send("POST", "/uploads/form", {"files": files})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/upload#received")
    assert not (page.state_dir / "inbox").exists(), "nobody has seen yet what they were taken for"
    answer = page.send("POST", "/uploads/keep", {"id": waiting(page)})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/queue?message=arrived")
    assert sorted(path.name for path in (page.state_dir / "inbox").iterdir()) == ["a.vtt", "b.vtt"]


def test_a_plain_form_brings_a_large_file_whole_and_at_most_fifty(
    page: RoomPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.upload.PIECE_BYTES", 30)
    sent = [(io.BytesIO(TALK), "large.vtt"), (io.BytesIO(b""), "")]
    assert page.send("POST", "/uploads/form", {"files": sent}).status_code == 303
    page.send("POST", "/uploads/keep", {"id": waiting(page)})
    assert (page.state_dir / "inbox" / "large.vtt").read_bytes() == TALK
    many = [(io.BytesIO(b"x"), f"{number}.exe") for number in range(52)]
    answer = page.send("POST", "/uploads/form", {"files": many})
    assert answer.status_code == 400
    assert answer.text.count(".exe is neither a recording") == 50


def test_the_page_names_what_it_takes(page: RoomPage) -> None:
    assert words(page.get("/upload").text) == (
        "Queue Add a recording or a transcript Files of meetings or drop them here "
        f"Recordings: {listed(RECORDINGS)}, up to 2,000 MB each. "
        f"Transcripts: {listed(TRANSCRIPTS)}. "
        "A zip holds one meeting with a sound file for each person, named after them. "
        f"Without JavaScript, all files together may have {FORM_BYTES // MB} MB, "
        "and an interrupted upload starts over; put larger files into the watch folder. Send"
    )


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ([], "Choose a file first."),
        ([(b"x", "a.exe")], "a.exe is neither"),
        ([(b"x" * 2000, "<b>.mp3")], "&lt;b&gt;.mp3"),
    ],
)
def test_what_a_plain_form_brings_in_vain_is_told_in_place(
    page: RoomPage, files: list[tuple[bytes, str]], problem: str
) -> None:
    sent = [(io.BytesIO(content), name) for content, name in files]
    answer = page.send("POST", "/uploads/form", {"files": sent})
    assert answer.status_code == 400
    assert problem in answer.text


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path) as page:
        yield page


def send_form(house: HubPage, name: str) -> str:
    """Send it and add it, if it is not known."""
    files: Any = (io.BytesIO(TALK), name)
    shown = house.submit("/uploads/form", "/upload", files=files).text
    found = _WAITING.findall(shown)
    return house.submit("/uploads/keep", "/upload", id=found).text if found else shown


def test_a_file_that_is_here_already_is_told_with_the_way_to_its_meeting(house: HubPage) -> None:
    assert "It was received" in send_form(house, "talk.vtt")
    wait_for(lambda: "talk.vtt" in house.get("/queue/part"), "it is in work")
    again = send_form(house, "the same.vtt")
    assert '<a href="/queue">the same.vtt is here already</a>' in again
    rules_worker(house.state).work_once()
    wait_for(house.store.heads, "its note is stored", 30)
    (head,) = house.store.heads()
    again = send_form(house, "once more.vtt")
    assert f'<a href="/meetings/{head.id}">once more.vtt is here already: {head.title}</a>' in again
    assert not list((house.state / "uploads").glob("*.vtt"))


def test_a_private_meeting_is_not_named_to_who_sends_its_file(house: HubPage) -> None:
    send_form(house, "talk.vtt")
    wait_for(lambda: "talk.vtt" in house.get("/queue/part"), "it is in work")
    rules_worker(house.state).work_once()
    wait_for(house.store.heads, "its note is stored", 30)
    (head,) = house.store.heads()
    house.store.make_private(head.id, seal("open sesame", datetime.now(UTC)))
    assert "It was received" in send_form(house, "talk.vtt")
    wait_for(lambda: not any((house.state / "inbox").glob("*.vtt")), "the hub has dropped it")
    token = house.client.get("/api/v1/session").json
    assert token
    headers = {"Origin": "http://localhost", "X-CSRF-Token": token["csrf"]}
    told = []
    for talk in (TALK, TALK.replace(b"lease", b"order")):
        offer = {"name": "other.vtt", "size_bytes": len(talk)}
        one = house.client.post("/api/v1/uploads", json=offer, headers=headers).json
        assert one
        path = f"/api/v1/uploads/{one['id']}"
        house.client.put(f"{path}?offset=0", data=talk, headers=headers)
        told.append(house.client.post(path, json={"crc32": zlib.crc32(talk)}, headers=headers).text)
        assert house.client.get(path).text == told[-1]
        wait_for(lambda: not any((house.state / "inbox").glob("*.vtt")), "the hub has taken it")
    known, new = told
    assert known == new
    assert head.id not in known


def test_an_upload_of_what_became_private_since_does_not_name_it(house: HubPage) -> None:
    for _ in range(2):
        send_form(house, "talk.vtt")
        wait_for(lambda: "talk.vtt" in house.get("/queue/part"), "it is in work")
    rules_worker(house.state).work_once()
    wait_for(house.store.heads, "its note is stored", 30)
    (head,) = house.store.heads()
    uploads = [path.stem for path in (house.state / "uploads").glob("*.json")]
    before = [house.client.get(f"/api/v1/uploads/{each}").text for each in uploads]
    assert any(head.id in text for text in before)
    house.store.make_private(head.id, seal("open sesame", datetime.now(UTC)))
    assert not any(head.id in house.client.get(f"/api/v1/uploads/{each}").text for each in uploads)


CHAT = "10:16:32 From Ann to Everyone: I will send the lease.\n10:17:02 From Ben to Everyone: Thanks.\n"


def test_what_a_file_was_taken_for_is_shown_and_corrected_before_it_is_kept(house: HubPage) -> None:
    files: Any = (io.BytesIO(CHAT.encode()), "talk.txt")
    shown = house.submit("/uploads/form", "/upload", files=files).text
    assert "talk.txt Zoom chat, 2 speakers, 30 s Ann: I will send the lease. Ben: Thanks." in words(shown)
    assert "Waiting to be added: 1 upload" in words(house.get("/queue"))
    assert "The queue is empty" in house.get("/queue/part")
    (upload_id,) = _WAITING.findall(shown)
    assert house.submit("/uploads/read", "/upload", read=f"{upload_id} \0").status_code == 400
    refused = house.submit("/uploads/read", "/upload", read=f"{upload_id} json").text
    assert "talk.txt" in re.findall(r'role="alert">(.*)</p>', refused)[0]
    shown = house.submit("/uploads/read", "/upload", read=f"{upload_id} text").text
    assert "talk.txt Text, 30 s From Ann to Everyone: I will send the lease." in words(shown)
    house.submit("/uploads/keep", "/upload", id=[upload_id])
    wait_for(lambda: "talk.txt" in house.get("/queue/part"), "it is in work")
    rules_worker(house.state).work_once()
    wait_for(house.store.heads, "its note is stored", 30)
    note = house.store.get(house.store.heads()[0].id)
    first, *_ = note.transcript.segments
    assert first.text == "From Ann to Everyone: I will send the lease."
    assert "Waiting to be added" not in house.get("/queue")


@pytest.mark.parametrize(
    ("language", "what"),
    [
        ("en", "Sound recording, 2 tracks: Jane Doe, Tom Ray"),
        ("fr", "Enregistrement sonore, 2 pistes : Jane Doe, Tom Ray"),
    ],
)
def test_whose_tracks_a_recording_has_is_shown_before_it_is_kept(
    page: RoomPage, tmp_path: Path, language: str, what: str
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("1-jane_doe.wav", "2-tom_ray.wav"):
            archive.write(write_audio(tmp_path / name, [loud(1)]), name)
    packed.seek(0)
    page.send("POST", "/uploads/form", {"files": [(packed, "talk.zip")]})
    assert f"talk.zip {what}" in words(page.get("/upload", **{"Accept-Language": language}).text)


def test_what_is_not_to_be_kept_is_removed_and_never_a_meeting(house: HubPage) -> None:
    files: Any = (io.BytesIO(TALK), "talk.vtt")
    (upload_id,) = _WAITING.findall(house.submit("/uploads/form", "/upload", files=files).text)
    assert "talk.vtt" not in house.submit("/uploads/drop", "/upload", drop=upload_id).text
    told = house.submit("/uploads/keep", "/upload", id=[upload_id])
    assert (told.status_code, "not known here" in told.text) == (400, True)
    assert 'data-done="/upload"' in told.text, "for the script: this address takes no GET"
    assert not list((house.state / "uploads").iterdir())
    assert not list((house.state / "inbox").glob("*.vtt"))


def test_whoever_may_only_read_is_not_shown_what_waits(tmp_path: Path) -> None:
    pins = Pins(tmp_path / "pins")
    pins.put({"reader": seal("11112222", datetime.now(UTC))})
    with hub_page(
        tmp_path / "state", door=Door(pins, lambda: load_config(packaged_config()).web, hostname="roomscribe")
    ) as house:
        files: Any = (io.BytesIO(TALK), "talk.vtt")
        assert "I will send the lease" in house.submit("/uploads/form", "/upload", files=files).text
        tablet = house.app.test_client()
        sent: Any = {
            "base_url": "http://roomscribe.local",
            "environ_overrides": {"REMOTE_ADDR": "192.168.1.5", DIALLED: "192.168.1.1"},
            "headers": {"Origin": "http://roomscribe.local", "Accept": "text/html"},
        }
        found = re.search(r'name="csrf" value="([^"]+)"', tablet.get("/pin", **sent).text)
        assert found
        tablet.post("/pin", data={"pin": "11112222", "csrf": found[1]}, **sent)
        shown = tablet.get("/upload", **sent)
        assert (shown.status_code, "Files of meetings" in shown.text) == (200, True)
        assert "I will send the lease" not in shown.text
        assert "Waiting to be added" not in tablet.get("/queue", **sent).text
        assert tablet.get("/upload/received", **sent).status_code == 403


def test_without_a_hub_nothing_is_taken_in(tmp_path: Path) -> None:
    page = RoomPage(tmp_path)
    assert "the hub is not running" in page.get("/upload").text
    assert begin(page, TALK).status_code == 503


@contextmanager
def served(page: RoomPage) -> Iterator[int]:
    with answering(Server(page.app, "127.0.0.1", 0, body_limit=bodies_of(Door()))) as server:
        yield server.port


@pytest.mark.parametrize(
    ("method", "path", "size", "host", "refused"),
    [
        ("PUT", "/uploads/" + "0" * 32, 4 * 1024 * 1024, "localhost", None),
        ("PUT", "/uploads/" + "0" * 32, 4 * 1024 * 1024 + 1, "localhost", 403),
        ("PUT", "/uploads/" + "0" * 32, MAX_BODY_BYTES + 1, "elsewhere.example", 421),
        ("PUT", "/queue", MAX_BODY_BYTES + 1, "localhost", 413),
    ],
)
def test_the_server_refuses_a_body_by_its_head(
    page: RoomPage, method: str, path: str, size: int, host: str, refused: int | None
) -> None:
    with served(page) as port, closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as wire:
        wire.putrequest(method, path, skip_host=True)
        wire.putheader("Host", host)
        wire.putheader("Content-Length", str(size))
        wire.endheaders()
        if refused:  # not a byte of the body was sent; what the door refuses needs no limit
            assert wire.getresponse().status == refused
        else:
            wire.send(b"x" * size)
            assert wire.getresponse().status == 403  # it was taken, and has no token
