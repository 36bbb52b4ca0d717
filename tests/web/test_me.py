"""Who uses a device: Home begins with their items, changes carry their name, one person has one name."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest

from daemon.notes.store.aliases import alike
from pipelines.editing import ChangeItem, ItemFields
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.meetings import office_move
from tests.fakes.reading import words
from web.pages.me import OFFERED

SYLLABLES = [f"{sound}{vowel}" for sound in "bdfklm" for vowel in "aio"]


class Now:
    at = datetime(2026, 11, 23, 15, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def page(tmp_path: Path, now: Now) -> Iterator[HubPage]:
    with hub_page(tmp_path, now=now) as page:
        page.store.save(office_move())
        yield page


def sign(page: HubPage, name: str) -> str:
    answer = page.submit("/me", page="/me", name=name)
    assert answer.request.path == "/"
    return words(answer.text)


def test_home_begins_with_what_is_overdue_of_whoever_says_who_they_are(page: HubPage) -> None:
    assert "Overdue" not in words(page.get("/"))
    shown = sign(page, "Theo Brandt")
    assert "Theo Brandt Overdue 1 Send the signed lease to legal" in shown
    assert "You were in Moving to the new office" in shown
    assert "Today" in shown.split("All your meetings")[1], "the house's own box follows"
    assert "Overdue" not in sign(page, "")


def test_in_a_note_ones_own_items_come_first(page: HubPage) -> None:

    def first() -> str:
        note = page.get("/meetings/office-move")
        return note[note.index('id="actions"') :].partition("Owner: </span>")[2].partition("<")[0]

    assert first() == "Theo Brandt"
    sign(page, "Priya Raman")
    assert first() == "Priya Raman"


def test_a_change_is_signed_and_others_are_shown_it_on_their_next_visit(page: HubPage, now: Now) -> None:
    """Nobody is told of a change of their own, and nobody of a change in a private meeting."""
    sign(page, "Theo Brandt")
    lisa = HubPage(page.state, page.hub, page.app, page.app.test_client())
    sign(lisa, "Lisa Chen")
    now.at = datetime.now(UTC) - timedelta(minutes=40)
    page.get("/")
    lisa.get("/")
    page.submit("/meetings/office-move/items/a1/status", status="done")
    assert "Ticked off the action item" in words(page.get("/meetings/office-move/history"))
    assert "by Theo Brandt" in words(page.get("/meetings/office-move/history"))
    now.at = datetime.now(UTC) + timedelta(minutes=1)
    shown = words(lisa.get("/")).partition("Changed since your last visit ")[2]
    assert shown.startswith("Ticked off the action item “Send the signed lease to legal” Theo Brandt, ")
    assert "Changed since" not in words(page.get("/"))
    change = ChangeItem(kind="action", item="a2", fields=ItemFields(status="done"))
    page.store.edit("office-move", change, datetime.now(UTC), "member")
    assert "somebody with the members’ PIN, Moving to the new office" in words(lisa.get("/"))
    page.submit("/meetings/office-move/private", pin="123456")
    assert "Changed since" not in words(lisa.get("/"))


def test_two_names_are_made_one_person_everywhere_and_two_again(page: HubPage) -> None:
    other = office_move("other")
    items = tuple(item.model_copy(update={"owner": "Teo Brandt"}) for item in other.action_items[:1])
    page.store.save(other.model_copy(update={"action_items": items}))
    assert "Teo Brandt and Theo Brandt may be one person" in words(page.get("/me"))
    sign(page, "Teo Brandt")
    page.submit("/me/names", page="/me", alias="Teo Brandt", name="Theo Brandt")
    assert "Teo Brandt is Theo Brandt" in words(page.get("/me"))
    assert "Theo Brandt Overdue 2" in words(page.get("/")), "whoever says either name has the items of both"
    assert '<option value="Teo Brandt">' not in page.get("/actions")
    assert page.get("/actions?person=Teo+Brandt").count('class="task"') == 2
    assert "Teo Brandt" in page.get("/meetings/other"), "a note keeps the name that was heard"
    page.submit("/me/names", page="/me", alias="Teo Brandt")
    assert "Teo Brandt Overdue 1" in words(page.get("/"))


def test_the_name_that_is_shown_can_be_changed_to_the_other(page: HubPage) -> None:
    page.store.join_names("Theo Brandt", "Teo Brandt")
    page.store.join_names("Teo Brandt", "Theo Brandt")
    assert page.store.aliases() == {"Teo Brandt": "Theo Brandt"}
    page.store.join_names("Theo Brandt", "Theo")
    assert page.store.aliases() == {"Teo Brandt": "Theo", "Theo Brandt": "Theo"}


def test_names_that_a_letter_a_part_or_one_end_sets_apart_are_offered_the_most_alike_first() -> None:
    names = [
        "Ann",
        "Bob Lee",
        "Christopher Lang",
        "Kristopher Lang",
        "Leila Kaya",
        "Leyla Kaya",
        "Maria Diaz",
    ]
    pairs = alike([*names, "Anna", "Maria", "Bob Diaz"])
    assert pairs == [
        ("Maria Diaz", "Maria"),
        ("Christopher Lang", "Kristopher Lang"),
        ("Leila Kaya", "Leyla Kaya"),
        ("Ann", "Anna"),
    ]


def test_thousands_of_names_cost_no_time(page: HubPage) -> None:
    made = office_move("all hands")
    mood = made.sentiment.model_copy(update={"speakers": {_name(number): 0.0 for number in range(5_000)}})
    page.store.save(made.model_copy(update={"id": "all-hands", "sentiment": mood}))
    began_s = process_time()
    shown = page.get("/me")
    assert process_time() - began_s < 4, "each pair compared, it was 13 s"
    assert shown.count('<option value="Kim ') == 5_000
    assert shown.count("may be one person") == OFFERED


def test_an_endless_name_takes_no_memory() -> None:
    """A transcript may call a speaker anything."""
    endless = ["x" * 5_000, "x" * 5_001]
    tracemalloc.start()
    try:
        assert alike([*endless, "Ann", "Anna"]) == [("Ann", "Anna")]
        assert tracemalloc.get_traced_memory()[1] < 1_000_000, "each without one letter, it was 50 MB"
    finally:
        tracemalloc.stop()


def test_a_chain_of_names_leads_to_its_end_and_is_followed_once(page: HubPage) -> None:
    names = [f"Kim {number}" for number in range(60)]
    for alias, name in pairwise(names):
        page.store.join_names(alias, name)
    assert page.store.aliases() == dict.fromkeys(names[:-1], names[-1])


def _name(number: int) -> str:
    """A first name that all have, and a family name that few are like."""
    return "Kim " + "".join(SYLLABLES[number // place % 18] for place in (1, 18, 324, 5832)).title()


def test_a_list_remembers_its_filters_on_this_device(page: HubPage) -> None:
    page.get("/actions?person=Theo+Brandt&group=")
    assert '<option value="Theo Brandt" selected>' in page.get("/actions")
    assert "Filter (on)" not in page.get("/"), "each list has its own"
    page.get("/actions?person=&group=")
    assert "selected" not in page.get("/actions")
    page.get("/?person=Nobody")
    assert "No meeting matches these filters." in page.get("/")
    page.client.get("/search?q=", follow_redirects=True)
    assert "No meeting matches" not in page.get("/")
    assert "Theo" not in page.app.test_client().get("/").headers.get("Set-Cookie", "")
