"""Order on a phone: tags, the last time of a series, several meetings at once, and how loud a meeting was."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from daemon.base.durable import make_folder
from daemon.meetings import MeetingFolder
from daemon.meetings.sound import find_sound, write_loudness
from pipelines.note import NoteTranscript
from pipelines.speech.loudness import Measured
from pipelines.speech.passages import FileAudio
from tests.e2e.test_accessible import LOOK, axe
from tests.e2e.test_long_note import SMALL, THUMB_PX
from tests.e2e.test_page import DESKTOP, PHONE
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.meetings import office_move
from tests.fakes.serving import answering
from tests.fakes.sound import loud, quiet, write_audio
from web.server import Server

pytestmark = pytest.mark.browser
__all__ = ["axe"]

NOW = datetime(2026, 11, 18, 18, tzinfo=UTC)
MEETINGS: tuple[tuple[str, int, str, tuple[str, ...]], ...] = (
    ("new", 0, "Weekly 18.11.", ()),
    ("old", 7, "Weekly 11.11.", ()),
    ("lunch", 9, "Lunch", ("Sales",)),
)
SAID_UNTIL_S = 20
"""From there to line s4, at 37.5 s, nobody says anything."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HubPage]:
    """A weekly with sound, the one before, and another meeting."""
    with hub_page(tmp_path, now=lambda: NOW) as page:
        for note_id, days, title, tags in MEETINGS:
            note = office_move(note_id, NOW - timedelta(days=days))
            page.store.save(note.model_copy(update={"title": title, "tags": tags}))
        source = MeetingFolder(tmp_path, "new").source_dir
        make_folder(source)
        sound = np.concatenate([loud(SAID_UNTIL_S), quiet(37.5 - SAID_UNTIL_S), loud(202.5)])
        audio = write_audio(source / "talk.wav", [sound])
        found, loudness = find_sound(tmp_path, "new"), Measured(FileAudio(audio)).read(lambda *_: None)
        assert found
        assert loudness
        write_loudness(MeetingFolder(tmp_path, "new"), found, loudness)
        note = page.store.get("new")
        said = tuple(line for line in note.transcript.segments if line.id not in ("s2", "s3"))
        page.store.save(note.model_copy(update={"transcript": NoteTranscript(segments=said)}))
        yield page


@pytest.fixture
def url(house: HubPage) -> Iterator[str]:
    with answering(Server(house.app, "127.0.0.1", 0)) as server:
        yield server.url


@pytest.fixture
def open_at(url: str, watched: Callable[..., Page]) -> Callable[..., Page]:
    return lambda path, **options: watched(url + path, **(options or PHONE))


def tags(house: HubPage) -> dict[str, tuple[str, ...]]:
    return {head.id: head.tags for head in house.store.heads()}


def test_a_tag_is_typed_found_by_and_leads_to_its_meetings(
    house: HubPage, open_at: Callable[..., Page]
) -> None:
    page = open_at("/meetings/old")
    page.get_by_role("link", name="Edit title, summary and tags").tap()
    page.get_by_label("Tags, with commas between them").fill("sales, Board")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("status")).to_contain_text("Tagged “sales” and tagged “Board”")
    assert page.evaluate(SMALL, THUMB_PX) == []
    page.get_by_role("link", name="#Board").tap()
    expect(page.locator(".row h3")).to_have_text(["Weekly 11.11."])
    page.get_by_label("Tag").select_option("Sales")
    expect(page.locator(".row h3")).to_have_text(["Weekly 11.11.", "Lunch"])
    assert tags(house)["old"] == ("sales", "Board")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_what_the_last_time_left_open_is_ticked_off_on_top_of_the_note(
    house: HubPage, open_at: Callable[..., Page], scripts: bool
) -> None:
    page = open_at("/meetings/new", **PHONE, java_script_enabled=scripts)
    expect(page.get_by_role("link", name="Wed 11 Nov 2026")).to_be_visible()
    carried = page.locator("#carried")
    summary = page.get_by_role("heading", name="Summary")
    above, below = (each.bounding_box() for each in (carried, summary))
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    carried.get_by_role("button", name="Done: Send the signed lease to legal").tap()
    if scripts:
        expect(carried.get_by_role("button", name="Reopen: Send the signed lease to legal")).to_be_visible()
    else:
        expect(carried.get_by_role("button", name=re.compile("^Done"))).to_have_count(2)
    assert re.split("[?#]", page.url)[0].endswith("/meetings/new")
    assert house.store.get("old").action_items[0].status == "done"
    assert house.store.get("new").action_items[0].status == "open", (
        "the same words of today are another promise"
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_several_meetings_are_tagged_and_it_is_undone(
    house: HubPage, open_at: Callable[..., Page], scripts: bool
) -> None:
    page = open_at("/", **PHONE, java_script_enabled=scripts)
    page.get_by_role("link", name="Select several").tap()
    # The whole row is as good as the box.
    page.get_by_text("Weekly 18.11.").tap()
    page.get_by_role("checkbox", name="Weekly 11.11.").check()
    expect(page.get_by_role("checkbox", name="Weekly 18.11.")).to_be_checked()
    assert page.evaluate(SMALL, THUMB_PX) == []
    expect(page.get_by_role("button", name="Add")).to_be_in_viewport(ratio=1)
    page.get_by_label("Tag", exact=True).last.fill("Team")
    page.get_by_role("button", name="Add").tap()
    done = page.get_by_role("status").filter(has_text="Tagged “Team”")
    expect(done).to_contain_text("2 meetings")
    assert tags(house) == {"new": ("Team",), "old": ("Team",), "lunch": ("Sales",)}
    done.get_by_role("button", name="Undo").tap()
    expect(done).to_have_count(0)
    assert tags(house) == {"new": (), "old": (), "lunch": ("Sales",)}


def test_several_meetings_are_exported_and_deleted(house: HubPage, open_at: Callable[..., Page]) -> None:
    page = open_at("/?select=1")
    page.get_by_role("link", name="Select all on this page").tap()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").tap()
    with zipfile.ZipFile(download.value.path()) as packed:
        assert [name.split(" ", 1)[0] for name in packed.namelist()] == ["new", "old", "lunch"]
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # where the bar stands below the last row
    page.get_by_role("checkbox", name="Lunch").uncheck()
    page.get_by_role("button", name="Delete").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete 2 meetings")
    expect(page.get_by_text("This cannot be undone")).to_be_visible()
    page.get_by_role("link", name="Keep them").tap()
    page.get_by_text("Weekly 18.11.").tap()
    page.get_by_role("button", name="Delete").tap()
    page.get_by_role("button", name="Delete everything").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("The meeting is deleted")
    assert [head.id for head in house.store.heads()] == ["old", "lunch"]


@pytest.mark.parametrize("options", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_tap_on_the_waveform_plays_from_there(
    open_at: Callable[..., Page], options: dict[str, Any]
) -> None:
    page = open_at("/meetings/new", **options)
    drawing, audio = page.get_by_role("img", name="Loudness"), page.locator("audio")
    expect(drawing).to_be_in_viewport(ratio=1)
    box = drawing.bounding_box()
    assert box
    drawing.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(audio).to_have_js_property("paused", False)
    assert audio.evaluate("a => a.currentTime") == pytest.approx(120, abs=3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_note_with_all_of_it_breaks_no_rule_of_accessibility(
    open_at: Callable[..., Page], axe: str, scheme: str
) -> None:
    page = open_at("/meetings/new", **PHONE, color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator("#carried .task")).to_have_count(3)
    page.evaluate(axe)
    assert page.evaluate(LOOK) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("skips", [True, False], ids=["skipped", "heard"])
def test_silence_between_lines_is_skipped_where_that_is_wanted(
    open_at: Callable[..., Page], skips: bool
) -> None:
    page = open_at("/meetings/new")
    audio = page.locator("audio")
    audio.evaluate("a => a.play()")  # what a player can do is offered to those who listen
    page.get_by_label("Skip silence").set_checked(skips)
    # Line s1 ends at 11.5 s, the next one begins at 37.5 s.
    audio.evaluate("a => { a.preload = 'auto'; a.currentTime = 10.5; return a.play() }")
    now = audio.evaluate(
        """a => new Promise((done) => a.addEventListener('timeupdate',
            () => { if (a.currentTime > 13 && !a.seeking) done(a.currentTime); }))"""
    )
    assert (now >= 36.9) == skips, now
