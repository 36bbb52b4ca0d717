"""Backups as their owner needs them: whole or not there, and the same notes when they are put back."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.backup import contents
from daemon.backup.archive import verify
from daemon.backup.deletions import record_deletion
from daemon.backup.errors import ArchiveError, StateInUseError, TargetError
from daemon.backup.make import BackupMade, make_backup
from daemon.backup.manifest import MANIFEST, Manifest, safe_name
from daemon.backup.restore import restore
from daemon.backup.target import Target
from daemon.cli.main import roomscribe, run
from daemon.durable import move_durably
from daemon.errors import StateBusyError, StateDamagedError, StateWriteError
from daemon.nightly.deleting import delete_audio, delete_note
from daemon.nightly.digests import DigestStore
from daemon.store import NoteStore
from pipelines.digest import Period, make_digest
from pipelines.note import NoteTranscript
from tests.fakes.meetings import STARTED, office_move

NOW = datetime(2026, 11, 20, 2, 30, tzinfo=UTC)
SILENCE = NoteTranscript()
Members = list[tuple[tarfile.TarInfo, bytes]]


def filled(state: Path, count: int = 3) -> Path:
    with NoteStore.open_writer(state) as store:
        for number in range(count):
            store.save(office_move(f"meeting-{number}", STARTED + timedelta(hours=number)))
        DigestStore(state).put(make_digest(store.notes(), Period.week(STARTED.date()), timezone=UTC))
    (state / "models").mkdir(exist_ok=True)
    (state / "models" / "models.lock").write_text('{"version": 1, "models": {}}\n')
    (state / "models" / "weights.gguf").write_bytes(b"weights")
    (state / "settings.json").write_text('{"vocabulary": {"roster": ["Ann"]}}')
    (state / "templates").mkdir(exist_ok=True)
    (state / "templates" / "house.toml").write_text('title = "House"\n')
    return state


def backed_up(
    state: Path, folder: Path, *, when: datetime = NOW, keep: int = 3, audio: bool = False
) -> BackupMade:
    folder.mkdir(exist_ok=True)
    return make_backup(state, folder, None, when, keep=keep, audio=audio, host="Room 1")


def content(root: Path) -> dict[str, bytes]:
    """Every file below a folder, but for locks, which hold a process id."""
    files = (path for path in root.rglob("*") if path.is_file() and path.name != "lock")
    return {str(path.relative_to(root)): path.read_bytes() for path in files}


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
        return add_part(*args)  # type: ignore[arg-type]

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


# Putting it back


def test_a_state_with_notes_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    other = filled(tmp_path / "other", 1)
    before = content(other)
    with pytest.raises(StateInUseError, match=r"holds 1 note, 1 digest; .*--force"):
        restore(Path(made.path), other, NOW)
    assert content(other) == before


def test_force_sets_aside_what_was_there(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    made = backed_up(state, tmp_path / "usb")
    other = filled(tmp_path / "other", 1)
    (other / "models" / "models.lock").write_text("its own")
    before = content(other)
    done = restore(Path(made.path), other, NOW, force=True)
    assert done.set_aside
    assert content(Path(done.set_aside)) == {
        name: data for name, data in before.items() if not name.startswith("models/")
    }
    assert content(other / "notes") == content(state / "notes")
    assert (other / "models" / "models.lock").read_text() == "its own"
    assert not list(other.glob(".unfinished-*"))


def test_a_running_hub_is_not_overrun(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    with NoteStore.open_writer(tmp_path / "new") as store:
        with pytest.raises(StateBusyError, match="another Roomscribe process"):
            restore(Path(made.path), tmp_path / "new", NOW, force=True)
        assert store.heads() == []


def test_a_fresh_start_of_the_services_is_an_empty_machine(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    with NoteStore.open_writer(tmp_path / "new"):
        pass
    assert restore(Path(made.path), tmp_path / "new", NOW).set_aside is None
    assert not list((tmp_path / "new").glob("set-aside-*"))


def test_what_was_deleted_since_stays_deleted(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    record_deletion(state, "meeting-0", NOW - timedelta(days=1))
    made = backed_up(state, tmp_path / "usb")
    with NoteStore.open_writer(state) as store:
        delete_note(state, store, "meeting-1", NOW + timedelta(hours=1))
    done = restore(Path(made.path), state, NOW + timedelta(days=1), force=True)
    assert (done.notes, done.deleted) == (2, ("meeting-1",))
    with NoteStore.open_reader(state) as store:
        assert {head.id for head in store.heads()} == {"meeting-0", "meeting-2"}
    assert "meeting-1" not in DigestStore(state).get("2026-W47").model_dump_json()
    again = restore(Path(made.path), state, NOW + timedelta(days=2), force=True)
    assert again.deleted == ("meeting-1",)


def test_sound_that_was_deleted_since_stays_deleted(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    for meeting in ("meeting-0", "meeting-1", "unfinished"):
        (state / "meetings" / meeting / "source").mkdir(parents=True)
        (state / "meetings" / meeting / "source" / "talk.wav").write_bytes(b"sound")
    (state / "jobs").mkdir()
    (state / "jobs" / "unfinished.json").write_text("{}")
    made = backed_up(state, tmp_path / "usb", audio=True)
    delete_audio(state, "meeting-0", NOW + timedelta(hours=1))
    record_deletion(state, "unfinished", NOW + timedelta(hours=1))
    restore(Path(made.path), state, NOW + timedelta(days=1), force=True)
    assert [path.parent.parent.name for path in state.glob("meetings/*/source/talk.wav")] == ["meeting-1"]
    assert not list((state / "jobs").iterdir())
    with NoteStore.open_reader(state) as store:
        assert len(store.heads()) == 3
    again = restore(Path(made.path), state, NOW + timedelta(days=2), force=True)
    assert again.notes == 3
    assert not (state / "meetings" / "meeting-0" / "source").exists()


def rewritten(source: Path, target: Path, change: Callable[[Members], object]) -> Path:
    """The archive with other members."""
    with tarfile.open(source) as tar:
        members = [(info, file.read() if (file := tar.extractfile(info)) else b"") for info in tar]
    change(members)
    with tarfile.open(target, "w:gz") as tar:
        for info, data in members:
            info.size = len(data) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(data))
    return target


def with_manifest(members: Members, name: str, data: bytes) -> None:
    """Add a file with a manifest that vouches for it, as only an attacker would."""
    from daemon.backup.manifest import FileEntry

    info, old = members.pop()
    manifest = json.loads(old)
    manifest["files"][name] = FileEntry(size=len(data), sha256="0" * 64).model_dump()
    members += [(tarfile.TarInfo(name), data), (info, json.dumps(manifest).encode())]


@pytest.mark.parametrize("moves", range(4))
def test_a_restore_that_breaks_off_loses_nothing_and_can_be_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    state, other = filled(tmp_path / "state"), filled(tmp_path / "other", 1)
    made = Path(backed_up(state, tmp_path / "usb").path)
    before = content(other / "notes")
    done: list[Path] = []

    def break_off(source: Path, target: Path) -> None:
        if len(done) == moves:
            raise StateWriteError("read-only")
        done.append(target)
        move_durably(source, target)

    monkeypatch.setattr("daemon.backup.restore.move_durably", break_off)
    with pytest.raises(StateWriteError, match="read-only"):
        restore(made, other, NOW, force=True)
    aside = other / "set-aside-20261120T023000Z" / "notes"
    assert before == content(aside if aside.exists() else other / "notes")
    monkeypatch.undo()
    (other / ".unfinished-0123").mkdir()
    restore(made, other, NOW + timedelta(minutes=1), force=True)
    assert content(other / "notes") == content(state / "notes")
    assert not list(other.glob(".unfinished-*"))


def linked(name: str, kind: bytes, to: str = "/etc/passwd") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, to
    return info


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.pop(),
        lambda m: m.pop(0),
        lambda m: m.insert(0, m[0]),
        lambda m: m.append(m[0]),
        lambda m: m.__setitem__(0, (m[0][0], m[0][1] + b" ")),
        lambda m: m.insert(0, (tarfile.TarInfo("notes/more"), b"more")),
        lambda m: m.insert(0, (linked("notes/link", tarfile.SYMTYPE), b"")),
        lambda m: m.insert(0, (linked("notes/link", tarfile.LNKTYPE), b"")),
        lambda m: m.insert(0, (linked("notes/null", tarfile.CHRTYPE), b"")),
        lambda m: m.insert(0, (linked("notes/fifo", tarfile.FIFOTYPE), b"")),
        lambda m: m.insert(0, (linked("notes/folder", tarfile.DIRTYPE), b"")),
        lambda m: with_manifest(m, "../outside", b"x"),
        lambda m: with_manifest(m, "/tmp/outside", b"x"),
        lambda m: with_manifest(m, "notes/../../outside", b"x"),
        lambda m: with_manifest(m, "models/evil.gguf", b"x"),
    ],
)
def test_an_altered_archive_is_refused_and_nothing_is_touched(
    tmp_path: Path, change: Callable[[Members], object]
) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    bad = rewritten(Path(made.path), tmp_path / "bad.tar.gz", change)
    with pytest.raises(ArchiveError, match="nothing was touched"):
        restore(bad, tmp_path / "new", NOW)
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "outside").exists()


@pytest.fixture(scope="module")
def small_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    return Path(backed_up(filled(folder / "state", 1), folder / "usb").path)


def test_a_torn_archive_is_refused_wherever_it_is_torn(small_archive: Path, tmp_path: Path) -> None:
    data = small_archive.read_bytes()
    torn = tmp_path / "torn.tar.gz"
    for length in (0, 1, 9, 10, *random.Random(1).sample(range(11, len(data) - 1), 150), len(data) - 1):
        torn.write_bytes(data[:length])
        with pytest.raises(ArchiveError):
            verify(torn)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_a_flipped_bit_changes_nothing_or_is_refused(small_archive: Path, data: st.DataObject) -> None:
    whole = small_archive.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    bad = bytearray(whole)
    bad[place] ^= 1 << data.draw(st.integers(0, 7))
    torn = small_archive.with_name("flipped")
    torn.write_bytes(bad)
    good = verify(small_archive)
    try:
        assert verify(torn) == good  # a bit of gzip's header, which names a time and a system
    except ArchiveError:
        return


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "/notes/x", "../x", "notes/../x", "notes//x", "notes/./x", "notes", "notes/x/"),
        *("notes/x\\y", "notes/x\n", "x/y", "models/x", "manifest.json", "deletions.json/x"),
    ],
)
def test_a_name_that_leads_elsewhere_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match="no place"):
        safe_name(name)


def test_a_backup_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")

    def newer(members: Members) -> None:
        info, data = members.pop()
        members.append((info, data.replace(b'"version": 1', b'"version": 2')))

    bad = rewritten(Path(made.path), tmp_path / "bad.tar.gz", newer)
    with pytest.raises(ArchiveError):
        restore(bad, tmp_path / "new", NOW)


def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, usb = filled(tmp_path / "state"), tmp_path / "usb"
    usb.mkdir()
    assert run(roomscribe, ["--state", str(state), "backup", "--to", str(usb), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["notes"] == 3
    assert run(roomscribe, ["--state", str(state), "restore", made["path"]]) == 2
    assert "--force" in capsys.readouterr().err
    assert run(roomscribe, ["--state", str(tmp_path / "new"), "restore", made["path"]]) == 0
    assert capsys.readouterr().out.endswith("; notes: 3\n")
    assert run(roomscribe, ["--state", str(tmp_path / "new"), "backup"]) == 0
    assert ": 3 notes, " in capsys.readouterr().out
    assert run(roomscribe, ["--state", str(state), "restore", str(tmp_path / "absent")]) == 2
    assert "no such backup" in capsys.readouterr().err
    assert run(roomscribe, ["--state", str(state), "backup", "--to", str(tmp_path / "absent")]) == 2
    next((state / "notes" / "tapes").iterdir()).unlink()
    assert run(roomscribe, ["--state", str(state), "backup", "--to", str(usb)]) == 4
    assert "is missing; restore an older backup" in capsys.readouterr().err


def test_the_manifest_vouches_for_every_file(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    manifest = verify(Path(made.path))
    assert isinstance(manifest, Manifest)
    assert len(manifest.files) == made.files
