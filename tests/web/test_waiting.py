"""A meeting that has no note yet is in the list, with its sound, what it waits for, and what helps."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.access import seal
from daemon.meetings import Job
from daemon.notes.store import NoteStore
from daemon.spool.recording import read_record, write_record
from tests.fakes.kept_meetings import recorded
from tests.fakes.meetings import office_move
from tests.fakes.room_page import ID, NOW, RoomPage, recorder_status
from web.app import create_app

MISSING = (
    "waiting for the speech model: Whisper base is not installed: run `roomscribe models pull`, "
    "or `roomscribe models import DIR` with a folder that contains it"
)


@pytest.fixture
def page(tmp_path: Path) -> RoomPage:
    page = RoomPage(tmp_path)
    page.status = recorder_status("idle")
    recorded(tmp_path, ID, 2)
    return page


def waits(**changes: Any) -> Job:
    job = Job(
        id=ID,
        source=f"recording {ID}",
        priority="live",
        created_at=datetime(2026, 11, 20, 9, tzinfo=UTC),
        needs="models",
        reason=MISSING,
    )
    return job.model_copy(update=changes)


@pytest.mark.parametrize("path", ["/", f"/meetings/{ID}"])
def test_a_recording_that_waits_for_the_speech_model_can_be_found_and_heard(
    page: RoomPage, path: str
) -> None:
    page.add_job(waits())
    text = page.get(path).text
    assert "The room, Fri 20 Nov 2026 09:00" in text
    assert "Waiting for the speech model" in text
    assert "<code>roomscribe models pull</code>" in text
    assert f'<audio controls preload="none" src="/meetings/{ID}/audio"' in text
    sound = page.get(f"/meetings/{ID}/audio")
    assert (sound.status_code, sound.content_type) == (200, "audio/wav")


def test_in_work_names_the_command_too(page: RoomPage) -> None:
    page.add_job(waits())
    assert "<code>roomscribe models pull</code>" in page.get("/queue").text


def test_one_that_failed_can_be_tried_again_from_the_list(page: RoomPage) -> None:
    page.add_job(waits(state="aside", needs=None, reason="the speech model failed twice"))
    asked = []
    with page.hub(lambda do, given: asked.append((do, given["id"])) or {}):
        for path in ("/", f"/meetings/{ID}"):
            assert "The speech model failed twice." in page.get(path).text
            assert f'action="/queue/{ID}/retry"' in page.get(path).text
        page.send("POST", f"/queue/{ID}/retry")
    assert asked == [("jobs retry", ID)]


def test_nobody_listens_to_a_meeting_that_goes_on(page: RoomPage) -> None:
    folder = page.state_dir / "spool" / f"rec-{ID}"
    write_record(folder, read_record(folder).model_copy(update={"state": "recording", "ended_at": None}))
    page.add_job(waits())
    assert page.get(f"/meetings/{ID}/audio").status_code == 404
    for path in ("/", f"/meetings/{ID}"):
        assert "<audio" not in page.get(path).text
    page.status = recorder_status()
    text = page.get("/").text
    assert "No note yet" not in text, "it stands on top as the meeting that goes on"
    assert "The audio is kept, but nothing is transcribed yet: Waiting for" in page.get("/record").text


def test_what_is_in_neither_place_is_not_there(page: RoomPage) -> None:
    assert page.get(f"/meetings/{ID}").status_code == 404
    assert page.get(f"/meetings/{ID}/audio").status_code == 404


def test_of_many_the_list_shows_ten_and_leads_to_all(page: RoomPage) -> None:
    for number in range(30):
        page.add_job(waits(id=f"talk-{number}", source=f"talk {number}.mp3", priority="normal"))
    page.add_job(waits())
    text = page.get("/").text
    assert text.count('class="row waits"') == 10
    assert "The room, Fri" in text
    assert '<a href="/queue">All meetings in the queue</a>' in text


def test_a_private_meeting_that_is_made_again_stays_out_of_the_list(tmp_path: Path) -> None:
    recorded(tmp_path, "salaries", 2)
    page = RoomPage(tmp_path)
    page.add_job(waits(id="salaries", source="salaries.mp3"))
    with NoteStore.open_writer(tmp_path) as store:
        store.save(office_move("salaries"))
        store.make_private("salaries", seal("open sesame", NOW))
        client = create_app(lambda: nullcontext(store), timezone=UTC, state_dir=tmp_path).test_client()
        assert "salaries" not in client.get("/").text
        for path in ("/meetings/salaries", "/meetings/salaries/audio"):
            assert client.get(path).status_code == 404
