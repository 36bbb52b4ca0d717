"""A page that stays open while a note is made."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from daemon.access import seal
from daemon.meetings.queue import jobs_dir
from daemon.notes.store import NoteStore
from tests.e2e.test_page import PHONE
from tests.fakes.meetings import office_move
from tests.fakes.room_page import ID, NOW
from tests.fakes.serving import answering
from tests.web.test_waiting import waits
from web.app import create_app
from web.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", ["/", "/record", "/queue", f"/meetings/{ID}"])
def test_a_page_that_is_open_says_when_a_note_is_ready(
    tmp_path: Path, watched: Callable[..., Page], path: str
) -> None:
    jobs_dir(tmp_path).mkdir(parents=True)
    job = jobs_dir(tmp_path) / f"{ID}.json"
    job.write_text(waits().model_dump_json())
    with NoteStore.open_writer(tmp_path) as store:
        app = create_app(lambda: nullcontext(store), timezone=UTC, state_dir=tmp_path)
        with answering(Server(app, "127.0.0.1", 0)) as server:
            page = watched(server.url + path, **PHONE)
            page.evaluate("window.isTheSame = true")
            notice = page.locator(".ready")
            store.save(office_move(ID))
            with page.expect_response(lambda answer: "/queue/ready" in answer.url):
                pass
            expect(notice).to_be_empty()
            job.unlink()
            expect(notice).to_have_text(f"The note is ready: {office_move().title}")
            expect(notice).to_be_in_viewport(ratio=1)
            assert page.evaluate("window.isTheSame"), "the page was not loaded anew"
            notice.get_by_role("link").click()
            expect(page.get_by_role("heading", level=1)).to_have_text(office_move().title)


def test_only_the_notes_that_were_awaited_and_may_be_seen_are_named(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        for each in ("office-move", "another", "salaries"):
            store.save(office_move(each))
        store.make_private("salaries", seal("open sesame", NOW))
        client = create_app(lambda: nullcontext(store), timezone=UTC, state_dir=tmp_path).test_client()
        shown = client.get("/queue/ready?of=office-move+salaries+../gone").text
    assert shown.count("The note is ready") == 1
    assert 'href="/meetings/office-move"' in shown
