"""What people want gone is gone from the whole state directory: noted, digested, backed up, or half way."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from daemon.hub.hub import Hub
from daemon.hub.nightly.table import NIGHTLY, Night
from daemon.meetings import MeetingFolder, read_jobs
from daemon.notes.backup.archive_search import backups_holding
from daemon.notes.backup.make import make_backup
from daemon.notes.backup.restore import restore
from daemon.notes.digests import DigestStore
from daemon.spool.forget import forget_range
from daemon.spool.recording import read_record
from pipelines.errors import EngineError
from pipelines.note import Note
from tests.fakes.hub_room import HubRoom
from tests.fakes.live_room import ID, LiveRoom
from tests.fakes.whisper import evenly

WORD = "xylophone"
SAID = ("We begin.", f"Ann, please send the {WORD} to legal by Friday.", "I will write the report by Friday.")


@pytest.fixture
def room(tmp_path: Path) -> LiveRoom:
    """A meeting that was held, with a word in the middle that somebody regrets."""
    export = tmp_path / "state" / "export"
    export.mkdir(parents=True)
    room = LiveRoom(tmp_path / "state", export={"folder": str(export)})
    room.whispering.whisper.script = [[evenly(line, 0.5, 2.5)] for line in SAID]
    room.hear(25, 3, 25, 3, 25, 3)
    room.end()
    return room


def night(room: HubRoom, hub: Hub, job: str) -> None:
    now = room.clock.now()
    NIGHTLY[job](Night(room.path, hub.store, hub.config, None, now, lambda line: None))


def noted_and_digested(room: LiveRoom, hub: Hub) -> None:
    """The evening after: the word is in the store, its journal and the digests of day and week."""
    room.work(hub)
    room.clock.wall = room.clock.wall.replace(hour=20)
    night(room, hub, "digest")
    room.clock.wall += timedelta(days=5)
    night(room, hub, "week")
    holding = room.left_of(WORD)
    assert len([name for name in holding if name.startswith("digests/")]) >= 2
    assert any(name.endswith("notes.journal") for name in holding)
    assert any(name.startswith("export/") for name in holding)


def forget_the_word(room: LiveRoom) -> None:
    forget_range(room.folder, read_record(room.folder), 26, 55)
    room.whispering.whisper.calls.clear()
    room.whispering.whisper.script = [[evenly(line, 0.5, 2.5)] for line in (SAID[0], SAID[2])]


def test_forgetting_reaches_note_and_digests_and_the_rest_of_them_comes_back(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        noted_and_digested(room, hub)
        forget_the_word(room)
        room.work(hub)
        assert room.words() == [SAID[0], SAID[2]]
        assert room.left_of(WORD) == []
        night(room, hub, "digest")
        assert room.left_of(WORD) == []
        assert room.left_of("write the report")
    assert {line.note_id for line in DigestStore(room.path).get("2026-11-16").meetings} == {ID}


def test_forgetting_reaches_a_meeting_that_was_set_aside(
    room: LiveRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise EngineError("the rules engine failed")

    with monkeypatch.context() as broken, room.open_hub() as hub:
        broken.setattr("daemon.worker.drafting.draft_by_rules", fail)
        for _ in range(6):
            room.work(hub)
            room.clock.sleep(60)
        (job,) = hub.queue
        assert job.state == "aside"
        assert room.left_of(WORD)
        forget_the_word(room)
        hub.step()
        assert room.left_of(WORD) == []


def test_forgetting_reaches_a_meeting_that_goes_on_off_the_record(tmp_path: Path) -> None:
    room = LiveRoom(tmp_path)
    room.whispering.whisper.script = [[evenly(line, 0.5, 2.5)] for line in SAID]
    with room.open_hub() as hub:
        room.hear(25, 3, 25, 3, 25, 3)
        room.work(hub)
        assert room.left_of(WORD)
        room.writer.forget(26)
        room.writer.open_gap("paused")
        room.writer.flush()
        hub.step()
        assert room.left_of(WORD) == []


def test_deleting_reaches_note_digests_recording_and_folder(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        noted_and_digested(room, hub)
        assert room.ask(hub, "notes delete", id=ID)["ok"]
        room.work(hub)
    assert room.left_of(WORD) == []
    assert room.notes() == []
    assert not room.folder.exists()
    assert not MeetingFolder(room.path, ID).path.exists()
    assert read_jobs(room.path) == []


def test_a_digest_that_is_made_while_a_note_goes_does_not_bring_it_back(
    room: LiveRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with room.open_hub() as hub:
        room.work(hub)
        put = DigestStore.put

        def put_late(self: DigestStore, digest: object) -> bool:
            monkeypatch.undo()
            hub.store.delete(ID)
            return put(self, digest)

        monkeypatch.setattr(DigestStore, "put", put_late)
        night(room, hub, "digest")
        hub.step()
    assert room.left_of(WORD) == []


def test_a_note_that_is_replaced_leaves_nothing_of_the_old_one_in_the_digests(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        noted_and_digested(room, hub)
        (note,) = room.notes()
        kept = tuple(item for item in note.action_items if WORD not in item.task)
        changed = {"action_items": kept, "transcript": {}, "tape": (), "summary": "", "title": "A"}
        new = Note.model_validate(note.model_dump() | changed)
        assert room.ask(hub, "notes save", note=new.model_dump(mode="json"))["ok"]
        assert not [name for name in room.left_of(WORD) if name.startswith("digests/")]


def test_backups_that_still_hold_a_meeting_are_named_and_do_not_bring_the_words_back(
    room: LiveRoom, tmp_path: Path
) -> None:
    with room.open_hub() as hub:
        rules = hub.config.backup
        empty = make_backup(room.path, None, None, room.clock.now(), keep=9)
        noted_and_digested(room, hub)
        made = make_backup(room.path, None, None, room.clock.now(), keep=9)
        room.clock.sleep(60)
        forget_the_word(room)
        room.work(hub)
        assert backups_holding(room.path, rules, [ID]) == [f"{made.path} still holds it"]
        assert empty.path != made.path
        assert backups_holding(room.path, rules, ["another"]) == []
    done = restore(Path(made.path), room.path, room.clock.now(), force=True)
    assert done.deleted == (ID,)
    assert room.notes() == []
    held = [name for name in room.left_of(WORD) if not name.startswith("set-aside")]
    assert held == []


def test_a_dropped_recording_is_not_taken_in_again(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        hub.step()
        (job,) = hub.queue
        assert room.ask(hub, "jobs drop", id=job.id)["ok"]
        room.work(hub)
        assert len(hub.queue) == 0
    assert room.notes() == []
    assert not room.folder.exists()


def test_what_a_worker_writes_for_a_meeting_that_was_deleted_goes_too(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        hub.step()
        worker = room.worker()
        listen = room.whispering.passages

        def delete_meanwhile(*arguments: object, **more: object) -> object:
            room.ask(hub, "jobs drop", id=ID)
            MeetingFolder(room.path, ID).receipts.mkdir(parents=True)
            MeetingFolder(room.path, ID).heard.write_text(WORD)
            return listen(*arguments, **more)

        room.whispering.passages = delete_meanwhile
        worker.work_once()
        hub.step()
    assert room.left_of(WORD) == []
    assert not MeetingFolder(room.path, ID).path.exists()
