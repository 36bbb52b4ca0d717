"""Edits in the store: durable, small, kept when a note is made again, gone when it is deleted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from daemon.base.errors import NotFoundError
from daemon.notes.store import NoteStore
from pipelines.editing import Edit, read_change
from tests.fakes.meetings import office_move

NOW = datetime(2026, 11, 18, 8, tzinfo=UTC)


def change(item: str = "a1", **fields: Any) -> Any:
    return read_change({"do": "change_item", "kind": "action", "item": item, "fields": fields})


def test_an_edit_is_there_after_a_restart_for_readers_lists_and_digests(tmp_path: Path) -> None:
    made = office_move()
    with NoteStore.open_writer(tmp_path) as store:
        store.save(made)
        store.edit(made.id, change(status="done", owner="Jonas Weber"), NOW, "member")
    with NoteStore.open_reader(tmp_path) as store:
        item = store.get(made.id).action_items[0]
        assert (item.status, item.owner) == ("done", "Jonas Weber")
        assert store.made(made.id) == made
        open_before = sum(each.status == "open" for each in made.action_items)
        assert store.heads()[0].open_items == store.head(made.id).open_items == open_before - 1
        assert [note.action_items[0].owner for note in store.notes()] == ["Jonas Weber"]


def test_a_reader_sees_edit_and_undo_in_its_next_list(tmp_path: Path) -> None:
    made = office_move()
    with NoteStore.open_writer(tmp_path) as writer, NoteStore.open_reader(tmp_path) as reader:
        writer.save(made)
        edit = writer.edit(made.id, read_change({"do": "set_title", "text": "The move"}), NOW, "admin")
        assert reader.heads()[0].title == "The move"
        assert reader.edits(made.id) == (edit,)
        writer.undo(made.id, edit.id)
        assert reader.heads()[0].title == made.title
        with pytest.raises(NotFoundError, match="undone already"):
            writer.undo(made.id, edit.id)


def test_one_tag_on_many_meetings_is_one_change_and_one_undo(tmp_path: Path) -> None:
    add, remove = (read_change({"do": "change_tags", verb: ["Board"]}) for verb in ("add", "remove"))
    with NoteStore.open_writer(tmp_path) as store, NoteStore.open_reader(tmp_path) as reader:
        for note_id, tags in (("one", ()), ("two", ("board",)), ("three", ("Sales",))):
            store.save(office_move(note_id).model_copy(update={"tags": tags}))
        edit = store.edit_tags(["one", "two", "three"], add, NOW, "member", "Ann")
        assert edit
        assert {head.id: head.tags for head in reader.heads()} == {
            "one": ("Board",), "two": ("board",), "three": ("Sales", "Board"),
        }  # fmt: skip
        assert [note_id for note_id, each in reader.changes(NOW - timedelta(1)) if each == edit] == [
            "one",
            "three",
        ]
        assert store.edit_tags(["two"], add, NOW, "member") is None, "it has the tag already"
        store.undo_all(["one", "three"], edit.id)
        assert [reader.get(each).tags for each in ("one", "two", "three")] == [(), ("board",), ("Sales",)]
        assert store.edit_tags(["two"], remove, NOW, "member")
        assert reader.get("two").tags == ()
        with pytest.raises(NotFoundError):
            store.edit_tags(["one", "gone"], add, NOW, "member")
        assert reader.get("one").tags == ()


def test_a_note_saved_again_keeps_what_people_changed(tmp_path: Path) -> None:
    made = office_move()
    with NoteStore.open_writer(tmp_path) as store:
        store.save(made)
        store.edit(made.id, change(owner="Jonas Weber"), NOW, "member")
        store.save(made.model_copy(update={"summary": "Made again."}))
        note = store.get(made.id)
    assert (note.summary, note.action_items[0].owner) == ("Made again.", "Jonas Weber")


def test_an_edit_costs_its_own_size_however_long_the_note(tmp_path: Path) -> None:
    made = office_move()
    long = made.model_copy(update={"summary": "word " * 4_000})
    with NoteStore.open_writer(tmp_path) as store:
        store.save(long)
        journal = tmp_path / "notes" / "notes.journal"
        for number in range(20):
            before = journal.stat().st_size
            store.edit(made.id, change(owner=f"Person {number}"), NOW, "member")
            assert journal.stat().st_size - before < 1_500


def test_a_deleted_note_leaves_no_word_of_its_edits(tmp_path: Path) -> None:
    made = office_move()
    with NoteStore.open_writer(tmp_path) as store:
        store.save(made)
        store.save(office_move("other"))
        kept = store.edit("other", change(owner="Jonas Weber"), NOW, "member")
        store.edit(made.id, change(text="hide the xylophone"), NOW, "member")
        store.delete(made.id)
        assert store.edits("other") == (kept,)
    assert not [p for p in tmp_path.rglob("*") if p.is_file() and b"xylophone" in p.read_bytes()]


def test_a_change_that_a_viewer_made_is_a_members_now(tmp_path: Path) -> None:
    made = office_move()
    with NoteStore.open_writer(tmp_path) as store:
        store.save(made)
        store.edit(made.id, change(status="done"), NOW, "member")
        document = next(iter(store._edits._table.live.values()))
        assert Edit.model_validate(document["edit"] | {"by": "viewer"}).by == "member"
