"""What the rooms of a building see of each other's meetings."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing as stopping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from daemon.access import seal
from daemon.cli.main import roomscribe
from daemon.hub.rooms.layout import GONE, NOTES, OUT, read_pairs
from daemon.hub.rooms.orders import waiting_for
from daemon.notes.search import NoteIndex
from pipelines.editing import ChangeItem, ItemFields
from pipelines.errors import BadInputError
from tests.fakes.building import Box, carry, closing, folders, house_of, own, received, same, settle
from tests.fakes.stored import meeting


@pytest.fixture
def blue(tmp_path: Path) -> Box:
    box = Box(tmp_path, "Blue")
    box.store.save(meeting("monday", word="lease"))
    return box


@pytest.fixture
def green(tmp_path: Path) -> Box:
    box = Box(tmp_path, "Green")
    box.store.save(meeting("monday", word="zeppelin"))
    return box


@pytest.fixture
def house(tmp_path: Path, blue: Box, green: Box) -> Iterator[Box]:
    house = house_of(tmp_path, blue, green)
    with closing(blue, green, house):
        settle((blue, house), (green, house))
        yield house


def test_two_rooms_that_noted_the_same_file_are_two_meetings(blue: Box, green: Box, house: Box) -> None:
    notes = received(house)
    assert {key: note.summary for key, note in notes.items()} == {
        (blue.key, "monday"): "About the lease.",
        (green.key, "monday"): "About the zeppelin.",
    }
    assert {note.room and note.room.name for note in notes.values()} == {"Blue", "Green"}


def test_search_actions_and_stamps_hold_other_rooms_notes(house: Box, blue: Box) -> None:
    with stopping(NoteIndex(house.state)) as index:
        while index.update(house.store):
            pass
    [row] = [row for row in house.store.items() if row.task == "send the lease"]
    assert row.note_id == f"monday-{blue.key}"
    assert row.note_id in house.store.stamps()


def test_a_box_that_was_merely_near_gets_the_name_that_its_notes_bring(blue: Box, house: Box) -> None:
    house.verbs.pair({"device": blue.device, "takes": True})
    assert not read_pairs(house.state).of(blue.device).is_named
    house.step()
    assert read_pairs(house.state).of(blue.device).name == "Blue"


def test_an_edit_in_the_room_is_seen_in_the_house(blue: Box, house: Box) -> None:
    blue.title("monday", "The lease, again")
    settle((blue, house))
    [note] = [note for note in received(house).values() if note.title == "The lease, again"]
    assert same(note, blue.store.get("monday"))
    assert len(list((blue.layout.out / NOTES).glob("monday.*"))) == 1, "the old revision is removed"


def test_a_tick_in_the_house_is_shown_at_once_and_reaches_the_room(blue: Box, house: Box) -> None:
    here = f"monday-{blue.key}"
    edit = house.tick(here)
    assert house.store.get(here).action_items[0].status == "done"
    assert waiting_for(house.state, read_pairs(house.state).pairs) == {here: 1}
    assert blue.store.get("monday").action_items[0].status == "open"
    settle((blue, house))
    assert blue.store.get("monday").action_items[0].status == "done"
    assert [each.id for each in blue.store.edits("monday")] == [edit]
    assert waiting_for(house.state, read_pairs(house.state).pairs) == {}
    assert not list((blue.layout.out / "answers").iterdir()), "answers go when they were seen"
    house.store.undo(here, edit)
    assert house.store.get(here).action_items[0].status == "open"
    settle((blue, house))
    assert blue.store.get("monday").action_items[0].status == "open"


def test_a_change_waits_on_top_of_what_comes_meanwhile(blue: Box, house: Box) -> None:
    here = f"monday-{blue.key}"
    house.tick(here)
    blue.title("monday", "Renamed meanwhile")
    blue.step()
    # The room's revision arrives before the order has left the house.
    for path in (blue.layout.out / NOTES).iterdir():
        (house.layout.came(blue.device) / NOTES / path.name).write_bytes(path.read_bytes())
    house.step()
    note = house.store.get(here)
    assert (note.title, note.action_items[0].status) == ("Renamed meanwhile", "done")


def test_what_no_longer_fits_is_refused_and_no_longer_shown(blue: Box, house: Box) -> None:
    here = f"monday-{blue.key}"
    change = ChangeItem(kind="decision", item="d1", fields=ItemFields(text="Something else"))
    house.store.edit(here, change, house.clock.now(), "member")
    blue.store.save(blue.store.made("monday").model_copy(update={"decisions": ()}))
    settle((blue, house))
    assert same(received(house)[blue.key, "monday"], blue.store.get("monday"))
    assert waiting_for(house.state, read_pairs(house.state).pairs) == {}


@pytest.mark.parametrize("by", ["room", "house", "private"])
def test_what_is_deleted_or_private_is_seen_nowhere(by: str, blue: Box, house: Box) -> None:
    if by == "room":
        blue.delete("monday")
    elif by == "house":
        house.delete(f"monday-{blue.key}")
        assert (blue.key, "monday") not in received(house)
    else:
        blue.store.make_private("monday", seal("12345678", blue.clock.now()))
    settle((blue, house))
    assert set(received(house)) == {key for key in received(house) if key[0] != blue.key}
    assert own(blue) == {}
    words = [path for path in house.state.rglob("*") if path.is_file() and b"the lease" in path.read_bytes()]
    words += [
        path for path in blue.layout.root.rglob("*") if path.is_file() and b"lease" in path.read_bytes()
    ]
    assert words == []


def test_a_tombstone_holds_against_files_that_come_late(blue: Box, house: Box) -> None:
    [late] = (house.layout.came(blue.device) / NOTES).iterdir()
    content = late.read_bytes()
    blue.delete("monday")
    settle((blue, house))
    late.write_bytes(content)
    house.step()
    house.restart()
    house.step()
    assert (blue.key, "monday") not in received(house)


def test_a_private_meeting_comes_back_when_it_is_public_again(blue: Box, house: Box) -> None:
    blue.store.make_private("monday", seal("12345678", blue.clock.now()))
    settle((blue, house))
    blue.store.make_public("monday")
    settle((blue, house))
    assert (blue.key, "monday") in received(house)


def test_a_part_that_is_private_is_not_named_by_the_next(blue: Box, house: Box) -> None:
    part = meeting("later").model_copy(update={"continues": "monday"})
    blue.store.save(part)
    settle((blue, house))
    assert received(house)[blue.key, "later"].continues == f"monday-{blue.key}"
    blue.store.make_private("monday", seal("12345678", blue.clock.now()))
    settle((blue, house))
    assert received(house)[blue.key, "later"].continues is None
    [shown] = (blue.layout.out / NOTES).iterdir()
    assert b"monday" not in shown.read_bytes()
    blue.store.make_public("monday")
    settle((blue, house))
    assert received(house)[blue.key, "later"].continues == f"monday-{blue.key}"


def test_a_file_that_is_gone_without_a_tombstone_means_nothing(blue: Box, house: Box) -> None:
    for path in (house.layout.came(blue.device) / NOTES).iterdir():
        path.unlink()
    house.step()
    assert (blue.key, "monday") in received(house)


def test_a_store_from_an_old_backup_empties_nobodys_list(blue: Box, house: Box) -> None:
    blue.store.delete("monday")  # as by a restore: nobody deleted it
    blue.restart()
    settle((blue, house))
    assert (blue.key, "monday") in received(house)


def test_a_room_that_is_no_longer_paired_is_read_only(blue: Box, house: Box) -> None:
    here = f"monday-{blue.key}"
    house.verbs.remove({"room": "Blue"})
    house.step()
    with pytest.raises(Exception, match="the room Blue is no longer paired"):
        house.tick(here)
    assert house.store.edits(here) == ()
    house.delete(here)
    assert (blue.key, "monday") not in received(house)


def test_a_room_can_be_removed_with_its_meetings(blue: Box, green: Box, house: Box) -> None:
    assert "deleted 1" in house.verbs.remove({"room": "Blue", "notes": True}).message
    house.step()
    assert {key for key, _ in received(house)} == {green.key}


def test_a_lost_box_loses_no_note(tmp_path: Path, blue: Box, green: Box, house: Box) -> None:
    """Two houses had its notes; a new box takes its place at both, and goes on as if it were the old one."""
    other = house_of(tmp_path, blue, name="other")
    blue.store.save(meeting("tuesday", word="xylophone"))
    blue.store.save(meeting("gone", word="quarrel"))
    settle((blue, house), (blue, other))
    house.tick(f"monday-{blue.key}")  # never reaches the box that is lost
    blue.delete("gone")
    blue.step()
    carry(blue, house)
    house.step()  # the other house has not heard of it
    lost = own(blue)
    new = Box(tmp_path, "Blue 2")
    with closing(other, new):
        new.store.save(meeting("wednesday", word="yodel"))
        for each in (house, other):
            each.pair(new, takes=True)
            new.pair(each, gives=True)
            settle((new, each))
        for each in (house, other):
            each.verbs.replace({"lost": "Blue", "new": "Blue 2"})
            settle((new, house), (new, other))
        assert set(own(new)) == {"monday", "tuesday", "wednesday"}
        assert own(new)["tuesday"] == lost["tuesday"]
        assert own(new)["monday"].action_items[0].status == "done"
        for each in (house, other):
            of_blue = {note_id: note for (key, note_id), note in received(each).items() if key == blue.key}
            assert set(of_blue) == {"monday", "tuesday", "wednesday"}
            assert all(same(note, own(new)[note_id]) for note_id, note in of_blue.items())
            assert not list(each.layout.to(new.device).glob("back/notes/*")), "nothing is kept twice"
        house.tick(f"tuesday-{blue.key}")
        settle((new, house), (new, other))
        assert new.store.get("tuesday").action_items[0].status == "done"
        assert received(other)[blue.key, "tuesday"].action_items[0].status == "done"


def test_the_command_gives_a_lost_boxs_meetings_back(tmp_path: Path, blue: Box, house: Box) -> None:
    def run(*names: str) -> Result:
        house.close()
        result = CliRunner().invoke(roomscribe, ["--state", str(house.state), "rooms", "replace", *names])
        house.open()
        return result

    new = Box(tmp_path, "Blue 2")
    with closing(new):
        house.pair(new, takes=True)
        new.pair(house, gives=True)
        refused = run("Blue", "Blue")
        assert refused.exit_code != 0
        assert "name two rooms" in str(refused.exception)
        assert [pair.name for pair in read_pairs(house.state).pairs] == ["Blue", "Green", "Blue 2"]
        assert "Blue 2 gets the meetings of Blue back" in run("Blue", "Blue 2").output
        settle((new, house))
        assert own(new) == own(blue)
        assert [pair.name for pair in read_pairs(house.state).pairs] == ["Green", "Blue 2"]


@pytest.mark.parametrize("first", ["house", "other"])
def test_what_one_house_missed_comes_back_from_the_other(
    first: str, tmp_path: Path, blue: Box, house: Box
) -> None:
    """Whichever gives back first."""
    other = house_of(tmp_path, blue, name="other")
    for note_id in ("gone", "hidden", "same"):
        blue.store.save(meeting(note_id))
    settle((blue, house), (blue, other))
    # The other house hears nothing of this.
    blue.title("monday", "Renamed since")
    blue.store.save(meeting("tuesday"))
    blue.delete("gone")
    blue.store.make_private("hidden", seal("12345678", blue.clock.now()))
    settle((blue, house))
    blue.store.make_public("hidden")
    settle((blue, house))
    lost = own(blue)
    new = Box(tmp_path, "Blue 2")
    with closing(other, new):
        houses = (house, other) if first == "house" else (other, house)
        for each in houses:
            each.pair(new, takes=True)
            new.pair(each, gives=True)
            settle((new, each))
            each.verbs.replace({"lost": "Blue", "new": "Blue 2"})
            settle((new, each))
            new.restart()
        settle((new, house), (new, other))
        assert own(new) == lost
        for each in houses:
            of_blue = {note_id: note for (key, note_id), note in received(each).items() if key == blue.key}
            assert of_blue.keys() == lost.keys()
            assert all(same(note, lost[note_id]) for note_id, note in of_blue.items())


def test_that_a_new_box_shows_an_older_revision_ends_no_giving_back_of_a_newer_one(
    tmp_path: Path, blue: Box, house: Box
) -> None:
    """Files come in any order: of two houses, the one that knows less of a note may know more of the room."""
    other = house_of(tmp_path, blue, name="other")
    settle((blue, house), (blue, other))
    blue.title("monday", "Renamed since")
    settle((blue, house))
    blue.store.save(meeting("tuesday"))
    blue.step()
    new = Box(tmp_path, "Blue 2")
    with closing(other, new):
        notes, came = next(iter(folders(blue, other)))
        for each in notes.glob("tuesday.*"):
            shutil.copy(each, came)
        other.step()
        for each in (other, house):
            each.pair(new, takes=True)
            new.pair(each, gives=True)
        other.verbs.replace({"lost": "Blue", "new": "Blue 2"})
        settle((new, other))
        assert own(new).keys() == {"monday", "tuesday"}
        house.verbs.replace({"lost": "Blue", "new": "Blue 2"})
        for source, target in list(folders(new, house))[: len(OUT)]:  # what it gives back is still on its way
            shutil.copytree(source, target, dirs_exist_ok=True)
        house.step()
        settle((new, house), (new, other))
        assert own(new) == own(blue)


def test_what_the_new_box_has_changed_is_not_taken_back_once_more(
    tmp_path: Path, blue: Box, house: Box
) -> None:
    other = house_of(tmp_path, blue, name="other")
    settle((blue, other))
    blue.title("monday", "Renamed since")
    settle((blue, house))
    new = Box(tmp_path, "Blue 2")
    with closing(other, new):
        for each in (other, house):
            each.pair(new, takes=True)
            new.pair(each, gives=True)
            settle((new, each))
            each.verbs.replace({"lost": "Blue", "new": "Blue 2"})
            settle((new, each))
            if each is other:
                new.title("monday", "Named in the new box")
        settle((new, house), (new, other))
        assert own(new)["monday"].title == "Named in the new box"
        assert received(house)[blue.key, "monday"].title == "Named in the new box"


def test_what_is_no_note_is_left_out_and_the_rest_goes_on(blue: Box, house: Box) -> None:
    folder = house.layout.came(blue.device) / NOTES
    (folder / "evil.99.0000000000000000.json").write_text('{"room": "x", "note": 1, "edits": []}')
    (folder / "link.99.0000000000000000.json").symlink_to("/etc/passwd")
    (folder.parent / GONE).mkdir(exist_ok=True)
    (folder.parent / GONE / "monday.x.json").write_text("")
    late = meeting("late")
    lines = tuple(replace(each, start_s=1e308, end_s=1e308) for each in late.transcript.segments)
    transcript = late.transcript.model_copy(update={"segments": lines})
    blue.store.save(late.model_copy(update={"transcript": transcript}))
    blue.store.save(meeting("tuesday"))
    settle((blue, house))
    assert {note for key, note in received(house) if key == blue.key} == {"monday", "tuesday"}


def test_other_rooms_notes_are_made_anew_and_private_only_there(blue: Box, house: Box) -> None:
    from daemon.hub.remaking import refuse_foreign

    with pytest.raises(BadInputError, match="belongs to the room Blue"):
        refuse_foreign(house.store.head(f"monday-{blue.key}"))


def test_a_box_that_knows_no_other_room_has_no_folder_for_them(tmp_path: Path) -> None:
    box = Box(tmp_path, "Alone")
    with closing(box):
        box.store.save(meeting("monday"))
        box.step()
        assert not box.layout.root.exists()
