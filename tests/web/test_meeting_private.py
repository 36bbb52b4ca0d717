"""A private meeting: absent for everybody, open to who has its PIN."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from daemon.access import seal
from daemon.access.keyring import OPEN_S, Keyring
from daemon.access.pins import _key as key_of
from daemon.meetings import MeetingFolder, read_jobs
from daemon.meetings.receipts import SoFar
from daemon.notes.backup.make import make_backup
from daemon.notes.digests import DigestStore
from daemon.notes.search import NoteIndex
from daemon.notes.store import NoteStore
from pipelines.digest import Period, make_digest
from tests.fakes.appliance import wait_for
from tests.fakes.hub_page import BERLIN, HubPage, hub_page
from tests.fakes.kept_meetings import held
from tests.fakes.meetings import office_move
from tests.web.security.test_routes import routes

PAGE = "/meetings/office-move"
PIN = "secret 7-42"
TITLE = "Moving to the new office"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubPage]:
    monkeypatch.setattr("daemon.access.pins._COST", 2**10)
    with hub_page(tmp_path) as page:
        held(tmp_path, "office-move", 1, store=page.store)
        page.store.save(office_move())
        page.store.save(office_move("other").model_copy(update={"title": "Another", "action_items": ()}))
        yield page


def closed(page: HubPage) -> HubPage:
    page.submit(f"{PAGE}/private", pin=PIN)
    page.submit("/private/close")
    return page


def test_it_is_absent_from_everything_that_is_for_all(page: HubPage) -> None:
    digests = DigestStore(page.state)
    digests.put(make_digest(page.store.notes(), Period.day(date(2026, 11, 17)), timezone=BERLIN))
    wait_for(lambda: NoteIndex(page.state).search("disaster").found, "not in the index")
    closed(page)
    for path in (
        "/",
        "/actions",
        "/actions.csv",
        "/actions.ics",
        "/search?q=disaster",
        "/?person=Theo+Brandt",
    ):
        shown = page.get(path)
        assert TITLE not in shown, path
        assert "signed lease" not in shown, path
    assert {hit.note_id for hit in NoteIndex(page.state).search("disaster").found} <= {"other"}
    stored = digests.find("2026-11-17")
    assert stored is None or "office-move" not in stored.note_ids
    assert [note.id for note in page.store.notes()] == ["other"]


def test_no_address_of_the_page_shows_it(page: HubPage) -> None:
    asked = [(method, url) for _, method, url in routes(closed(page).app)]
    assert sum("office-move" in url for _, url in asked) > 50, "most are about the meeting itself"
    for method, url in asked:
        with page.client.open(url, method=method) as answer:
            assert not any(secret in answer.text for secret in (TITLE, "signed lease")), (method, url)


@pytest.mark.parametrize(
    "path", ["", ".md", ".json", ".docx", "/audio", "/history", "/why/a1", "/items/a1", "/work", "/delete"]
)
def test_each_of_its_addresses_answers_like_one_that_nobody_has_and_offers_to_enter_a_pin(
    page: HubPage, path: str
) -> None:
    private = closed(page).client.get(PAGE + path)
    unknown = page.client.get(f"/meetings/office-talk{path}")
    assert private.status_code == unknown.status_code == 404
    said, of_none = (re.sub(r'name="csrf" value="[^"]*"', "", each.text) for each in (private, unknown))
    assert said.replace("office-move", "office-talk") == of_none
    assert f'href="/private?next=/meetings/office-move{path}"' in private.text


def test_nobody_learns_from_the_backups_that_it_exists(page: HubPage) -> None:
    make_backup(page.state, None, None, datetime.now(UTC), keep=9)
    closed(page)
    shown, of_none = (
        re.sub(r'name="csrf" value="[^"]*"', "", page.get(f"/record?message=forget&since=10:00&of={each}"))
        for each in ("office-move", "office-talk")
    )
    assert shown.replace("office-move", "office-talk") == of_none
    assert f"{page.state}" not in shown


def test_without_the_pin_nothing_is_changed_either(page: HubPage) -> None:
    closed(page)
    for path, fields in ((f"{PAGE}/items/a1/status", {"status": "done"}),):
        assert page.submit(path, page="/private", **fields).status_code == 404
    assert page.store.edits("office-move") == ()
    assert page.client.get("/meetings/office").status_code == 404


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/meetings/office/items/a1/status", {"status": "done"}),
        ("/meetings/office/words", {"title": "Mine", "summary": ""}),
        ("/meetings/office/remake", {"engine": "rules"}),
        ("/meetings/office/private", {"open": "1"}),
    ],
)
def test_the_beginning_of_its_id_is_no_way_around_the_pin(
    page: HubPage, path: str, fields: dict[str, str]
) -> None:
    closed(page)
    assert page.submit(path, page="/private", **fields).status_code == 404
    assert page.store.edits("office-move") == ()
    assert set(page.store.private()) == {"office-move"}
    assert read_jobs(page.state) == []


def test_another_meeting_whose_id_it_goes_on_from_is_open_all_the_same(page: HubPage) -> None:
    page.store.save(office_move("office").model_copy(update={"title": "Short"}))
    closed(page)
    assert "Short" in page.get("/meetings/office")
    assert page.submit("/meetings/office/items/a1/status", page="/private", status="done").status_code == 200


def test_while_it_is_made_again_nobody_else_sees_that(page: HubPage) -> None:
    page.submit(f"{PAGE}/remake", engine="rules")
    so_far = MeetingFolder(page.state, "office-move").so_far
    so_far.write_text(SoFar(note=office_move(), heard_s=60.0, later=None).model_dump_json())
    assert "office-move.vtt" in page.get("/queue")
    closed(page)
    for path in ("/queue", "/queue/part", "/api/v1/jobs", "/", "/system"):
        shown = page.get(path)
        assert "office-move" not in shown, path
        assert TITLE not in shown, path
    assert page.client.get("/queue/office-move/drop").status_code == 404
    assert page.submit("/queue/office-move/retry", page="/private").status_code == 404


def test_who_asks_for_a_wrong_id_is_not_told_of_it(page: HubPage) -> None:
    closed(page)
    assert "office-move" not in page.client.get("/api/v1/notes/office-mover").text.replace("office-mover", "")


def test_the_pin_opens_it_for_this_browser_alone(page: HubPage) -> None:
    closed(page)
    assert "No meeting has that PIN" in page.submit("/private", page="/private", pin="wrong pin").text
    shown = page.submit("/private", page="/private", pin=" secret7 42", next=PAGE).text
    assert "Private: open on this device only" in shown
    assert TITLE in page.get("/private")
    assert TITLE not in page.get("/")
    page.submit("/private/close")
    assert page.client.get(PAGE).status_code == 404


def test_a_guess_takes_as_much_work_however_many_meetings_are_private(
    page: HubPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys: list[str] = []

    def counted(pin: str, salt: bytes, cost: int) -> bytes:
        keys.append(pin)
        return key_of(pin, salt, cost)

    monkeypatch.setattr("daemon.access.pins._key", counted)
    work = []
    for note_id in (None, "office-move", "other"):
        if note_id:
            page.submit(f"/meetings/{note_id}/private", page="/private", pin=f"{PIN}{note_id}")
            page.submit("/private/close", "/private")
        keys.clear()
        assert page.submit("/private", page="/private", pin="wrong pin").status_code == 403
        work.append(len(keys))
    assert work == [1, 1, 1]
    assert Keyring().try_pin("me", f"{PIN}other", page.store.private()) == ["other"]


def test_guesses_are_slowed_down(page: HubPage) -> None:
    closed(page)
    for _ in range(3):
        assert page.submit("/private", page="/private", pin="wrong pin").status_code == 403
    answer = page.submit("/private", page="/private", pin=PIN)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


def test_who_guesses_on_and_on_keeps_nobody_out(page: HubPage) -> None:
    closed(page)
    for number in range(12):
        page.client.environ_base["REMOTE_ADDR"] = f"127.0.0.{10 + number % 4}"
        assert page.submit("/private", page="/private", pin="wrong pin").status_code == 403
    assert page.submit("/private", page="/private", pin=PIN).status_code == 429
    page.client.environ_base["REMOTE_ADDR"] = "127.0.0.2"
    assert (
        "Private: open on this device only"
        in page.submit("/private", page="/private", pin=PIN, next=PAGE).text
    )


def test_it_can_be_opened_to_everybody_again(page: HubPage) -> None:
    page.submit(f"{PAGE}/private", pin=PIN)
    page.submit(f"{PAGE}/private", open="1")
    page.submit("/private/close")
    assert TITLE in page.get("/")
    wait_for(lambda: NoteIndex(page.state).search("disaster").found, "not in the index again")


def test_the_pin_is_nowhere_on_the_disk_and_outlives_a_restart(page: HubPage) -> None:
    closed(page)
    files = [path for path in page.state.rglob("*") if path.is_file()]
    assert not [path for path in files if b"secret" in path.read_bytes()]
    with NoteStore.open_reader(page.state) as store:
        assert set(store.private()) == {"office-move"}


def test_a_short_pin_is_refused(page: HubPage) -> None:
    assert "6 to 64 characters" in page.submit(f"{PAGE}/private", pin="12 34").text
    assert page.store.private() == {}


def test_it_stays_private_when_it_is_made_again_and_not_when_it_is_deleted(page: HubPage) -> None:
    closed(page)
    page.store.save(office_move())
    assert set(page.store.private()) == {"office-move"}
    page.store.delete("office-move")
    assert page.store.private() == {}


def test_what_was_opened_closes_by_itself_and_with_a_new_pin() -> None:
    now_s = [0.0]
    keyring = Keyring(lambda: now_s[0])
    first, second = (seal("123456", datetime.now(UTC)) for _ in range(2))
    assert keyring.try_pin("me", "123456", {"a": first, "b": None}) == ["a"]
    assert keyring.may("me", "a", first)
    assert not keyring.may("you", "a", first)
    assert not keyring.may("me", "a", second)
    now_s[0] += OPEN_S - 1
    assert keyring.may("me", "a", first)
    now_s[0] += OPEN_S + 1
    assert not keyring.may("me", "a", first)
