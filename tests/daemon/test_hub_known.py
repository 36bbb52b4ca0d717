"""One file is one note: known by all of its content, however it comes and whatever it is called."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from daemon.base.errors import StateDamagedError
from daemon.cli.main import roomscribe, run
from daemon.hub.arriving import KnownFiles
from daemon.hub.client import hub_runs, lock_path
from daemon.notes.deletion import delete_note
from daemon.notes.store import NoteStore
from tests.fakes.hub_room import HubRoom

DATED = json.dumps(
    {
        "started_at": "2026-11-02T09:00:00Z",
        "segments": [{"start_s": 0, "end_s": 4, "speaker": "Ann", "text": "I'll send the report by Friday."}],
    }
)


def save(room: HubRoom, name: str, *options: str) -> None:
    """`roomscribe process --save` on a file of the user's own."""
    path = room.path.parent / name
    path.write_text(DATED)
    command = ["--state", str(room.path), "process", "--save", "--engine", "rules", *options, str(path)]
    assert run(roomscribe, command) == 0


@pytest.fixture
def room(tmp_path: Path) -> HubRoom:
    return HubRoom(tmp_path / "state")


@pytest.mark.parametrize("first", ["inbox", "command"])
def test_a_file_is_one_note_by_the_watch_folder_and_by_the_command(room: HubRoom, first: str) -> None:
    for way in (first, {"inbox": "command", "command": "inbox"}[first]):
        if way == "command":
            save(room, "weekly.json")
            continue
        room.drop("weekly.json", DATED)
        with room.open_hub() as hub:
            room.finish(hub)
    (note,) = room.notes()
    assert note.id.startswith("20261102-")
    assert list(room.inbox.iterdir()) == []


def test_each_way_alone_gives_the_same_id(tmp_path: Path) -> None:
    ids = []
    for way in ("inbox", "command"):
        room = HubRoom(tmp_path / way / "state")
        if way == "command":
            save(room, "weekly.json")
        else:
            room.drop("weekly.json", DATED)
            with room.open_hub() as hub:
                room.finish(hub)
        ids += [note.id for note in room.notes()]
    assert len(ids) == 2
    assert ids[0] == ids[1]


def test_a_file_that_is_saved_under_another_day_replaces_its_note(room: HubRoom) -> None:
    save(room, "weekly.json")
    save(room, "weekly.json", "--date", "2026-11-05")
    (note,) = room.notes()
    assert f"{note.started_at:%F}" == "2026-11-05"


def test_a_saved_file_whose_note_was_deleted_is_new_again(room: HubRoom) -> None:
    save(room, "weekly.json")
    with NoteStore.open_reader(room.path) as store:
        (head,) = store.heads()
    assert run(roomscribe, ["--state", str(room.path), "notes", "delete", head.id, "--yes"]) == 0
    assert list((room.path / "meetings").iterdir()) == []
    save(room, "weekly.json")
    assert len(room.notes()) == 1


@pytest.mark.parametrize("how", ["by order", "at night"])
def test_a_file_whose_note_was_deleted_is_new_again(room: HubRoom, how: str) -> None:
    with room.open_hub() as hub:
        room.drop("a.json", DATED)
        room.finish(hub)
        (note,) = room.notes()
        if how == "by order":
            assert room.ask(hub, "notes delete", id=note.id)["ok"]
        else:
            delete_note(room.path, hub.store, note.id, room.clock.now())
        assert room.notes() == []
        room.drop("a.json", DATED)
        room.finish(hub)
    assert len(room.notes()) == 1


def test_files_that_agree_in_the_first_half_of_their_hashes_are_two_meetings() -> None:
    one, other = "ab" * 16 + "0" * 32, "ab" * 16 + "1" * 32
    ids: set[str] = set()
    known = KnownFiles({}, ids.__contains__)
    for sha256 in (one, other):
        assert known.find(sha256) is None
        new = known.new_id(date(2026, 11, 16), sha256)
        assert new not in ids
        ids.add(new)
        known.add(sha256, new)
    assert sorted(map(len, ids)) == [21, 25]
    assert known.find(one) != known.find(other)


def test_a_state_in_which_the_hub_cannot_be_looked_for_is_told_in_one_line(tmp_path: Path) -> None:
    lock_path(tmp_path).parent.parent.joinpath("hub").write_text("a file in the place of the folder")
    assert not hub_runs(tmp_path)
    loop = tmp_path / "loop"
    (loop / "hub").mkdir(parents=True)
    lock_path(loop).symlink_to(lock_path(loop))
    with pytest.raises(StateDamagedError, match=r"cannot read .*lock"):
        hub_runs(loop)
