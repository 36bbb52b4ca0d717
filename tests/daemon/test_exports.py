"""The export folder holds what the store holds for everybody, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from daemon.access import seal
from daemon.notes.deletion import delete_note
from daemon.notes.exports import ExportFolder, archive
from daemon.notes.store import NoteStore
from pipelines.editing import ChangeItem, ChangeTags, ItemFields, SetTitle
from tests.fakes.appliance import wait_for
from tests.fakes.hub_page import BERLIN, hub_page
from tests.fakes.meetings import office_move

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
NAME = "office-move Moving to the new office.md"
FRONT = """---
roomscribe: "office-move"
state: "{state}"
title: "Moving to the new office"
date: "2026-11-17T10:30:00+01:00"
people: ["Maya Lindqvist", "Theo Brandt", "Priya Raman", "Jonas Weber"]
tags: []
---

# Moving to the new office
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[NoteStore]:
    with NoteStore.open_writer(tmp_path / "state") as store:
        store.save(office_move())
        yield store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "export").mkdir()
    return tmp_path / "export"


@pytest.fixture
def exports(tmp_path: Path, folder: Path) -> ExportFolder:
    return ExportFolder(folder, tmp_path / "state", BERLIN)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_note_is_a_file_with_front_matter(store: NoteStore, exports: ExportFolder, folder: Path) -> None:
    assert exports.update(store) is False
    text = (folder / NAME).read_text()
    assert text.startswith(FRONT.format(state=store.stamps()["office-move"]))
    assert "- [ ] **Theo Brandt**: Send the signed lease to legal — due Fri 20 Nov 2026" in text


def test_tags_are_in_the_front_matter_as_obsidian_reads_them(
    store: NoteStore, exports: ExportFolder, folder: Path
) -> None:
    change = ChangeTags(add=("Board", "Office move"))
    store.edit("office-move", change, NOW, "member")
    exports.update(store)
    assert '\ntags: ["Board", "Office-move"]\n---\n' in (folder / NAME).read_text()


def test_an_archive_has_the_notes_and_is_nobodys_export_folder(
    store: NoteStore, exports: ExportFolder, folder: Path
) -> None:
    store.save(office_move("other").model_copy(update={"title": "Other"}))
    notes = [store.get("office-move"), store.get("other")]
    with ZipFile(BytesIO(archive(notes, BERLIN, "md", NOW))) as packed:
        assert packed.namelist() == [NAME, "other Other.md"]
        packed.extractall(folder)
    mine = (folder / NAME).read_text()
    assert "# Moving to the new office" in mine
    store.delete("other")
    exports.update(store)
    assert (folder / "other Other.md").exists(), "what a person has put there is theirs"


def test_an_edit_is_in_the_file_and_a_new_title_in_its_name(
    store: NoteStore, exports: ExportFolder, folder: Path
) -> None:
    exports.update(store)
    change = ChangeItem(kind="action", item="a1", fields=ItemFields(status="done"))
    store.edit("office-move", change, NOW, "member")
    store.edit("office-move", SetTitle(text="Rooms / 2: <the plan>"), NOW, "member")
    exports.update(store)
    assert names(folder) == ["office-move Rooms 2 the plan.md"]
    assert "- [x] **Theo Brandt**" in (folder / names(folder)[0]).read_text()


@pytest.mark.parametrize("anew", [False, True], ids=["at once", "by the next hub"])
@pytest.mark.parametrize("private", [True, False], ids=["private", "deleted"])
def test_what_is_deleted_or_private_goes_and_nothing_else(
    store: NoteStore, exports: ExportFolder, folder: Path, tmp_path: Path, private: bool, anew: bool
) -> None:
    store.save(office_move("other"))
    exports.update(store)
    (folder / "mine.md").write_text("my own words")
    (folder / "from-elsewhere x.md").write_text('---\nroomscribe: "elsewhere"\nstate: "ab"\n---\n')
    if private:
        store.make_private("office-move", seal("12345678", NOW))
    else:
        delete_note(tmp_path / "state", store, "office-move", NOW)
    (ExportFolder(folder, tmp_path / "state", BERLIN) if anew else exports).update(store)
    assert names(folder) == ["from-elsewhere x.md", "mine.md", "other Moving to the new office.md"]


def test_a_folder_that_was_away_catches_up(store: NoteStore, exports: ExportFolder, folder: Path) -> None:
    folder.rmdir()
    assert exports.update(store) is False
    folder.mkdir()
    exports.update(store)
    assert names(folder) == [NAME]


def test_nothing_is_written_twice(store: NoteStore, exports: ExportFolder, folder: Path) -> None:
    exports.update(store)
    before = (folder / NAME).stat().st_mtime_ns, (folder / NAME).stat().st_ino
    store.save(office_move("other"))
    exports.update(store)
    ExportFolder(folder, folder.parent / "state", BERLIN).update(store)
    assert ((folder / NAME).stat().st_mtime_ns, (folder / NAME).stat().st_ino) == before


def test_many_notes_are_written_a_slice_at_a_time(
    store: NoteStore, exports: ExportFolder, folder: Path
) -> None:
    for number in range(4):
        store.save(office_move(f"more-{number}"))
    calls = 1
    while exports.update(store, slice_s=0):
        calls += 1
    assert len(names(folder)) == 5
    assert calls == 6


def test_a_hub_keeps_the_folder_as_people_change_the_note(tmp_path: Path, folder: Path) -> None:
    with hub_page(tmp_path / "state", configured={"export": {"folder": str(folder)}}) as page:
        page.store.save(office_move())
        page.submit("/meetings/office-move/items/a1/status", status="done")
        ticked = "- [x] **Theo Brandt**: Send the signed lease"
        # The hub answers an order before it writes its copies.
        wait_for(lambda: (folder / NAME).exists() and ticked in (folder / NAME).read_text(), "the tick")
        page.submit("/meetings/office-move/delete", what="all")
        wait_for(lambda: names(folder) == [], "the file goes")


def test_further_forms_lie_beside_the_file_and_go_with_it(
    store: NoteStore, folder: Path, tmp_path: Path
) -> None:
    ExportFolder(folder, tmp_path / "state", BERLIN).update(store)
    exports = ExportFolder(folder, tmp_path / "state", BERLIN, ("docx", "txt"))
    exports.update(store)
    stem = NAME.removesuffix(".md")
    assert names(folder) == [f"{stem}.docx", NAME, f"{stem}.txt"]
    assert "Transcript by Roomscribe" in (folder / f"{stem}.txt").read_text()
    store.edit("office-move", SetTitle(text="Moving"), NOW, "member")
    exports.update(store)
    assert names(folder) == ["office-move Moving.docx", "office-move Moving.md", "office-move Moving.txt"]
    store.delete("office-move")
    exports.update(store)
    assert names(folder) == []


def test_an_archive_holds_its_notes_in_the_form_that_was_asked_for(store: NoteStore) -> None:
    with ZipFile(BytesIO(archive([store.get("office-move")], BERLIN, "html", NOW))) as packed:
        (name,) = packed.namelist()
        assert name == NAME.replace(".md", ".html")
        assert packed.read(name).startswith(b"<!doctype html>")
