"""The store of notes as the hub, the command line and the page use it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from daemon.base.errors import NotFoundError, StateDamagedError, StateWriteError
from daemon.notes.store import NoteStore
from pipelines.editing import read_change
from pipelines.errors import BadInputError
from tests.fakes.meetings import STARTED, office_move
from tests.fakes.stored import files_with, meeting


def test_a_note_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    note = office_move()
    with NoteStore.open_writer(tmp_path) as store:
        assert store.save(note) is False
        assert store.get(note.id) == note
    with NoteStore.open_reader(tmp_path) as store:
        assert store.get(note.id) == note


def test_the_list_has_the_newest_meeting_first_and_counts(tmp_path: Path) -> None:
    note = office_move()
    with NoteStore.open_writer(tmp_path) as store:
        for hours in (1, 3, 2):
            store.save(meeting(f"meeting-{hours}", hours=hours))
        store.save(note)
        heads = store.heads()
    assert [head.id for head in heads] == ["meeting-3", "meeting-2", "meeting-1", note.id]
    head = heads[-1]
    assert (head.title, head.source, head.duration_s) == (note.title, note.source, note.duration_s)
    assert head.sentiment == note.sentiment.label
    assert head.action_items == len(note.action_items)
    assert head.open_items == sum(item.status == "open" for item in note.action_items)
    assert (head.decisions, head.questions) == (len(note.decisions), len(note.questions))


def test_saving_again_replaces_the_note_and_its_files(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("standup", word="lease"))
        assert store.save(meeting("standup", word="chairs")) is True
        assert [head.id for head in store.heads()] == ["standup"]
        assert store.get("standup") == meeting("standup", word="chairs")
        assert store.save(meeting("standup", word="chairs")) is True
        assert store.get("standup") == meeting("standup", word="chairs")
    assert len(list((tmp_path / "notes" / "transcripts").iterdir())) == 1
    assert len(list((tmp_path / "notes" / "tapes").iterdir())) == 1


def test_a_directory_that_is_not_there_is_an_empty_store_and_stays_untouched(tmp_path: Path) -> None:
    with NoteStore.open_reader(tmp_path / "nowhere") as store:
        assert store.heads() == []
        with pytest.raises(NotFoundError):
            store.get("standup")
    assert not (tmp_path / "nowhere").exists()


def test_the_first_characters_of_an_id_will_do(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        for note_id in ("2026-11-17-retro", "2026-11-18-plan", "2026-11-18-plan-b"):
            store.save(meeting(note_id))
        assert store.get("2026-11-17").id == "2026-11-17-retro"
        assert store.get("2026-11-18-plan").id == "2026-11-18-plan"
        with pytest.raises(NotFoundError, match=r"3 notes begin with '2026' .*give more"):
            store.get("2026")
        with pytest.raises(NotFoundError, match="there is no note '202'"):
            store.get("202")
        assert store.delete("2026-11-17").id == "2026-11-17-retro"


def test_a_wrong_id_is_answered_with_the_nearest_or_with_the_list(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("standup"))
        with pytest.raises(NotFoundError, match="did you mean 'standup'"):
            store.get("standpu")
        with pytest.raises(NotFoundError, match="roomscribe notes list"):
            store.delete("xyz")


@pytest.mark.parametrize("note_id", ["", "-a", "A", "a/b", "../a", "a.b", "a" * 65, "ü", "a\n"])
def test_an_id_that_is_no_file_name_is_refused(tmp_path: Path, note_id: str) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        with pytest.raises(BadInputError):
            store.save(meeting(note_id))
        assert store.heads() == []


def test_after_a_delete_no_word_is_left_in_any_file(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("one", word="xylophone"))
        store.save(meeting("one", word="zeppelin"))
        store.save(meeting("two", word="lease"))
        assert {path.parent.name for path in files_with("zeppelin", tmp_path)} == {
            "notes",
            "transcripts",
            "tapes",
        }
        head = store.delete("one")
        assert head.id == "one"
        assert not files_with("zeppelin", tmp_path)
        assert not files_with("xylophone", tmp_path)
        assert store.get("two") == meeting("two")
        with pytest.raises(NotFoundError):
            store.get("one")


def test_many_notes_are_deleted_to_the_last_word_and_the_journal_is_written_anew_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        for note_id in ("one", "two", "three"):
            store.save(meeting(note_id, word="zeppelin"))
        store.save(meeting("kept", word="lease"))
        compact, calls = store._storage.compact, []
        monkeypatch.setattr(store._storage, "compact", lambda: calls.append(1) or compact())
        with pytest.raises(NotFoundError):
            store.delete_all(["one", "gone"])
        assert len(store.heads()) == 4, "nothing is deleted where one is not there"
        assert [head.id for head in store.delete_all(["one", "two", "three"])] == ["one", "two", "three"]
        assert len(calls) == 1
        assert not files_with("zeppelin", tmp_path)
        assert [head.id for head in store.heads()] == ["kept"]


def test_a_rotten_transcript_is_named(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("one"))
        (transcript,) = (tmp_path / "notes" / "transcripts").iterdir()
        transcript.write_bytes(transcript.read_bytes().replace(b"lease", b"l\0ase"))
        with pytest.raises(StateDamagedError, match=rf"{transcript.name} is damaged"):
            store.get("one")
        transcript.unlink()
        with pytest.raises(StateDamagedError, match=rf"{transcript.name}.* is missing"):
            store.get("one")
        assert len(store.heads()) == 1


def test_a_note_of_another_release_is_named_and_can_be_deleted(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("one"))
        store._table.update({"weather": "rain"})
        with pytest.raises(StateDamagedError, match=r"note one .*\(weather"):
            store.get("one")
        store.delete("one")


def test_a_lost_journal_is_damage_and_the_transcripts_stay(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("one"))
    journal = tmp_path / "notes" / "notes.journal"
    for lose in (lambda: journal.write_bytes(b""), lambda: journal.unlink()):
        lose()
        for each in (NoteStore.open_reader, NoteStore.open_writer):
            with pytest.raises(StateDamagedError, match="missing or empty, but notes were stored"):
                each(tmp_path)
    assert files_with("lease", tmp_path)


def test_a_dropped_change_is_told_to_the_user(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("one"))
        assert store.recovered is None
    with (tmp_path / "notes" / "notes.journal").open("ab") as file:
        file.write(b"half a li")
    with NoteStore.open_writer(tmp_path) as store:
        assert store.recovered
        assert "9 bytes" in store.recovered
        assert store.get("one") == meeting("one")


@contextlib.contextmanager
def another_user() -> Iterator[None]:
    """With neither the rights of root nor those of its groups."""
    groups, gid = os.getgroups(), os.getegid()
    os.setgroups([])
    os.setegid(65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(gid)
        os.setgroups(groups)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become another user")
def test_a_directory_of_another_user_gives_one_clear_line(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path / "state") as store:
        store.save(meeting("one"))
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    with another_user():
        with pytest.raises(
            StateDamagedError, match=r"cannot read .*: Permission denied; run this as the user"
        ):
            NoteStore.open_reader(tmp_path / "state")
        with pytest.raises(
            StateWriteError, match=r"cannot write .*: Permission denied; run this as the user"
        ):
            NoteStore.open_writer(tmp_path / "state")
        with pytest.raises(StateWriteError, match=r"cannot write .*: Permission denied"):
            NoteStore.open_writer(tmp_path / "other")


def test_a_file_in_the_place_of_the_directory_gives_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    with pytest.raises(StateDamagedError, match="Not a directory"):
        NoteStore.open_reader(tmp_path / "state")
    with pytest.raises(StateWriteError, match="Not a directory"):
        NoteStore.open_writer(tmp_path / "state")


def test_items_of_all_notes_stand_with_their_meeting_as_people_edited_them(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(office_move())
        change = {"do": "change_item", "kind": "action", "item": "a2", "fields": {"status": "done"}}
        store.edit("office-move", read_change(change), STARTED, "member")
        rows = {row.item_id: row for row in store.items()}
    assert sorted(rows) == ["a1", "a2", "a3", "a4", "a5"]
    first = rows["a1"]
    assert (first.note_id, first.meeting, first.said_at) == (
        "office-move",
        "Moving to the new office",
        STARTED,
    )
    assert (first.task, first.owner) == ("Send the signed lease to legal", "Theo Brandt")
    assert (first.due, first.phrase, first.status) == (date(2026, 11, 20), "by Friday", "open")
    assert [rows[f"a{number}"].is_verified for number in range(1, 6)] == [True] * 4 + [False]
    assert (rows["a2"].status, rows["a4"].status) == ("done", "done")
    assert (rows["a3"].owner, rows["a3"].due, rows["a3"].phrase) == (None, None, "when we can")
    assert [first.is_overdue(date(2026, 11, day)) for day in (19, 20, 21)] == [False, False, True]
    late = date(2027, 1, 1)
    assert [rows[f"a{number}"].is_overdue(late) for number in range(1, 6)] == [True] + [False] * 4


def test_the_head_names_everybody_who_spoke_or_owns_an_item(tmp_path: Path) -> None:
    note = office_move()
    mine = note.action_items[0].model_copy(update={"owner": "Zoe"})
    with NoteStore.open_writer(tmp_path) as store:
        store.save(note.model_copy(update={"action_items": (mine,), "continues": "before"}))
        (head,) = store.heads()
    assert head.people == ("Maya Lindqvist", "Theo Brandt", "Priya Raman", "Jonas Weber", "Zoe")
    assert (head.action_items, head.open_items, head.decisions, head.questions) == (1, 1, 3, 1)
    assert (head.sentiment, head.language, head.continues) == ("mixed", "en", "before")


def test_words_that_an_earlier_version_kept_of_other_meetings_leave_the_store_as_it_is_opened(
    tmp_path: Path,
) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(office_move())
        store._db.table("follow_ups").insert({"quote": "the xylophone is sold"})
        assert files_with("xylophone", tmp_path)
    with NoteStore.open_writer(tmp_path) as store:
        assert store.get("office-move") == office_move()
    assert files_with("xylophone", tmp_path) == []
