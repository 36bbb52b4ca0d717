"""Order among many meetings: tags, series, and what is done to several at once, without scripts."""

from __future__ import annotations

import queue
import re
import threading
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest
from werkzeug.test import TestResponse

from daemon.access import seal
from daemon.base.durable import make_folder
from daemon.meetings import MeetingFolder
from daemon.notes.deletion import read_deletions
from pipelines.note import Note
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.meetings import office_move
from tests.fakes.reading import words
from tests.fakes.serving import answering
from web.server import Server

NOW = datetime(2026, 11, 18, 18, tzinfo=UTC)
SELECT = "/?select=1"


def meeting(note_id: str, weeks_ago: int, **fields: Any) -> Note:
    return office_move(note_id, NOW - timedelta(weeks=weeks_ago)).model_copy(update=fields)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path, now=lambda: NOW) as page:
        page.store.save(meeting("new", 0, title="Weekly 18 November"))
        page.store.save(meeting("old", 1, title="Weekly 11 November", tags=("Sales",)))
        page.store.save(meeting("lunch", 2, title="Lunch"))
        yield page


def send(page: HubPage, path: str, **fields: Any) -> TestResponse:
    return page.submit(path, SELECT, **fields)


def tags(page: HubPage) -> dict[str, tuple[str, ...]]:
    return {head.id: head.tags for head in page.store.heads()}


def listed(shown: str) -> list[str]:
    return re.findall(r'<h3><a href="/meetings/([^"]*)"', shown)


def test_tags_are_typed_on_the_page_shown_and_undone(page: HubPage) -> None:
    assert 'value="Sales"' in page.get("/meetings/old/words")
    shown = page.submit(
        "/meetings/old/words", "/meetings/old", title="Weekly 11 November", summary="", tags="#Board, sales ,"
    )
    assert tags(page)["old"] == ("Board", "sales")
    assert "#Board #sales" in words(shown.text)
    history = page.get("/meetings/old/history")
    assert "Tagged “Board”, tagged “sales” and took the tag “Sales” away." in words(history)
    edit = page.store.edits("old")[-1]
    page.submit("/meetings/old/undo", "/meetings/old", edit=edit.id)
    assert tags(page)["old"] == ("Sales",)


def test_a_form_of_before_that_knows_no_tags_takes_none_away(page: HubPage) -> None:
    page.submit("/meetings/old/words", "/meetings/old", title="Weekly", summary="Short.")
    assert tags(page)["old"] == ("Sales",)


def test_a_tag_that_is_too_long_is_refused_in_one_line(page: HubPage) -> None:
    answer = page.submit("/meetings/old/words", "/meetings/old", title="Weekly", summary="", tags="x" * 41)
    assert answer.status_code == 400
    assert "40 characters" in answer.text
    assert tags(page)["old"] == ("Sales",)


@pytest.mark.parametrize(
    ("address", "shown"),
    [("/?tag=Sales", ["old"]), ("/?tag=sales", ["old"]), ("/?tag=sale", []), ("/", ["new", "old", "lunch"])],
)
def test_the_list_is_narrowed_down_to_a_tag(page: HubPage, address: str, shown: list[str]) -> None:
    assert listed(page.get(address)) == shown
    assert '<a href="/?tag=Sales">#Sales</a>' in page.get("/meetings/old")


def test_programs_find_tags_set_them_and_filter_by_them(page: HubPage) -> None:
    session: Any = page.client.get("/api/v1/session").json
    headers = {"Origin": "http://localhost", "X-CSRF-Token": session["csrf"]}
    change = {"change": {"do": "change_tags", "add": ["Board"]}}
    assert page.client.post("/api/v1/notes/new/edits", json=change, headers=headers).status_code == 201
    found: Any = page.client.get("/api/v1/notes?tag=board").json
    assert [(each["id"], each["tags"]) for each in found["notes"]] == [("new", ["Board"])]
    note: Any = page.client.get("/api/v1/notes/new").json
    assert note["tags"] == ["Board"]


def test_a_meeting_of_a_series_leads_to_the_last_time_and_carries_what_is_open(page: HubPage) -> None:
    shown = page.get("/meetings/new")
    assert 'Last time: <a href="/meetings/old">Wed 11 Nov 2026</a>' in shown
    assert "Still open from before: 3 Wed 11 Nov 2026 3" in words(shown)
    assert "Last time" not in page.get("/meetings/old")
    assert "Still open from before" not in page.get("/meetings/lunch")
    action = re.search(r'formaction="(/meetings/old/items/a1/status[^"]*)"', shown)
    back = re.search(r'name="back" value="([^"]*)"', shown)
    assert action
    assert back
    answer = page.submit(action[1], "/meetings/new", status="done", back=back[1])
    assert answer.request.path == "/meetings/new"
    assert "Still open from before: 2" in words(answer.text)
    assert page.store.get("old").action_items[0].status == "done"


def test_a_private_meeting_is_no_last_time_and_is_not_among_several(page: HubPage) -> None:
    page.store.make_private("old", seal("12345678", NOW))
    assert "Last time" not in page.get("/meetings/new")
    assert "Weekly 11 November" not in page.get(SELECT)
    assert send(page, "/several/delete", id="old", what="all").status_code == 400
    assert send(page, "/several/tag", id=["old", "new"], tag="Board").status_code == 200
    assert tags(page) == {"new": ("Board",), "old": ("Sales",), "lunch": ()}
    assert send(page, "/several/export", id="old").status_code == 400


def test_several_are_tagged_at_once_and_one_undo_takes_it_back(page: HubPage) -> None:
    shown = send(page, "/several/tag", id=["new", "old"], tag="#sales").text
    assert tags(page) == {"new": ("sales",), "old": ("Sales",), "lunch": ()}
    assert "Tagged “sales”: 1 meeting." in words(shown), "the other one had it already"
    undone = page.take_back(shown)
    assert undone.request.url.endswith(SELECT)
    assert "Tagged" not in words(undone.text)
    assert tags(page) == {"new": (), "old": ("Sales",), "lunch": ()}
    shown = send(page, "/several/tag", id=["new", "old"], tag="Sales", remove=1).text
    assert "Took the tag “Sales” away: 1 meeting." in words(shown)
    assert set(tags(page).values()) == {()}
    assert [edit.name for edit in page.store.edits("old")] == [None]


@pytest.mark.parametrize("path", ["tag", "export", "delete"])
def test_where_nothing_is_selected_nothing_is_done(page: HubPage, path: str) -> None:
    answer = send(page, f"/several/{path}", tag="x")
    assert answer.status_code == 400
    assert "No meeting is selected" in answer.text
    assert "No tag was typed" in send(page, "/several/tag", id="new").text


def test_several_are_one_archive_of_their_notes(page: HubPage) -> None:
    answer = send(page, "/several/export", id=["new", "old"])
    assert answer.headers["Content-Disposition"] == "attachment; filename=meetings-2026-11-18.zip"
    with ZipFile(BytesIO(answer.data)) as packed:
        assert packed.namelist() == ["new Weekly 18 November.md", "old Weekly 11 November.md"]
        assert 'tags: ["Sales"]' in packed.read("old Weekly 11 November.md").decode()


def test_several_are_taken_away_in_the_form_that_was_chosen(page: HubPage) -> None:
    answer = send(page, "/several/export", id=["new"], form="docx")
    with ZipFile(BytesIO(answer.data)) as packed:
        assert packed.namelist() == ["new Weekly 18 November.docx"]


@pytest.mark.parametrize("path", ["tag", "export", "delete"])
def test_an_id_that_is_sent_often_counts_once_and_no_more_are_taken_than_a_page_lists(
    page: HubPage, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = send(page, f"/several/{path}", id=["new", "old"] * 1_250, tag="x")
    assert answer.status_code == 200
    if path == "export":
        assert len(ZipFile(BytesIO(answer.data)).namelist()) == 2
    monkeypatch.setattr("web.pages.several.PAGE_SIZE", 2)
    answer = send(page, f"/several/{path}", id=["new", "old", "lunch"], tag="y")
    assert (answer.status_code, "Select at most 2 meetings at once." in answer.text) == (400, True)
    assert tags(page)["lunch"] == ()


def test_many_who_export_at_once_keep_nobody_from_the_page(
    page: HubPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One archive is made, one waits for it, the others are told to come again."""
    begun, let_go, statuses = threading.Semaphore(0), threading.Event(), queue.Queue[int]()

    def slow(*_: object) -> bytes:
        begun.release()
        let_go.wait(10)
        return b"PK"

    monkeypatch.setattr("web.pages.several.archive", slow)
    with answering(Server(page.app, "127.0.0.1", 0)) as server:

        def ask(path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
            content = urlencode(form).encode() if form else None
            asked = Request(f"{server.url}{path}", content, {"Origin": server.url} if form else {})
            try:
                with urlopen(asked, timeout=10) as answer:
                    return answer.status, answer.read().decode()
            except HTTPError as refused:
                with refused:
                    return refused.code, refused.read().decode()

        token = re.findall(r'name="csrf" value="([^"]+)"', ask(SELECT)[1])[0]
        form = {"csrf": token, "id": "new"}
        visitors = [
            threading.Thread(target=lambda: statuses.put(ask("/several/export", form)[0])) for _ in range(6)
        ]
        try:
            for visitor in visitors:
                visitor.start()
            assert begun.acquire(timeout=10)
            assert [statuses.get(timeout=10) for _ in range(4)] == [503] * 4
            assert ask("/health")[0] == 200
            assert not begun.acquire(blocking=False), "a second one was begun"
        finally:
            let_go.set()
            for visitor in visitors:
                visitor.join()
    assert [statuses.get_nowait() for _ in range(2)] == [200, 200]


def test_several_are_deleted_as_one_is_after_a_page_that_asks(page: HubPage) -> None:
    source = MeetingFolder(page.state, "old").source_dir
    make_folder(source)
    (source / "old.wav").write_bytes(b"sound")
    asked = send(page, "/several/delete", id=["new", "old"]).text
    assert "Delete 2 meetings Weekly 18 November Wed 18 Nov 2026 Weekly 11 November Wed 11 Nov 2026" in words(
        asked
    )
    assert "Of each, the note, its transcript, the audio, the changes made by hand" in words(asked)
    assert len(page.store.heads()) == 3, "nothing is deleted before the answer"
    ids = re.findall(r'name="id" value="([^"]*)"', asked)
    assert "deleted" in send(page, "/several/delete", id=ids, what="all").text
    assert [head.id for head in page.store.heads()] == ["lunch"]
    assert not MeetingFolder(page.state, "old").path.exists()
    assert read_deletions(page.state).notes.keys() == {"new", "old"}
    left = [path for path in page.state.rglob("*") if path.is_file() and b"Weekly" in path.read_bytes()]
    assert left == []


def test_several_stay_selected_page_by_page_with_the_filters(page: HubPage) -> None:
    assert listed(page.get(f"{SELECT}&tag=Sales")) == []
    assert re.findall(r'name="id" value="([^"]*)"', page.get(f"{SELECT}&tag=Sales")) == ["old"]
    assert page.get("/?select=all&tag=Sales").count(" checked>") == 1
    assert 'href="/?select=all&amp;tag=Sales"' in page.get(f"{SELECT}&tag=Sales")


def test_a_page_to_select_on_is_no_larger_than_the_list(page: HubPage) -> None:
    for number in range(60):
        page.store.save(meeting(f"m{number}", number))
    sizes = [len(zlib.compress(page.get(path).encode(), 6)) for path in ("/", SELECT)]
    assert max(sizes) < 40_000
