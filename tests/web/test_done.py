"""What is changed from a list is said on that list, with its undo, as in a note."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest

from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.meetings import office_move
from tests.fakes.reading import words

NOW = datetime(2026, 11, 18, 18, tzinfo=UTC)
"""A Wednesday; what is due on Friday is due this week."""
TASK = "Send the signed lease to legal"
ITEM = "/meetings/old/items/a1"
FIELDS = {"text": TASK, "owner": "Theo Brandt", "phrase": "by Friday", "day": "2026-11-20"}
CHANGES: dict[str, tuple[str, dict[str, str], str]] = {
    "owner": (
        "",
        FIELDS | {"who": "Jonas Weber"},
        f"In the action item “{TASK}”, changed the owner to Jonas Weber",
    ),
    "due": (
        "",
        FIELDS | {"day": "2026-12-24"},
        f"In the action item “{TASK}”, changed the date to Thu 24 Dec 2026",
    ),
    "removed": ("/remove", {}, f"Removed the action item “{TASK}”"),
}
LISTS = ("/", "/actions", "/actions?person=Theo+Brandt&group=week", "/meetings/new")
"""The last carries what the last time left open."""


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path, now=lambda: NOW) as page:
        for note_id, days in (("new", 0), ("old", 7)):
            page.store.save(office_move(note_id, NOW - timedelta(days=days)))
        yield page


def form_of(page: HubPage, address: str, shown: str) -> str:
    """Where the form leads back to that is opened on a list by a tap on an owner or a day."""
    link = re.search(rf'href="({ITEM}\?back=[^"]*)" aria-label="{shown}, edit: {TASK}"', page.get(address))
    assert link, page.get(address)
    back = re.search(r'name="back" value="([^"]*)"', page.get(unescape(link[1])))
    assert back
    return unescape(back[1])


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["", "Theo Brandt"])
@pytest.mark.parametrize("address", LISTS)
def test_a_change_is_said_on_the_list_and_taken_back_there(
    page: HubPage, address: str, name: str, change: str
) -> None:
    page.submit("/me", page="/me", name=name)
    path, fields, said = CHANGES[change]
    # On the box of the day a due day is a sentence.
    by_day = "due Fri 20 Nov" if (address, name) == ("/", "") else "Fri 20 Nov"
    back = form_of(page, address, by_day if change == "due" else "Theo Brandt")
    made = page.store.get("old")
    shown = page.submit(f"{ITEM}{path}", back=back, **fields)
    assert f"{said}. Undo Close" in words(shown.text)
    assert page.store.get("old") != made
    undone = page.take_back(shown.text)
    for each in (shown, undone):
        assert each.request.full_path.partition("done=")[0].rstrip("?&") == address
    assert said not in words(undone.text)
    assert undone.history[0].headers["Location"].endswith("#old-a1"), "the item that is back"
    assert page.store.get("old") == made


@pytest.mark.parametrize("address", LISTS[1:])
def test_a_tick_is_said_where_no_script_shows_it(page: HubPage, address: str) -> None:
    listed = page.get(address)
    tick = re.search(rf'formaction="({ITEM}/status[^"]*)"', listed)
    back = re.search(r'<form id="tick".*?name="back" value="([^"]*)"', listed)
    assert tick
    assert back
    shown = page.submit(unescape(tick[1]), status="done", back=unescape(back[1]))
    assert f"Ticked off the action item “{TASK}”. Undo" in words(shown.text)
    page.take_back(shown.text)
    assert page.store.get("old").action_items[0].status == "open"


def test_ones_own_items_stay_on_top_of_home_after_a_change(page: HubPage) -> None:
    """Also where the list below them is filtered, which it is until somebody shows all."""
    page.submit("/me", page="/me", name="Theo Brandt")
    page.get("/?mood=mixed")
    shown = page.submit(ITEM, back=form_of(page, "/", "Fri 20 Nov"), **FIELDS | {"day": "2026-11-19"})
    assert "Theo Brandt This week 2" in words(shown.text)
    assert "Undo" in words(shown.text)


def test_what_was_done_in_a_meeting_that_is_private_now_is_said_on_no_list(page: HubPage) -> None:
    shown = page.submit(ITEM, back="/actions", **FIELDS | {"who": "Jonas Weber"})
    (edit,) = page.store.edits("old")
    assert TASK in shown.text.partition('class="toast"')[2]
    page.submit("/meetings/old/private", page="/meetings/old", pin="123456")
    assert 'class="toast"' not in page.get(f"/actions?done={edit.id}")
    assert page.submit("/several/undo", page="/", edit=edit.id).status_code != 200
    assert page.store.edits("old") == (edit,)
