"""Tags by the house's rules: words of a given title, and the folder that a file came by."""

from __future__ import annotations

import stat
from functools import partial
from pathlib import Path

import pytest

from daemon.base.config import load_config
from daemon.base.errors import ConfigError
from daemon.meetings.calendars import find_event
from pipelines.editing import read_change
from pipelines.errors import BadInputError
from tests.fakes.hub_room import VTT, Dead, HubRoom, killed_after, left
from tests.pipelines.test_calendar import REVIEW, calendar

RULES = {"titles": {"weekly review": "Team", "board": "Board"}}


def test_words_of_a_title_that_was_given_mean_a_tag(tmp_path: Path) -> None:
    room = HubRoom(tmp_path, tags=RULES)
    with room.open_hub() as hub:
        room.drop(
            "a.json", '{"title": "Weekly Review", "segments": [{"start": 0, "end": 4, "text": "Hello."}]}'
        )
        room.drop(
            "b.json", '{"title": "Boarding", "segments": [{"start": 0, "end": 4, "text": "Hello all."}]}'
        )
        # Its title is made of what was said, and says "board" by chance.
        room.drop("c.txt", "Ann: The board met. The board decided. The board pays.\n")
        room.finish(hub)
    assert {note.source: note.tags for note in room.notes()} == {
        "a.json": ("Team",),
        "b.json": (),
        "c.txt": (),
    }


def test_a_file_in_a_named_folder_has_its_name_as_tag_and_keeps_it_when_made_again(tmp_path: Path) -> None:
    room = HubRoom(tmp_path, tags={"folders": ["Board"]})
    room.inbox.chmod(0o2770)
    with room.open_hub() as hub:
        assert stat.S_IMODE((room.inbox / "Board").stat().st_mode) == 0o2770, "whoever may write beside it"
        (room.inbox / "Other").mkdir()
        room.drop("Other/no.vtt", VTT)
        room.drop("Board/weekly.vtt", VTT)
        room.drop("Board/slides.pdf", "%PDF")
        room.finish(hub)
        (note,) = room.notes()
        assert (note.source, note.tags) == ("weekly.vtt", ("Board",))
        assert left(room, "inbox/rejected") == ["slides.pdf", "slides.pdf.txt"]
        assert left(room, "inbox/Board") == []
        room.ask(hub, "notes edit", id=note.id, by="admin", change={"do": "change_tags", "add": ["Sales"]})
        room.ask(hub, "notes remake", id=note.id, engine="rules")
        room.finish(hub)
        assert room.notes()[0].tags == ("Board", "Sales")


def test_whenever_the_hub_dies_a_file_keeps_the_tag_of_its_folder(tmp_path: Path) -> None:
    for steps in range(40):
        room = HubRoom(tmp_path / f"{steps}", tags={"folders": ["Board"]})
        with room.open_hub():
            pass
        room.drop("Board/weekly.vtt", VTT)
        try:
            with killed_after(steps), room.open_hub() as hub:
                room.settle(hub)
        except Dead:
            with room.open_hub() as hub:
                room.finish(hub)
            assert [note.tags for note in room.notes()] == [("Board",)], f"killed after {steps} steps"
            continue
        break
    else:
        raise AssertionError("it never came to the end")
    assert steps > 5


@pytest.mark.parametrize("planted", ["before", "after"])
def test_a_link_in_the_place_of_a_named_folder_leads_nowhere(tmp_path: Path, planted: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    (elsewhere / "secret.vtt").write_text(VTT)
    room = HubRoom(tmp_path / "state", tags={"folders": ["Board"]})
    if planted == "before":
        (room.inbox / "Board").symlink_to(elsewhere)
    with room.open_hub() as hub:
        if planted == "after":
            (room.inbox / "Board").rmdir()
            (room.inbox / "Board").symlink_to(elsewhere)
        room.finish(hub)
    assert room.notes() == []
    assert (elsewhere / "secret.vtt").exists()
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o700


def test_one_entry_of_a_calendar_is_one_series_of_meetings(tmp_path: Path) -> None:
    weekly = REVIEW + "\nRRULE:FREQ=WEEKLY"
    room = HubRoom(tmp_path, tags=RULES)
    room.find_event = partial(find_event, tmp_path, "", timezone="UTC")
    with room.open_hub() as hub:
        room.drop("room.ics", calendar(weekly))
        room.settle(hub)
        for day in ("2026-11-16", "2026-11-23"):
            said = '{"start": 0, "end": 3000, "text": "Hello."}'
            room.drop(f"{day}.json", f'{{"started_at": "{day}T09:03:00Z", "segments": [{said}]}}')
        room.finish(hub)
    one, other = room.notes()
    assert one.series == other.series is not None
    assert one.tags == other.tags == ("Team",)
    assert "@" not in f"{one.series}"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('folders = ["a/b"]', "cannot be the name of a folder in the watch folder"),
        ('folders = ["rejected"]', "cannot be the name of a folder in the watch folder"),
        ('folders = "Board"', "[tags] folders: must be a list of texts"),
        ('titles = { board = "a, b" }', "[tags.titles] board: a tag has no comma in it"),
        ('titles = ["board"]', '[tags] titles: must be pairs of texts, such as { one = "two" }'),
    ],
)
def test_a_rule_that_cannot_be_kept_is_refused_in_one_line(tmp_path: Path, lines: str, told: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f"[tags]\n{lines}\n")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_change_of_tags_is_bounded() -> None:
    with pytest.raises(BadInputError, match="20 items"):
        read_change({"do": "change_tags", "add": [f"t{number}" for number in range(21)]})
