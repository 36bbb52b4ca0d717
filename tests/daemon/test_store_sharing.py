"""Several processes and threads at one store: who may write, and what readers see meanwhile."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from daemon.base.errors import StateBusyError, StateDamagedError
from daemon.notes.store import NoteStore
from tests.fakes.stored import meeting


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
