"""Backups as their owner needs them: whole or not there, and the same notes when they are put back."""

from __future__ import annotations

import gzip
import os
import tarfile
from datetime import timedelta
from pathlib import Path

import pytest

from daemon.base.errors import StateBusyError, StateDamagedError, StateWriteError
from daemon.notes.backup import contents
from daemon.notes.backup.archive import MANIFEST, TargetError
from daemon.notes.backup.make import make_backup
from daemon.notes.backup.restore import restore
from daemon.notes.backup.target import Target
from daemon.notes.deletion import delete_note
from daemon.notes.store import NoteStore
from pipelines.note import NoteTranscript
from tests.fakes.backups import NOW, backed_up, content, filled
from tests.fakes.meetings import STARTED, office_move

SILENCE = NoteTranscript()


def test_an_empty_machine_gets_the_same_notes_byte_for_byte(tmp_path: Path) -> None:
    state = filled(tmp_path / "old")
    made = backed_up(state, tmp_path / "usb")
    assert (made.notes, made.problems, made.removed) == (3, (), ())
    assert Path(made.path).name == "roomscribe-room-1-20261120T023000Z.tar.gz"
    done = restore(Path(made.path), tmp_path / "new", NOW)
    assert (done.notes, done.made_at, done.set_aside, done.deleted) == (3, NOW, None, ())
    expected = {name: data for name, data in content(state).items() if name != "models/weights.gguf"}
    assert content(tmp_path / "new") == expected
    assert len(expected) == 1 + 2 * 3 + 1 + 1 + 2
    with NoteStore.open_reader(state) as old, NoteStore.open_writer(tmp_path / "new") as new:
        assert [new.get(head.id) for head in new.heads()] == [old.get(head.id) for head in old.heads()]
        assert len(new.heads()) == 3


def test_any_tool_can_open_it(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    with tarfile.open(made.path) as tar:
        assert tar.getnames()[-1] == MANIFEST
        assert all(member.mode == 0o640 for member in tar)
        assert len(tar.getnames()) == made.files + 1


def test_a_machine_without_notes_has_a_backup_too(tmp_path: Path) -> None:
    made = backed_up(tmp_path / "absent", tmp_path / "usb")
    assert (made.notes, made.files) == (0, 0)
    assert restore(Path(made.path), tmp_path / "new", NOW).notes == 0
    assert not (tmp_path / "absent").exists()


def test_without_a_folder_it_goes_into_the_state_and_not_into_the_next_one(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    first = make_backup(state, None, None, NOW, keep=5)
    second = make_backup(state, None, None, NOW + timedelta(days=1), keep=5)
    assert Path(first.path).parent == state / "backups"
    assert second.files == first.files


def test_the_configuration_comes_back_beside_and_not_into_force(tmp_path: Path) -> None:
    state, config = filled(tmp_path / "state"), tmp_path / "config.toml"
    config.write_text('[vocabulary]\nroster = ["Ann"]\n')
    (tmp_path / "usb").mkdir()
    made = make_backup(state, tmp_path / "usb", config, NOW, keep=1)
    done = restore(Path(made.path), tmp_path / "new", NOW)
    assert done.config
    assert Path(done.config).read_text() == config.read_text()


def test_the_oldest_goes_only_when_there_are_too_many(tmp_path: Path) -> None:
    state, usb = filled(tmp_path / "state"), tmp_path / "usb"
    made = [backed_up(state, usb, when=NOW + timedelta(days=day)) for day in range(4)]
    assert [each.removed for each in made] == [(), (), (), (made[0].path,)]
    (usb / "holiday.tar.gz").write_bytes(b"mine")
    (usb / "roomscribe-room-2-20200101T000000Z.tar.gz").write_bytes(b"of another machine")
    assert backed_up(state, usb, when=NOW + timedelta(days=4)).removed == (made[1].path,)
    assert len(list(usb.iterdir())) == 5


def test_a_clock_that_was_set_back_removes_no_new_backup(tmp_path: Path) -> None:
    state, usb = filled(tmp_path / "state"), tmp_path / "usb"
    for day in range(3):
        backed_up(state, usb, when=NOW + timedelta(days=day))
    made = backed_up(state, usb, when=NOW - timedelta(days=400))
    assert Path(made.path).exists()
    assert len(list(usb.iterdir())) == 3


def test_damage_in_the_store_is_told_and_older_backups_stay(tmp_path: Path) -> None:
    state, usb = filled(tmp_path / "state"), tmp_path / "usb"
    backed_up(state, usb, keep=1)
    rotten, lost = sorted((state / "notes" / "transcripts").iterdir())[:2]
    rotten.write_bytes(b"\0" + rotten.read_bytes()[1:])
    lost.unlink()
    made = backed_up(state, usb, when=NOW + timedelta(days=1), keep=1)
    assert made.problems == (
        f"notes/transcripts/{rotten.name} is damaged (its checksum does not fit)",
        f"notes/transcripts/{lost.name} is missing",
    )
    assert made.removed == ()
    assert made.notes == 3


def test_a_damaged_journal_is_refused_and_older_backups_stay(tmp_path: Path) -> None:
    state, usb = filled(tmp_path / "state"), tmp_path / "usb"
    backed_up(state, usb, keep=1)
    journal = state / "notes" / "notes.journal"
    journal.write_bytes(journal.read_bytes().replace(b"lease", b"l\1ase", 1))
    with pytest.raises(StateDamagedError, match="is damaged in line"):
        backed_up(state, usb, when=NOW + timedelta(days=1), keep=1)
    journal.unlink()
    with pytest.raises(StateDamagedError, match="missing, but notes were stored"):
        backed_up(state, usb, when=NOW + timedelta(days=1), keep=1)
    assert len(list(usb.iterdir())) == 1


def test_a_change_that_is_just_being_written_belongs_to_the_next_backup(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    journal = state / "notes" / "notes.journal"
    whole = journal.read_bytes()
    with journal.open("ab") as file:
        file.write(b"0123456789abcdef {half")
    made = backed_up(state, tmp_path / "usb")
    restore(Path(made.path), tmp_path / "new", NOW)
    assert (tmp_path / "new" / "notes" / "notes.journal").read_bytes() == whole


@pytest.mark.parametrize("change", ["replace", "delete", "delete all", "add"])
def test_what_the_hub_does_meanwhile_leaves_a_backup_that_fits_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    state = filled(tmp_path / "state")
    add_part = contents._add_part
    calls = []

    def add_part_and_change(*args: object) -> bool:
        calls.append(args)
        if len(calls) == 2:
            with NoteStore.open_writer(state) as store:
                if change == "replace":
                    store.save(office_move("meeting-1", STARTED).model_copy(update={"transcript": SILENCE}))
                elif change == "add":
                    store.save(office_move("meeting-9", STARTED))
                else:
                    for head in store.heads() if change == "delete all" else store.heads()[:1]:
                        delete_note(state, store, head.id, NOW)
        return add_part(*args)

    monkeypatch.setattr(contents, "_add_part", add_part_and_change)
    made = backed_up(state, tmp_path / "usb")
    assert made.problems == ()
    restore(Path(made.path), tmp_path / "new", NOW)
    with NoteStore.open_reader(tmp_path / "new") as new:
        ids = {head.id for head in new.heads()}
        notes = [new.get(note_id) for note_id in ids]
    assert made.notes == len(notes) == {"replace": 3, "add": 3, "delete": 2, "delete all": 0}[change]
    assert len(content(tmp_path / "new" / "notes")) == 1 + 2 * len(notes)


def test_audio_goes_along_only_when_it_is_wanted(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    original = state / "meetings" / "m" / "source" / "Talk \u202f of “us”.wav"
    original.parent.mkdir(parents=True)
    original.write_bytes(os.urandom(3_000_000))
    without = backed_up(state, tmp_path / "usb")
    made = backed_up(state, tmp_path / "usb", when=NOW + timedelta(days=1), audio=True)
    assert made.files == without.files + 1
    restore(Path(made.path), tmp_path / "new", NOW)
    assert (tmp_path / "new" / original.relative_to(state)).read_bytes() == original.read_bytes()


# The folder for backups


def test_a_folder_that_is_not_there_is_never_created(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match=r"the folder for backups, .*usb, is not there; plug its disk in"):
        make_backup(filled(tmp_path / "state"), tmp_path / "usb", None, NOW, keep=1)
    assert not (tmp_path / "usb").exists()


def test_the_empty_folder_of_an_unplugged_stick_is_recognised(tmp_path: Path) -> None:
    folder = tmp_path / "mnt" / "usb" / "backups"
    folder.mkdir(parents=True)
    with pytest.raises(TargetError, match=r"nothing is mounted at .*usb"):
        Target(folder, "room").check((tmp_path / "mnt",))
    Target(folder, "room").check((tmp_path / "media",))


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ("/home/ann/backups", "the hub may not see /home/ann/backups, .*; choose one outside /home and /tmp"),
        ("/tmp/backups", "the hub may not see /tmp/backups"),
        ("/mnt/usb", "another disk than when the hub started, or none, is at /mnt/usb"),
    ],
)
def test_a_folder_that_the_sandbox_hides_is_not_taken_for_a_changed_disk(
    monkeypatch: pytest.MonkeyPatch, folder: str, told: str
) -> None:
    monkeypatch.setattr("daemon.notes.backup.target.changed_disks", frozenset)
    with pytest.raises(TargetError, match=told):
        Target(Path(folder), "room").check()


def test_two_backups_at_once_do_not_remove_each_others_work(tmp_path: Path) -> None:
    usb = tmp_path / "usb"
    usb.mkdir()
    with Target(usb, "room").lock(), pytest.raises(StateBusyError, match="another backup is being written"):
        backed_up(filled(tmp_path / "state"), usb)
    half = usb / ".unfinished-0123"
    half.write_bytes(b"left by a power cut")
    backed_up(tmp_path / "state", usb)
    assert not half.exists()


@pytest.mark.parametrize("call", ["write", "fsync", "fchmod"])
def test_a_disk_that_refuses_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    state, usb = filled(tmp_path / "state"), tmp_path / "usb"
    backed_up(state, usb, keep=1)
    before = content(usb)

    def refuse(*args: object) -> None:
        raise OSError(28, "No space left on device")

    if call == "write":
        monkeypatch.setattr(gzip.GzipFile, "write", refuse)
    else:
        monkeypatch.setattr(os, call, refuse)
    with pytest.raises(StateWriteError, match="No space left on device; free some space"):
        backed_up(state, usb, when=NOW + timedelta(days=1), keep=1)
    monkeypatch.undo()
    assert content(usb) == before


def test_what_does_not_read_back_is_no_backup_and_removes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, usb = filled(tmp_path / "state"), tmp_path / "usb"
    backed_up(state, usb, keep=1)
    before = content(usb)
    fadvise = os.posix_fadvise

    def rot(fd: int, *rest: int) -> None:
        fadvise(fd, *rest)
        os.pwrite(fd, b"\0\0\0", 400)

    monkeypatch.setattr(os, "posix_fadvise", rot)
    with pytest.raises(StateWriteError, match=r"does not read back .* its disk may be failing"):
        backed_up(state, usb, when=NOW + timedelta(days=1), keep=1)
    assert content(usb) == before
