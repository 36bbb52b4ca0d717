"""The store of notes as the hub, the command line and the page use it."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daemon.errors import NotFoundError, StateBusyError, StateDamagedError, StateWriteError
from daemon.store import NoteStore
from guardrails.types import Segment
from pipelines.errors import BadInputError
from pipelines.note import Note, NoteTranscript
from tests.fakes.meetings import office_move

START = datetime(2026, 11, 17, 9, 30, tzinfo=UTC)


def meeting(note_id: str, *, word: str = "lease", hours: int = 0) -> Note:
    """A note that has `word` in its summary, an item, its transcript and its tape."""
    note = office_move(note_id, START + timedelta(hours=hours))
    item = note.action_items[0].model_copy(update={"task": f"send the {word}"})
    said = NoteTranscript(segments=(Segment("s1", 0, 3, "Ann", f"I'll send the {word}."),))
    return note.model_copy(
        update={
            "summary": f"About the {word}.",
            "action_items": (item, *note.action_items[1:]),
            "transcript": said,
            "tape": tuple(
                type(entry)(**{**{f: getattr(entry, f) for f in entry.__slots__}, "before": word})
                for entry in note.tape
            ),
        }
    )


def files_with(word: str, root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


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


def test_a_reader_sees_what_a_writer_does_meanwhile(tmp_path: Path) -> None:
    with NoteStore.open_reader(tmp_path) as reader, NoteStore.open_writer(tmp_path) as writer:
        writer.save(meeting("one"))
        assert [head.id for head in reader.heads()] == ["one"]
        writer.save(meeting("one", word="chairs"))
        assert reader.get("one").summary == "About the chairs."
        writer.delete("one")
        assert reader.refresh() is True
        assert reader.refresh() is False
        assert reader.heads() == []


def test_a_reader_in_the_middle_of_reading_a_replaced_note_gets_the_new_one_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with NoteStore.open_reader(tmp_path) as reader, NoteStore.open_writer(tmp_path) as writer:
        writer.save(meeting("one"))
        find = reader._find

        def find_then_lose(note_id: str) -> object:
            found = find(note_id)
            monkeypatch.undo()
            writer.save(meeting("one", word="chairs"))
            return found

        monkeypatch.setattr(reader, "_find", find_then_lose)
        assert reader.get("one") == meeting("one", word="chairs")


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


def test_a_second_writer_is_told_who_writes(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path), pytest.raises(StateBusyError, match=rf"pid {os.getpid()}\b"):
        NoteStore.open_writer(tmp_path)
    with NoteStore.open_writer(tmp_path) as store:
        assert store.heads() == []


def test_a_lock_file_left_behind_blocks_nobody(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "lock").write_text("98765432109876\n")
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("one"))
        with pytest.raises(StateBusyError, match=rf"\(pid {os.getpid()}\)"):
            NoteStore.open_writer(tmp_path)


def test_a_writer_that_cannot_open_gives_the_lock_back(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "notes.journal").write_text("no journal\n")
    for _ in range(2):
        with pytest.raises(StateDamagedError):
            NoteStore.open_writer(tmp_path)


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


def test_threads_may_share_a_store(tmp_path: Path) -> None:
    wrong: list[BaseException] = []

    def work(store: NoteStore, name: str) -> None:
        try:
            for turn in range(5):
                store.save(meeting(f"meeting-{name}", word=f"{name}{turn}"))
                assert store.get(f"meeting-{name}").summary == f"About the {name}{turn}."
                assert store.heads()
        except BaseException as error:
            wrong.append(error)

    with NoteStore.open_writer(tmp_path) as store:
        threads = [threading.Thread(target=work, args=(store, name)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong
        assert len(store.heads()) == 4
    with NoteStore.open_reader(tmp_path) as reader:
        assert len(reader.heads()) == 4
