"""Lists over all meetings as a browser without scripts meets them: filters, search, actions, digests."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient

from daemon.access import seal
from daemon.notes.digests import DigestStore
from daemon.notes.search import NoteIndex
from daemon.notes.store import NoteStore
from daemon.notes.store.filters import MOODS
from pipelines.digest import Period, make_digest
from pipelines.editing import ChangeItem, ItemFields
from pipelines.note import Due, Note
from tests.fakes.meetings import DRAFTED, office_move
from tests.fakes.reading import words
from tests.fakes.room_page import RoomPage
from web.app import create_app
from web.views import actions, home, listing

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 18, 18, tzinfo=UTC)
"""A Wednesday."""


def meeting(note_id: str, days_ago: int = 0, **update: object) -> Note:
    return office_move(note_id, NOW - timedelta(days=days_ago)).model_copy(update=update)


def with_due(note: Note, *days: date | None) -> Note:
    """The note with as many action items, due on `days`, all open and confirmed."""
    item = note.action_items[0]
    items = tuple(
        item.model_copy(
            update={
                "id": f"a{number}",
                "task": f"task of {day or 'no day'}",
                "due": Due(phrase="then", date=day) if day else None,
                "status": "open",
                "verdict": "verified",
            }
        )
        for number, day in enumerate(days, 1)
    )
    return note.model_copy(update={"action_items": items})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[NoteStore]:
    with NoteStore.open_writer(tmp_path) as store:
        yield store


@pytest.fixture
def client(store: NoteStore, tmp_path: Path) -> FlaskClient:
    return create_app(
        lambda: nullcontext(store), timezone=BERLIN, state_dir=tmp_path, now=lambda: NOW
    ).test_client()


def titles(page: str) -> list[str]:
    """Of the meetings on a list."""
    return re.findall(r'<h[23]><a href="/meetings/[^"]*">([^<]*)</a>', page)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/", ["New", "Old"]),
        ("/?mood=negative", ["Old"]),
        ("/?mood=nonsense&from=nonsense", ["New", "Old"]),
        ("/?person=Zoe", ["Old"]),
        ("/?person=zoe", ["Old"]),
        ("/?person=Zo", []),
        ("/?person=brandt", ["New", "Old"]),
        ("/?from=2026-11-17", ["New"]),
        ("/?to=2026-11-17", ["Old"]),
        ("/?from=2026-11-01&to=2026-11-30", ["New", "Old"]),
        ("/?open=1", ["New"]),
        ("/?person=Nobody", []),
    ],
)
def test_filters_narrow_the_list(
    store: NoteStore, client: FlaskClient, address: str, shown: list[str]
) -> None:
    new = meeting("new", 0, title="New")
    done = tuple(item.model_copy(update={"status": "done", "owner": "Zoe"}) for item in new.action_items)
    mood = new.sentiment.model_copy(update={"label": "negative"})
    store.save(new)
    store.save(meeting("old", 5, title="Old", action_items=done, sentiment=mood))
    page = client.get(address).text
    assert titles(page) == shown
    assert ("No meeting matches" in page) == (not shown)


def test_paging_keeps_the_filters(store: NoteStore, client: FlaskClient) -> None:
    for number in range(listing.PAGE_SIZE + 1):
        store.save(meeting(f"m{number}", number))
    assert 'href="/?page=2&amp;mood=mixed"' in client.get("/?mood=mixed").text
    assert len(titles(client.get("/?page=2&mood=mixed").text)) == 1


def test_a_search_leads_to_the_line_in_which_a_word_was_said(
    store: NoteStore, client: FlaskClient, tmp_path: Path
) -> None:
    store.save(meeting("move", title="The move"))
    index = NoteIndex(tmp_path)
    index.update(store)
    index.close()
    page = client.get("/search?q=disaster").text
    assert titles(page) == ["The move"]
    assert 'href="/meetings/move#s7"' in page
    assert "<mark>disaster</mark>" in page
    assert "some of them" in client.get("/search?q=disaster+xylophone").text
    assert "Nothing was found" in client.get("/search?q=xylophone").text
    assert "Nothing was found" in client.get("/search?q=disaster&mood=positive").text


def test_markup_that_was_said_is_shown_as_words(
    store: NoteStore, client: FlaskClient, tmp_path: Path
) -> None:
    evil = "<script>alert(1)</script>"
    note = meeting("evil", title=f"T {evil}", summary=f"S {evil} word")
    store.save(with_due(note, date(2026, 11, 19)))
    index = NoteIndex(tmp_path)
    index.update(store)
    index.close()
    for address in ("/", "/search?q=word", "/search?q=" + evil, "/actions", "/?person=" + evil):
        assert "<script>alert" not in client.get(address).text


def test_an_empty_search_shows_the_list(client: FlaskClient) -> None:
    answer = client.get("/search?q=+&mood=mixed")
    assert (answer.status_code, answer.location) == (302, "/?mood=mixed")


def test_action_items_stand_by_when_they_are_due(store: NoteStore, client: FlaskClient) -> None:
    days = [date(2026, 11, d) for d in (17, 18, 22, 23)]
    note = with_due(meeting("one"), *days, None)
    done = note.action_items[0].model_copy(update={"id": "a9", "task": "long since", "status": "done"})
    doubtful = done.model_copy(update={"id": "a10", "task": "never said", "verdict": "unverified"})
    store.save(note.model_copy(update={"action_items": (*note.action_items, done, doubtful)}))
    page = client.get("/actions").text
    order = ["Overdue", days[0], "This week", days[1], days[2], "Later", days[3], "No date", "of no day"]
    places = [page.index(str(each)) for each in (*order, "Long since")]
    assert places == sorted(places)
    assert "ever said" not in page


def test_on_a_saturday_this_week_reaches_to_the_next_sunday(store: NoteStore, tmp_path: Path) -> None:
    saturday = datetime(2026, 11, 21, 9, tzinfo=UTC)
    store.save(with_due(meeting("one"), date(2026, 11, 29), date(2026, 11, 30)))
    client = create_app(
        lambda: nullcontext(store), timezone=BERLIN, state_dir=tmp_path, now=lambda: saturday
    ).test_client()
    page = client.get("/actions").text
    assert page.index("This week") < page.index("2026-11-29") < page.index("Later") < page.index("2026-11-30")


def test_one_persons_items_and_nobodys(store: NoteStore, client: FlaskClient) -> None:
    note = with_due(meeting("one"), date(2026, 11, 19), date(2026, 11, 20))
    mine, open_to_all = note.action_items
    items = (mine.model_copy(update={"owner": "Ann"}), open_to_all.model_copy(update={"owner": None}))
    store.save(note.model_copy(update={"action_items": items}))
    assert "2026-11-19" in (page := client.get("/actions?person=Ann").text)
    assert "2026-11-20" not in page
    assert "2026-11-20" in (page := client.get(f"/actions?person={actions.NOBODY}").text)
    assert "2026-11-19" not in page
    assert "Nothing to do for Bob." in client.get("/actions?person=Bob").text


def test_a_long_group_shows_its_beginning_and_leads_to_the_rest(
    store: NoteStore, client: FlaskClient
) -> None:
    store.save(with_due(meeting("one"), *[date(2026, 12, 1)] * 130))
    page = client.get("/actions").text
    assert page.count('class="tick"') == actions.PAGE_SIZE == 100
    assert "All 130" in page
    assert client.get("/actions?group=later").text.count('class="tick"') == 130


def test_the_items_that_are_shown_can_be_saved(store: NoteStore, client: FlaskClient) -> None:
    store.save(with_due(meeting("one", title="Move"), date(2026, 11, 19), None))
    answer = client.get("/actions.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["due"], row["meeting"]) for row in rows] == [("2026-11-19", "Move"), ("", "Move")]
    assert "attachment" in answer.headers["Content-Disposition"]
    calendar = client.get("/actions.ics").text
    assert calendar.count("BEGIN:VTODO") == 2
    assert calendar.count("BEGIN:VEVENT") == 1
    assert "/meetings/one" in calendar


def test_without_a_hub_nothing_is_changed_and_the_page_says_why(
    store: NoteStore, client: FlaskClient
) -> None:
    store.save(with_due(meeting("one"), date(2026, 11, 19)))
    page = client.get("/actions").text
    token = re.search(r'name="csrf" value="([^"]+)"', page)
    assert token
    answer = client.post(
        "/meetings/one/items/a1/status",
        data={"status": "done", "csrf": token[1]},
        headers={"Origin": "http://localhost"},
    )
    assert answer.status_code == 503
    assert "hub is not running" in answer.text


def box(client: FlaskClient) -> str:
    """The words of the box on top of the list, without their markup; empty where there is none."""
    found = re.search(r'<section class="today".*?</section>', client.get("/").text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split()) if found else ""


def test_today_stands_on_top_as_it_is_now(store: NoteStore, client: FlaskClient) -> None:
    store.save(with_due(meeting("new"), date(2026, 11, 20), None).model_copy(update={"questions": ()}))
    days = (date(2026, 11, 13), date(2026, 11, 25), date(2026, 11, 26), date(2026, 10, 1), None)
    store.save(with_due(meeting("old", 8), *days))
    assert box(client) == (
        "Today 1 meeting · 2 overdue · 3 to do · 3 decisions "
        "Task of 2026-11-13 Theo Brandt was due Fri 13 Nov "
        "Task of 2026-11-20 Theo Brandt due Fri 20 Nov "
        "Task of 2026-11-25 Theo Brandt due Wed 25 Nov "
        "All action items Digests"
    )
    assert box(client).count("Theo Brandt") == home.SHOWN_TODAY
    store.edit("old", ChangeItem(kind="action", item="a1", fields=ItemFields(status="done")), NOW, "member")
    assert "1 meeting · 1 overdue · 3 to do · 3 decisions" in box(client)
    assert "was due" not in box(client), "what slipped long ago stands under Actions"


def test_every_page_counts_the_same_items_as_overdue(store: NoteStore, client: FlaskClient) -> None:
    day = NOW.date()
    days = [day - timedelta(days=back) for back in (400, 31, 30, 1, 0, -1)]
    store.save(with_due(meeting("old", 20), *days, None))
    unsure = with_due(meeting("unsure", 20), *days)
    doubtful = tuple(each.model_copy(update={"verdict": "unverified"}) for each in unsure.action_items)
    store.save(unsure.model_copy(update={"action_items": doubtful}))
    store.save(with_due(meeting("done", 20), *days))
    for number in range(1, len(days) + 1):
        change = ChangeItem(kind="action", item=f"a{number}", fields=ItemFields(status="done"))
        store.edit("done", change, NOW, "member")
    for period in (Period.day(day), Period.week(day, day)):
        digest = make_digest(store.notes(), period, timezone=BERLIN)
        assert len(digest.slipped) + digest.slipped_before == 4
    assert "4 overdue" in box(client)
    listed = client.get("/actions").text
    assert re.search(r'Overdue <span class="count">4<', listed)
    assert listed.count('class="late"') == 4


def test_what_is_private_or_not_confirmed_is_no_matter_of_today(
    store: NoteStore, client: FlaskClient
) -> None:
    secret = with_due(meeting("secret"), date(2026, 11, 19))
    store.save(secret)
    doubted = secret.action_items[0].model_copy(update={"verdict": "unverified"})
    store.save(secret.model_copy(update={"id": "doubted", "action_items": (doubted,)}))
    store.make_private("secret", seal("open sesame", NOW))
    assert "1 meeting ·" in box(client)
    assert "Task of" not in box(client)


def test_a_day_with_nothing_to_tell_has_no_box(store: NoteStore, client: FlaskClient) -> None:
    store.save(with_due(meeting("old", 8), None))
    assert box(client) == ""


def test_the_digest_of_today_is_named_on_top_and_every_digest_has_a_page(
    store: NoteStore, client: FlaskClient, tmp_path: Path
) -> None:
    assert "There is none yet" in client.get("/digests").text
    store.save(with_due(meeting("one", title="Move"), date(2026, 11, 19)))
    for period in (Period.day(date(2026, 11, 18)), Period.week(date(2026, 11, 18))):
        DigestStore(tmp_path).put(make_digest(store.notes(), period, timezone=BERLIN))
    assert 'href="/digests/2026-11-18">All of today' in (page := client.get("/").text)
    assert 'href="/meetings/one#item-a1"' in page
    assert 'id="today-h"' not in client.get("/?mood=mixed").text
    assert "Wednesday, 18 November 2026" in client.get("/digests").text
    assert "Week 47" in client.get("/digests/2026-W47").text
    page = client.get("/digests/2026-11-18").text
    assert 'href="/meetings/one"' in page
    assert "Of meetings that the rules alone read, only what somebody takes on for a day soon" in page
    assert client.get("/digests/2026-11-19").status_code == 404
    assert client.get("/digests/..%2f").status_code == 404


def test_the_list_tells_length_items_and_mood_of_each_meeting(store: NoteStore, client: FlaskClient) -> None:
    done = tuple(item.model_copy(update={"status": "done"}) for item in office_move().action_items[:2])
    store.save(meeting("new", 0, title="New"))
    store.save(
        meeting("done", 1, title="Done", action_items=done, decisions=(), questions=(), duration_s=30.0)
    )
    two = office_move().questions[0].model_copy(update={"id": "q2"})
    bare = meeting("bare", 2, title="Bare", action_items=(), questions=(*office_move().questions, two))
    store.save(bare.model_copy(update={"continues": "x", "duration_s": 7500.0}))
    store.save(meeting("one", 3, title="One", action_items=done[:1], decisions=office_move().decisions[:1]))
    assert words(client.get("/").text).partition("All action items Digests ")[2] == (
        "Select several "
        "Wednesday, 18 November 2026 19:00 New 4 min 4 of 5 action items open 3 decisions 1 open question "
        "Mood: mixed "
        "Tuesday, 17 November 2026 19:00 Done 30 s all 2 done Mood: mixed "
        "Monday, 16 November 2026 19:00 Bare 2 h 05 min goes on from the one before no action items "
        "3 decisions 2 open questions Mood: mixed "
        "Sunday, 15 November 2026 19:00 One 4 min all 1 done 1 decision 1 open question Mood: mixed"
    )


def test_a_filtered_list_says_so_and_has_no_box_of_today(store: NoteStore, client: FlaskClient) -> None:
    store.save(meeting("move", title="Move"))
    page = client.get("/?person=brandt&open=1&from=2026-11-18").text
    assert words(page).endswith(
        f"Filter (on) Person From To Mood any {' '.join(MOODS)} with open items Show Show all "
        "Wednesday, 18 November 2026 19:00 Move 4 min 4 of 5 action items open 3 decisions 1 open question "
        "Mood: mixed"
    )
    assert 'value="brandt"' in page
    assert 'value="2026-11-18"' in page
    assert "Today" not in words(page)
    older = client.get("/?page=2&from=2026-11-18")
    assert older.status_code == 404


def test_the_digests_say_what_was_decided_and_what_slipped(
    store: NoteStore, client: FlaskClient, tmp_path: Path
) -> None:
    store.save(
        with_due(meeting("one", 2, title="Move", engines=DRAFTED), date(2026, 11, 17), date(2027, 1, 4), None)
    )
    store.save(with_due(meeting("old", 60, title="Old", engines=DRAFTED), date(2026, 9, 20)))
    store.save(meeting("two", 0, title="Review", engines=DRAFTED))
    week = Period.week(NOW.date())
    DigestStore(tmp_path).put(make_digest(store.notes(), week, timezone=BERLIN))
    about = office_move().summary.splitlines()[0]
    DigestStore(tmp_path).put(make_digest(store.notes(), Period.day(NOW.date()), timezone=BERLIN))
    assert words(client.get("/digests/2026-W47").text) == (
        "All digests Week 47, from Mon 16 Nov 2026 Meetings "
        f"19:00 Move Mood: mixed {about} 19:00 Review Mood: mixed {about} "
        "To do Priya Raman Order the network line was due Tue 17 Nov "
        "Theo Brandt Task of 2026-11-17 was due Tue 17 Nov "
        "Send the signed lease to legal due Fri 20 Nov Task of 2027-01-04 due Mon 4 Jan 2027 Task of no day "
        "Nobody named Tell the cleaning company “when we can” "
        "Decided The servers move last, on the fifth Sales gets the second floor "
        "The servers move last, on the fifth Sales gets the second floor "
        "Still open Do we keep the old phone numbers? Do we keep the old phone numbers? "
        "The mood was positive (+0.14). Overdue and not listed: 1. "
        "Left out, because the transcript does not confirm it: 3."
    )
    day = words(client.get("/digests/2026-11-18").text)
    opening = "All digests Wednesday, 18 November 2026 Meetings 19:00 Review Mood: mixed"
    assert day.startswith(f"{opening} {about} To do ")
    assert day.endswith("Left out, because the transcript does not confirm it: 2.")
    assert words(client.get("/digests").text).endswith(
        "Weeks Week 47, from Mon 16 Nov 2026 Days Wednesday, 18 November 2026"
    )


def test_the_items_of_all_meetings_stand_with_owner_day_and_meeting(
    store: NoteStore, client: FlaskClient
) -> None:
    store.save(with_due(meeting("one", 2, title="Move"), date(2026, 11, 17), date(2027, 1, 4), None))
    store.save(meeting("two", 0, title="Review"))
    everybody = words(client.get("/actions").text)
    assert everybody.partition("Show ")[2].partition(" Download")[0] == (
        "Overdue 2 Task of 2026-11-17 Theo Brandt yesterday Move "
        "Order the network line Priya Raman yesterday Review "
        "This week 1 Send the signed lease to legal Theo Brandt Fri 20 Nov Review "
        "Later 1 Task of 2027-01-04 Theo Brandt Mon 4 Jan 2027 Move "
        "No date 2 Tell the cleaning company nobody named “when we can” no day understood Review "
        "Task of no day Theo Brandt no date Move "
        "Done 1 ✓ Read the landlord's contract Theo Brandt no date Review"
    )
    assert "Owner everybody Jonas Weber Priya Raman Theo Brandt nobody Show" in everybody
    hers = words(client.get("/actions?person=Priya+Raman").text)
    assert hers.partition("Show ")[2].partition(" Download")[0] == (
        "Overdue 1 Order the network line Priya Raman yesterday Review"
    )
    later = words(client.get("/actions?group=later&person=Theo+Brandt").text)
    assert "Later 1 Task of 2027-01-04 Theo Brandt Mon 4 Jan 2027 Move" in later
    assert "Overdue" not in later
    calendar = client.get("/actions.ics?person=Priya+Raman").text.replace("\r\n", "\n")
    assert (
        "DUE;VALUE=DATE:20261117\nSTATUS:NEEDS-ACTION\nSUMMARY:Priya Raman: Order the network line"
        in calendar
    )
    assert "DTSTART;VALUE=DATE:20261117\nDTEND;VALUE=DATE:20261118\nDTSTAMP:20261118T180000Z" in calendar
    assert calendar.count("BEGIN:VTODO") == 1


def test_who_ticks_an_item_off_comes_back_to_the_list_with_its_filters(tmp_path: Path) -> None:
    page = RoomPage(tmp_path)
    asked: list[tuple[str, object]] = []

    def answer(do: str, given: dict[str, Any]) -> dict[str, Any]:
        assert (given["id"], given["by"]) == ("one", "admin")
        asked.append((do, given["change"]["fields"]["status"]))
        return {"edit": "0f"}

    item = "/meetings/one/items/a1/status?at=week"
    back = "/actions?person=Ann+Lee&group=week"
    with page.hub(answer):
        for path, form, leads_to in (
            (item, {"status": "done"}, f"{back}&done=0f#week"),
            (item, {"status": "open"}, f"{back}&done=0f#week"),
        ):
            told = page.send("POST", path, {**form, "back": back})
            assert (told.status_code, told.headers["Location"]) == (303, leads_to)
        for elsewhere in ("//evil.example", "http://evil.example/"):
            told = page.send("POST", item, {"status": "done", "back": elsewhere})
            assert told.headers["Location"] == "/?done=0f"
    assert asked == [
        ("notes edit", "done"),
        ("notes edit", "open"),
        ("notes edit", "done"),
        ("notes edit", "done"),
    ]


def test_a_search_shows_where_each_passage_is_and_when_the_meeting_was(
    store: NoteStore, client: FlaskClient, tmp_path: Path
) -> None:
    store.save(meeting("two", 0, title="Review"))
    store.save(meeting("one", 2, title="Move", action_items=(), summary="", decisions=()))
    index = NoteIndex(tmp_path)
    index.update(store)
    index.close()
    assert words(client.get("/search?q=phone+numbers").text).partition("Show ")[2] == (
        "Review Wed 18 Nov 2026 Question Do we keep the old phone numbers ? "
        "Summary …Who decides about the phone numbers is open. "
        "2:30 …Do we keep the old phone numbers ? I don't know who decides that. "
        "Maya Lindqvist: Nobody here does. Let's leave that open… "
        "Move Mon 16 Nov 2026 Question Do we keep the old phone numbers ? "
        "2:30 …Do we keep the old phone numbers ? I don't know who decides that. "
        "Maya Lindqvist: Nobody here does. Let's leave that open…"
    )
    assert (
        words(client.get("/search?q=disaster+lease").text)
        .partition("Show ")[2]
        .startswith(
            "No passage has all of these words. These have some of them. Review Wed 18 Nov 2026 Action item "
            "Theo Brandt: Send the signed lease to legal by Friday 0:12 …Theo, where are we with the lease ? "
        )
    )
    page = client.get("/search?q=floor&from=2026-11-18").text
    assert titles(page) == ["Review"]
    assert 'href="/meetings/two#item-d2"' in page
    assert 'href="/meetings/two#s16"' in page
