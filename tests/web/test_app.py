"""The page as a browser without scripts meets it, over notes made by hand."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient

from daemon.base.errors import StateBusyError, StateDamagedError
from daemon.notes.store.reader import NoteReader, OpenReader
from guardrails.core.errors import RoomscribeError
from guardrails.core.types import Segment
from pipelines.note import Coverage, Note, NoteTranscript
from tests.fakes.hub_page import hub_page
from tests.fakes.meetings import STARTED, office_move
from tests.fakes.reader import FakeReader, reader_of
from web.app import create_app

BERLIN = ZoneInfo("Europe/Berlin")
FIRST_STEPS = ("/upload", "/record", "/system/settings?step=1")


def client_of(*notes: Note) -> FlaskClient:
    return create_app(reader_of(*notes), timezone=BERLIN).test_client()


def broken(error: Exception) -> OpenReader:
    @contextmanager
    def open_reader() -> Iterator[NoteReader]:
        raise error
        yield FakeReader()

    return open_reader


def many(number: int) -> list[Note]:
    """One meeting a day, the newest first."""
    return [
        office_move(f"meeting-{index}", STARTED - timedelta(days=index)).model_copy(
            update={"title": f"Meeting number {index}."}
        )
        for index in range(number)
    ]


def test_an_empty_list_leads_to_the_first_note_and_nowhere_where_a_hub_is_needed(tmp_path: Path) -> None:
    with hub_page(tmp_path / "hub") as page:
        shown = page.get("/")
    assert all(f'href="{path}"' in shown for path in FIRST_STEPS)
    shown = client_of().get("/").text
    assert "the hub is not running. Start it on the machine: systemctl start roomscribe" in shown
    main = shown[shown.index("<main") :]
    assert not any(f'href="{path}"' in main for path in FIRST_STEPS)
    assert "roomscribe process FILE --save" in main


def test_the_list_shows_day_and_time_of_the_rooms_zone() -> None:
    page = client_of(office_move(started_at=STARTED.replace(hour=23, minute=45))).get("/").text
    assert "Wednesday, 18 November 2026" in page
    assert "00:45" in page
    assert "4 of 5 action items open" in page


def test_meetings_of_one_day_stand_under_one_heading() -> None:
    early = office_move("early", STARTED - timedelta(hours=2))
    page = client_of(office_move(), early).get("/").text
    assert page.count("Tuesday, 17 November 2026") == 1
    assert page.index('href="/meetings/office-move"') < page.index('href="/meetings/early"')


def test_the_list_is_paged_by_50() -> None:
    client = client_of(*many(101))
    first, second, third = (client.get(f"/?page={page}").text for page in (1, 2, 3))
    assert "Meeting number 49." in first
    assert "Meeting number 50." not in first
    assert "Meeting number 50." in second
    assert "Meeting number 100." in third
    assert "Page 2 of 3" in second
    assert 'href="/"' in second
    assert 'href="/?page=3"' in second
    assert "Older" not in third


@pytest.mark.parametrize("page", ["0", "4", "-1", "x", "1e3", "²", "9" * 5000, ""])
def test_a_page_that_is_not_there_is_not_found(page: str) -> None:
    assert client_of(*many(101)).get("/", query_string={"page": page}).status_code == 404


def test_an_unknown_meeting_gets_a_page_that_leads_back() -> None:
    answer = client_of(office_move()).get("/meetings/nothing")
    assert answer.status_code == 404
    assert "Not found" in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("address", ["/nowhere", "/meetings/", "/meetings/..%2f..%2fetc", "/meetings/A.b"])
def test_an_unknown_address_gets_a_page_that_leads_back(address: str) -> None:
    answer = client_of(office_move()).get(address)
    assert answer.status_code == 404
    assert "Page not found" in answer.text


def test_the_beginning_of_an_id_leads_to_the_meetings_own_address() -> None:
    answer = client_of(office_move()).get("/meetings/office")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/meetings/office-move"


def test_a_failure_shows_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(broken(ValueError("secret detail")), timezone=BERLIN)
    with caplog.at_level(logging.CRITICAL):
        answer = app.test_client().get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "secret detail" not in answer.text
    assert "Traceback" not in answer.text


def test_a_busy_store_asks_to_come_back() -> None:
    answer = (
        create_app(broken(StateBusyError("Another process writes.")), timezone=BERLIN).test_client().get("/")
    )
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "Another process writes." in answer.text


def test_a_damaged_store_says_so() -> None:
    app = create_app(broken(StateDamagedError("line 3 cannot be read")), timezone=BERLIN)
    answer = app.test_client().get("/meetings/office-move")
    assert answer.status_code == 503
    assert "line 3 cannot be read" in answer.text


def test_a_note_downloads_as_json_and_reads_back_the_same() -> None:
    answer = client_of(office_move()).get("/meetings/office-move.json")
    assert answer.content_type == "application/json"
    assert answer.headers["Content-Disposition"] == "attachment; filename=office-move.json"
    assert Note.model_validate(json.loads(answer.text)) == office_move()


def test_a_note_downloads_as_markdown() -> None:
    answer = client_of(office_move()).get("/meetings/office-move.md")
    assert answer.content_type == "text/markdown; charset=utf-8"
    assert answer.text.startswith("# Moving to the new office\n")


def test_health_answers_without_the_store() -> None:
    app = create_app(broken(StateDamagedError("gone")), timezone=BERLIN)
    assert app.test_client().get("/health").json == {"status": "ok"}


MARKUP = '<script>alert(1)</script><img src=x onerror="alert(2)">'


def test_markup_that_was_said_is_text() -> None:
    note = office_move()
    said = tuple(
        Segment(s.id, s.start_s, s.end_s, f"{MARKUP}{s.speaker}", MARKUP) for s in note.transcript.segments
    )
    hostile = note.model_copy(
        update={
            "title": MARKUP,
            "source": MARKUP,
            "summary": MARKUP,
            "language": MARKUP,
            "warnings": (MARKUP,),
            "flags": (MARKUP,),
            "transcript": NoteTranscript(segments=said),
            "action_items": tuple(
                item.model_copy(update={"task": MARKUP, "owner": MARKUP, "quote": MARKUP, "flags": (MARKUP,)})
                for item in note.action_items
            ),
            "decisions": tuple(
                item.model_copy(update={"text": MARKUP, "quote": MARKUP}) for item in note.decisions
            ),
            "sentiment": note.sentiment.model_copy(update={"speakers": {MARKUP: 0.5}}),
        }
    )
    client = client_of(hostile)
    for address in ("/", "/meetings/office-move"):
        page = client.get(address).text
        assert "<script>" not in page
        assert "<img" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def long_meeting(lines: int) -> Note:
    words = "so what I was going to say is that we should perhaps look at it again"
    said = tuple(
        Segment(f"s{n}", n * 2.4, n * 2.4 + 2, f"Speaker number {n // 3 % 7}", f"{words} {n}")
        for n in range(lines)
    )
    return office_move().model_copy(
        update={
            "transcript": NoteTranscript(segments=said),
            "coverage": Coverage(segments_read=lines, segments_total=lines),
        }
    )


def test_an_hour_of_talk_stays_under_400_kilobytes() -> None:
    page = client_of(long_meeting(1500)).get("/meetings/office-move").data
    assert 150_000 < len(page) < 400_000


def test_the_store_is_closed_before_the_page_is_made() -> None:
    events = []

    @contextmanager
    def open_reader() -> Iterator[NoteReader]:
        events.append("open")
        yield FakeReader(office_move())
        events.append("closed")

    assert isinstance(open_reader(), AbstractContextManager)
    create_app(open_reader, timezone=BERLIN).test_client().get("/meetings/office-move")
    # The first look asks whether the meeting is private.
    assert events == ["open", "closed"] * 2


def test_the_page_shows_the_sections_of_the_notes_template_in_their_order() -> None:
    note = office_move()
    form = note.template.model_copy(update={"name": "mine", "sections": ("questions", "summary", "actions")})
    page = client_of(note.model_copy(update={"template": form})).get(f"/meetings/{note.id}").text
    places = [page.index(f'id="{section}"') for section in ("questions", "summary", "actions")]
    assert places == sorted(places)
    assert 'id="decisions"' not in page
    assert 'id="mood"' not in page


def test_what_no_page_knows_how_to_tell_is_told_in_its_own_words() -> None:
    error = RoomscribeError("the hub could not do it: the card is worn out")
    answer = create_app(broken(error), timezone=BERLIN).test_client().get("/")
    assert answer.status_code == 503
    assert "the card is worn out" in answer.text
