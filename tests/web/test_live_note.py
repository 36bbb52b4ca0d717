"""What a meeting came to so far: on the live page, on the list, and nowhere as a note."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from daemon.meetings import Job, MeetingFolder
from daemon.meetings.receipts import SoFar
from tests.fakes.reading import words
from tests.fakes.room_page import ID, NOW, RoomPage, note_by_rules, recorder_status
from web.views.so_far import GOES_ON, IS_OVER

LATER = "Gemma will work on this when no meeting goes on."
SAID = "I'll send the <signed> lease to legal by Friday."


@pytest.fixture
def room_page(tmp_path: Path) -> RoomPage:
    return RoomPage(tmp_path)


def noted(page: RoomPage, *texts: str, later: str | None = None, needs: str | None = "audio") -> None:
    """The worker has noted these lines in a pause."""
    note = note_by_rules(texts, ID, f"recording {ID}")
    path = MeetingFolder(page.state_dir, ID).so_far
    path.parent.mkdir(parents=True, exist_ok=True)
    heard_s = note.transcript.segments[-1].end_s or 0.0
    path.write_text(SoFar(note=note, heard_s=heard_s, later=later).model_dump_json())
    job = Job(id=ID, source=f"recording {ID}", priority="live", created_at=NOW)
    step = "transcribe" if needs else "draft"
    page.add_job(job.model_copy(update={"needs": needs, "step": step}))


def text_of(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def test_the_live_page_and_the_list_show_the_note_so_far_and_say_what_it_is(room_page: RoomPage) -> None:
    assert "So far, as of" not in text_of(room_page.get("/record").text)
    noted(room_page, "We begin.", SAID, later=LATER)
    for path in ("/record", f"/so-far/{ID}", f"/so-far/{ID}/part"):
        shown = text_of(room_page.get(path).text)
        assert f"So far , as of 0:35. {GOES_ON}" in shown
        assert LATER in shown
        assert "Send the &lt;signed&gt; lease to legal Fri 27 Nov" in shown
    listed = room_page.get("/").text
    assert f'href="/so-far/{ID}"' in listed
    assert "1 action item" in text_of(listed)
    assert "No meetings yet" not in listed
    assert words(room_page.get(f"/so-far/{ID}").text) == (
        f"All meetings Meeting So far , as of 0:35. {GOES_ON} {LATER} "
        "To do Send the <signed> lease to legal Fri 27 Nov 2026"
    )


def test_what_is_noted_so_far_is_no_note(room_page: RoomPage) -> None:
    noted(room_page, "We begin.", SAID)
    assert "This meeting has no note yet." in room_page.get(f"/meetings/{ID}").text
    for path in ("/actions", "/search?q=lease", "/api/v1/meetings"):
        assert "lease to legal" not in room_page.get(path).text


def test_after_the_meeting_it_says_that_the_note_is_being_made(room_page: RoomPage) -> None:
    room_page.status = recorder_status("idle")
    noted(room_page, SAID, needs=None)
    for path in ("/", f"/so-far/{ID}"):
        assert IS_OVER in text_of(room_page.get(path).text)


def test_a_browser_that_has_it_is_not_sent_it_again(room_page: RoomPage) -> None:
    noted(room_page, SAID)
    path = f"/so-far/{ID}/part"
    first = room_page.get(path)
    assert room_page.get(path, **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    noted(room_page, SAID, "We agreed to move in May.")
    again = room_page.get(path, **{"If-None-Match": first.headers["ETag"]})
    assert "as of 0:35" in text_of(again.text).replace("So far ,", "")


def test_of_a_meeting_without_a_pause_there_is_nothing_to_show(room_page: RoomPage) -> None:
    assert room_page.get(f"/so-far/{ID}").status_code == 404
    assert room_page.get(f"/so-far/{ID}/part").text.strip() == ""
    assert "/so-far/" not in room_page.get("/").text


def test_a_meeting_whose_turn_comes_later_says_when(room_page: RoomPage) -> None:
    waiting = Job(id=ID, source="notes.txt", priority="normal", created_at=NOW, step="draft", needs="turn")
    room_page.add_job(waiting.model_copy(update={"reason": "Gemma will work on this after 18:00."}))
    assert "Gemma will work on this after 18:00." in text_of(room_page.get("/queue").text)
